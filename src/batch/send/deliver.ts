// The second reading of a run: every row, planned against the ledger, to where the rows of this run go.
import { InputError } from '../../files/input-error.ts';
import { LedgerError, type PaidRecord } from '../../ledger/ledger.ts';
import { FileChanged, keyedPages, type KeyedRow } from '../plan/keyed-pages.ts';
import type { KnownFile } from '../plan/known-file.ts';
import { type PageSettings, type Planned, planPage } from '../plan/page.ts';
import type { Surveyed } from '../plan/survey.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { RunContext } from './context.ts';
import type { Pages } from './pages.ts';
import { paidBefore } from './paid-before.ts';

export interface PlannedRow extends Planned<KeyedRow> {
  /** How an earlier run paid it, if one did. */
  readonly before: PaidRecord | undefined;
}

/** Where the rows of a run go: LocalSink sends them from here, QueueSink hands them to all hosts. */
export interface Sink {
  /** Rows in file order. Resolves when the next page may be read. */
  take(rows: readonly PlannedRow[]): Promise<void>;
  /** Whether it takes no further row, and the rest of the file needn't be read. */
  readonly isOver: boolean;
  /** No row follows. Resolves when all that were taken are where they belong. */
  end(): Promise<void>;
}

export interface Delivery {
  readonly file: string;
  readonly surveyed: Surveyed;
  readonly known: KnownFile;
  readonly context: RunContext;
  readonly pages: Pages;
  /** What the rows are planned by, which may have changed since the survey. */
  readonly page: PageSettings;
}

/** A file that can't be read to its end, or a ledger that fails, stops the run in good order: the rows before are sent. */
export async function deliver(delivery: Delivery, sink: Sink): Promise<void> {
  const { surveyed, known, context, pages, file } = delivery;
  try {
    const read = keyedPages(surveyed, known, (header) => pages.begin(header, surveyed.checked));
    for await (const rows of read) {
      if (sink.isOver) break;
      await pages.cells(rows);
      await sink.take(await planned(delivery, rows));
    }
  } catch (error) {
    if (error instanceof LedgerError) context.breaker.trip(error.message);
    else if (isUnreadable(error))
      context.breaker.trip(`${file}: ${error.message}; the rows from there on were not read`);
    else throw error;
  }
  await sink.end();
}

async function planned({ context, page }: Delivery, rows: readonly KeyedRow[]): Promise<PlannedRow[]> {
  const found = await ledgerCall(() => planPage(rows, page));
  // A ledger that can't be asked stops the run: none of these rows is sent.
  if (!found.ok) {
    context.breaker.trip(found.failure);
    const open = {
      planned: { do: 'send' },
      known: undefined,
      duplicate: undefined,
      before: undefined,
    } as const;
    return rows.map((row) => ({ ...row, ...open }));
  }
  const paid = await paidBefore(context, found.value);
  return found.value.map((row) => ({
    ...row,
    planned: context.approved?.allowed(row) ?? row.planned,
    before: paid.get(row.key.key),
  }));
}

/** What stops the reading of a file that could be read before; anything else is a defect. */
function isUnreadable(error: unknown): error is Error {
  return (
    error instanceof FileChanged ||
    error instanceof InputError ||
    (error instanceof Error && 'syscall' in error)
  );
}
