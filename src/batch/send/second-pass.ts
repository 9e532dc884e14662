// The pass that sends: rows are planned against the ledger, fed to the pool and written in order.
import type { PaidRecord, RunRow } from '../../ledger/ledger.ts';
import type { BatchRow } from '../input/row.ts';
import type { Decision } from '../plan/decide.ts';
import type { RowKey } from '../plan/keys.ts';
import type { RunHooks } from '../results/hooks.ts';
import type { Pace } from '../results/pace.ts';
import { isSaidAtEnd, notStarted, result, type RowResult } from '../results/result.ts';
import type { ResultsFile } from '../results/results-file.ts';
import type { RunContext } from './context.ts';
import { noteRows, runRow } from './outcome.ts';
import { asItWent } from './paid-before.ts';
import { type PlannedPass, type PlannedRow, plannedRows } from './planned-rows.ts';
import { processRow } from './process-row.ts';
import type { RowPool } from './row-pool.ts';
import type { Slot } from './slots.ts';

export interface SecondPass extends PlannedPass {
  readonly results: ResultsFile;
  readonly pool: RowPool;
  readonly hooks: RunHooks;
  readonly pace: Pace;
  /** What may halt the run, asked before each row. */
  readonly beforeRow?: (() => Promise<void>) | undefined;
}

/** Errors: FileChanged. */
export async function secondPass(pass: SecondPass): Promise<void> {
  const { context, results, pool } = pass;
  for await (const rows of plannedRows(pass)) {
    const notes: RunRow[] = [];
    for (const item of rows) {
      const { row, key, planned, before } = item;
      if (planned.do === 'nothing') {
        notes.push(runRow(row, noteKey(row, key), planned.result));
        ended(pass, item, asItWent(planned.result, before, context));
        continue;
      }
      if (context.breaker.isTripped) {
        // What is under way ends first: results are written in order, and what waits for its turn there waits in memory.
        await pool.drain();
        const outcome = halted(context, planned);
        notes.push(runRow(row, key, outcome));
        ended(pass, item, asItWent(outcome, before, context));
        continue;
      }
      await pool.add(
        (slot) => work(pass, item, planned, before, slot),
        () => item.at + 1 - results.next,
      );
    }
    await noteRows(context, notes);
  }
  await pool.drain();
}

/** One row that something is to be done about, from the pool to its result. */
async function work(
  pass: SecondPass,
  item: PlannedRow,
  planned: Exclude<Decision, { do: 'nothing' }>,
  before: PaidRecord | undefined,
  slot: Slot,
): Promise<void> {
  const context: RunContext = { slot, ...pass.context };
  const { row, key } = item;
  await pass.beforeRow?.();
  const outcome = context.breaker.isTripped
    ? halted(context, planned)
    : await processRow(context, row, key, planned);
  // What the ledger was not told as an outcome: rows that never started, and rows that are in doubt still.
  if (outcome.status === 'not_sent' || (planned.do === 'resend' && outcome.status === 'in_doubt')) {
    await noteRows(context, [runRow(row, key, outcome)]);
  }
  if (outcome.status !== 'not_sent') pass.pace.row();
  ended(pass, item, asItWent(outcome, before, context));
}

function ended(
  { results, hooks, checked }: SecondPass,
  { row, at, key }: PlannedRow,
  outcome: RowResult,
): void {
  results.put(at, row, outcome, key.key);
  // Paid, but not as this row says: somebody has to know.
  const good =
    ['created', 'duplicate', 'quoted'].includes(outcome.status) && outcome.errorCode !== 'corrected';
  if (!good && !isSaidAtEnd(outcome)) hooks.problem?.(row.line, outcome.status, outcome.errorMessage);
  hooks.progress?.(results.progress(checked.facts.rows));
}

/** A row that repeats a reference of its own file must not be found under that reference. */
export function noteKey(row: BatchRow, { key, sequence }: RowKey): { key: string | null; sequence: number } {
  return { key: row.issues.some((issue) => issue.repeats === true) ? null : key, sequence };
}

function halted(context: RunContext, planned: Decision): RowResult {
  if (planned.do === 'resend') {
    return result('in_doubt', {
      errorCode: 'in_doubt',
      errorMessage: `its outcome is unknown, and the run stopped before it could be sent again: ${context.breaker.reason}`,
    });
  }
  const outcome = notStarted(context.breaker.reason);
  return planned.do === 'continue' ? { ...outcome, createdId: planned.customerId } : outcome;
}
