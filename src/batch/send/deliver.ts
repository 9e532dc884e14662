// The second reading of a run: each row is planned against the ledger again and handed to the sink.
import { toldBy } from '../../errors.ts';
import { InputError } from '../../files/input-error.ts';
import { LedgerError } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { keyedPages } from '../plan/keyed-pages.ts';
import type { KeyedRow } from '../plan/keys.ts';
import type { SurveyedFile } from '../plan/known-file.ts';
import { type PageSettings, type PlannedRow, planPage } from '../plan/page.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { RunContext } from './context.ts';
import { sendingMessage } from './messages.ts';
import { withEarlierFigures } from './payment-figures.ts';
import type { RunParts } from './run-parts.ts';

/** LocalSink sends the rows from here, QueueSink queues them for all hosts. */
export interface Sink {
  /** Rows in file order. Resolves when the next page may be read. */
  take(rows: readonly PlannedRow[]): Promise<void>;
  /** Rows that the ledger could not be asked about: they are not sent, and may have been paid before. */
  leaveOut(rows: readonly KeyedRow[], reason: Message): Promise<void>;
  /** Whether it takes no further row. */
  readonly isOver?: boolean;
  /** No row follows. Resolves when every row is sent or queued. */
  end(): Promise<void>;
}

/**
 * If the file can't be read to its end, or the ledger fails, the run stops. The rows before are sent. Errors:
 * LedgerError if the ledger can't take the plan.
 */
export async function deliver(
  run: SurveyedFile & { readonly context: RunContext },
  parts: RunParts,
  sink: Sink,
): Promise<void> {
  const { checked, knownFile, context } = run;
  const { breaker, approved } = context;
  if (approved) await parts.plan(approved.file);
  parts.begin(checked);
  try {
    for await (const rows of keyedPages(run, knownFile)) {
      if (sink.isOver === true) break;
      await parts.cells(rows);
      const planned = await ledgerCall(() => planAgain(rows, knownFile.pageSettings, context));
      if (planned.ok) await sink.take(planned.value);
      else {
        breaker.trip(planned.failure);
        await sink.leaveOut(rows, planned.failure);
      }
    }
  } catch (error) {
    const { file } = checked.options;
    if (error instanceof LedgerError) breaker.trip(error.told);
    else if (isUnreadable(error))
      breaker.trip(sendingMessage('file_unreadable', { file, why: toldBy(error) }));
    else throw error;
  }
  await parts.flush();
  await sink.end();
}

/** As the approved plan allows. Rows that an earlier run paid get the figures of that run. Errors: LedgerError. */
async function planAgain(
  rows: readonly KeyedRow[],
  settings: PageSettings,
  { ledger, approved, client }: RunContext,
): Promise<readonly PlannedRow[]> {
  const found = await planPage(rows, settings);
  const allowed = approved ? found.map((item) => ({ ...item, planned: approved.allowed(item) })) : found;
  return withEarlierFigures(allowed, ledger, client.profile);
}

/** Any other error is a defect. */
function isUnreadable(error: unknown): error is Error {
  return error instanceof InputError || (error instanceof Error && 'syscall' in error);
}
