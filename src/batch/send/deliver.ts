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
  /** Rows that the ledger could not be asked about: nobody sends them, and they may have been paid before. */
  leaveOut(rows: readonly KeyedRow[], reason: Message): Promise<void>;
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
      const page = await ledgerCall(() => planned(delivery, rows));
      if (page.ok) await sink.take(page.value);
      else {
        context.breaker.trip(page.failure);
        await sink.leaveOut(rows, page.failure);
      }
    }
  } catch (error) {
    if (error instanceof LedgerError) context.breaker.trip(error.told);
    else if (isUnreadable(error))
      context.breaker.trip(sendingMessage('file_unreadable', { file, why: toldBy(error) }));
    else throw error;
  }
  await sink.end();
}

/** Errors: LedgerError. */
async function planned({ context, page }: Delivery, rows: readonly KeyedRow[]): Promise<PlannedRow[]> {
  const { ledger, approved } = context;
  const found: readonly PlannedRow[] = await planPage(rows, page);
  const keys = found.flatMap(({ known, key }) => (known?.state === 'created' ? [key.key] : []));
  if (keys.length === 0 && !approved) return [...found];
  // Without their figures, rows that are paid still are.
  const paid = await ledgerCall(() => ledger.paid(keys));
  return found.map((row) => ({
    before: paid.ok ? paid.value.get(row.key.key) : undefined,
    ...row,
    planned: approved?.allowed(row) ?? row.planned,
  }));
}

/** Any other error is a defect. */
function isUnreadable(error: unknown): error is Error {
  return error instanceof InputError || (error instanceof Error && 'syscall' in error);
}
