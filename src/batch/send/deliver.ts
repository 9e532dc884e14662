// The second reading of a run: each row is planned against the ledger and handed to the sink.
import { toldBy } from '../../errors.ts';
import { InputError } from '../../files/input-error.ts';
import { LedgerError, type PaidRecord } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { keyedPages, type KeyedRow } from '../plan/keyed-pages.ts';
import type { KnownFile } from '../plan/known-file.ts';
import { type PageSettings, type Planned, planPage } from '../plan/page.ts';
import type { Surveyed } from '../plan/survey.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import { result } from '../results/result.ts';
import type { RunContext } from './context.ts';
import { sendingMessage } from './messages.ts';
import type { Pages } from './pages.ts';

export interface PlannedRow extends Planned<KeyedRow> {
  /** How an earlier run paid it, if one did. */
  readonly before?: PaidRecord | undefined;
}

/** LocalSink sends the rows from here, QueueSink queues them for all hosts. */
export interface Sink {
  /** Rows in file order. Resolves when the next page may be read. */
  take(rows: readonly PlannedRow[]): Promise<void>;
  /** Whether it takes no further row. */
  readonly isOver: boolean;
  /** No row follows. Resolves when every row is sent or queued. */
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

/** If the file can't be read to its end, or the ledger fails, the run stops. The rows before are sent. */
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
    if (error instanceof LedgerError) context.breaker.trip(error.told);
    else if (isUnreadable(error))
      context.breaker.trip(sendingMessage('file_unreadable', { file, why: toldBy(error) }));
    else throw error;
  }
  await sink.end();
}

async function planned({ context, page }: Delivery, rows: readonly KeyedRow[]): Promise<PlannedRow[]> {
  const { ledger } = context;
  const found = await ledgerCall(() => planPage(rows, page));
  if (!found.ok) {
    context.breaker.trip(found.failure);
    return rows.map((row) => unplanned(row, found.failure));
  }
  const keys = found.value.flatMap(({ known, key }) => (known?.state === 'created' ? [key.key] : []));
  if (keys.length === 0 && !context.approved) return found.value;
  // Without their figures, rows that are paid still are.
  const paid = await ledgerCall(() => ledger.paid(keys));
  return found.value.map((row) => ({
    before: paid.ok ? paid.value.get(row.key.key) : undefined,
    ...row,
    planned: context.approved?.allowed(row) ?? row.planned,
  }));
}

/** The ledger could not be asked about the row: nobody sends it. */
function unplanned(row: KeyedRow, reason: Message): PlannedRow {
  const message = sendingMessage('row_unasked', { reason });
  const planned = { do: 'nothing', result: result('not_sent', { errorCode: 'stopped', message }) } as const;
  return { planned, known: undefined, duplicate: undefined, ...row };
}

/** Any other error is a defect. */
function isUnreadable(error: unknown): error is Error {
  return error instanceof InputError || (error instanceof Error && 'syscall' in error);
}
