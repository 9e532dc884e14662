// Rows that this process sends: through the pool, each to its line in the results.
import type { RunRow } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import type { BatchRow } from '../input/row.ts';
import type { Checked } from '../input/survey.ts';
import type { RowDecision } from '../plan/decide.ts';
import type { KeyedRow } from '../plan/keys.ts';
import type { PlannedRow } from '../plan/page.ts';
import { reportProblem, type RunHooks } from '../results/hooks.ts';
import { notStarted, result, type RowResult } from '../results/result.ts';
import type { ResultsFile } from '../results/results-file.ts';
import type { RunContext } from './context.ts';
import type { Sink } from './deliver.ts';
import { sendingMessage } from './messages.ts';
import { noteRows, runRow, stillInDoubt } from './outcome.ts';
import { processCustomer } from './process-customer.ts';
import { processPayout } from './process-payout.ts';
import { RowPool, type Slot } from './row-pool.ts';

type ToDo = Exclude<RowDecision, { do: 'nothing' }>;

interface LocalSinkOptions {
  readonly context: RunContext;
  readonly results: ResultsFile;
  readonly hooks: RunHooks;
  readonly settings: { readonly concurrency: number };
  readonly checked: Pick<Checked, 'facts'>;
}

/** Every row of the file gets its line, whatever stops the run. */
export class LocalSink implements Sink {
  readonly #options: LocalSinkOptions;
  readonly #pool: RowPool;

  constructor(options: LocalSinkOptions) {
    this.#options = options;
    this.#pool = new RowPool(options.settings.concurrency);
  }

  async take(rows: readonly PlannedRow[]): Promise<void> {
    const { context, results } = this.#options;
    const notes: RunRow[] = [];
    for (const item of rows) {
      const { row, key, planned } = item;
      if (planned.do === 'nothing') {
        notes.push(runRow(row, key, planned.result));
        this.#end(item, planned.result);
      } else if (context.breaker.reason) {
        // Requests in progress finish first: results are in order, and rows that wait for earlier ones take memory.
        await this.#pool.drain();
        const outcome = stopped(context, context.breaker.reason, row, planned);
        notes.push(runRow(row, key, outcome));
        this.#end(item, outcome);
      } else
        await this.#pool.add(
          (slot) => this.#send(item, planned, slot),
          () => key.sequence + 1 - results.next,
        );
    }
    await noteRows(context, notes);
  }

  async leaveOut(rows: readonly KeyedRow[], reason: Message): Promise<void> {
    await this.#pool.drain();
    const message = sendingMessage('row_unasked', { reason });
    for (const row of rows) this.#end(row, result('pending', { errorCode: 'ledger', message }));
  }

  async end(): Promise<void> {
    await this.#pool.drain();
    this.#options.context.breaker.end();
  }

  async #send(item: PlannedRow, planned: ToDo, slot: Slot): Promise<void> {
    const { context } = this.#options;
    const { row, key } = item;
    const { reason } = context.breaker;
    const outcome = reason
      ? stopped(context, reason, row, planned)
      : row.kind === 'payouts'
        ? await processPayout(context, row, key, slot, planned.do === 'resend')
        : await processCustomer(context, row, key, slot, 'result' in planned ? planned.result : undefined);
    // The ledger does not know yet how these rows ended.
    if (outcome.status === 'not_sent' || (planned.do === 'resend' && outcome.status === 'in_doubt'))
      await noteRows(context, [runRow(row, key, outcome)]);
    this.#end(item, outcome);
  }

  #end({ row, key }: KeyedRow, outcome: RowResult): void {
    const { results, hooks, checked } = this.#options;
    results.put(key.sequence, row, outcome, key);
    reportProblem(hooks, row, outcome);
    hooks.progress?.(results.progress(checked.facts.rows));
  }
}

function stopped(context: RunContext, reason: Message, row: BatchRow, planned: ToDo): RowResult {
  const outcome = notStarted(reason);
  if (planned.do === 'resend') return stillInDoubt(outcome, { runId: context.runId, line: row.line });
  return planned.do === 'continue' ? { ...outcome, createdId: planned.result.createdId } : outcome;
}
