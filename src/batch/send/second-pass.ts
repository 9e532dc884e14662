// The pass that sends: rows are planned against the ledger, fed to the pool and settled in order. It reads the file
// again and refuses a byte that is not the one that was checked.
import type { FileHandle } from 'node:fs/promises';

import { hash64, hashInteger } from '../../ledger/keys.ts';
import { LedgerError, type RunRow } from '../../ledger/ledger.ts';
import type { Checked } from '../input/first-pass.ts';
import { startPass } from '../input/input-file.ts';
import type { BatchRow } from '../input/row.ts';
import { Warnings } from '../input/warnings.ts';
import type { RunHooks } from '../options.ts';
import { type RowKey, RowKeys } from '../plan/keys.ts';
import { type Plan, plan, type PlanContext } from '../plan/plan.ts';
import { notStarted, result, type RowResult } from '../results/result.ts';
import type { ResultsFile } from '../results/results-file.ts';
import type { RunContext } from './context.ts';
import type { Feed } from './feed.ts';
import { processRow } from './process-row.ts';
import { runRow } from './settle.ts';

export class FileChanged extends Error {}

export interface SecondPass {
  readonly handle: FileHandle;
  readonly checked: Checked;
  readonly context: RunContext;
  readonly results: ResultsFile;
  readonly feed: Feed;
  readonly hooks: RunHooks;
  /** Whether another live run holds some of the keys. */
  readonly contested: boolean;
}

/** Returns the header's byte range. Errors: {@link FileChanged}. */
export async function secondPass(pass: SecondPass): Promise<{ start: number; end: number }> {
  const { context, checked, results, feed, hooks } = pass;
  const keys = new RowKeys(context.batchId);
  // Warnings were given by the first pass.
  const options = { ...checked.options, warnings: new Warnings() };
  const file = await startPass(pass.handle, options, (digest, index) => {
    if (digest !== checked.prefixes[index])
      throw new FileChanged('the file was changed while the run was going');
  });
  let sequence = 0;
  const settled = (at: number, row: BatchRow, outcome: RowResult): void => {
    results.put(at, row, outcome);
    report(hooks, row, outcome);
    hooks.progress?.(results.progress(checked.facts.rows));
  };
  for await (const rows of file.rows()) {
    const keyed = rows.map((row) => ({ row, key: keys.keyOf(row) }));
    const { known, held } = await lookUp(pass, keyed);
    const notes: RunRow[] = [];
    for (const { row, key } of keyed) {
      const at = sequence++;
      const planned = plan(row, key, known.get(key.key), planContext(context, held.get(key.key)));
      if (planned.do === 'nothing') {
        notes.push(runRow(row, noteKey(row, key), planned.result));
        settled(at, row, planned.result);
        continue;
      }
      const again = planned.do === 'resend';
      const work = async (): Promise<void> => {
        const outcome = context.halt.on
          ? halted(context, planned)
          : await processRow(context, row, key, planned);
        // What the ledger was not told as an outcome: rows that never started, and rows that are in doubt still.
        if (outcome.status === 'not_sent' || (again && outcome.status === 'in_doubt')) {
          await note(context, [runRow(row, key.key, outcome)]);
        }
        settled(at, row, outcome);
      };
      await feed.add(work, () => sequence - results.next);
    }
    await note(context, notes);
  }
  await feed.drain();
  return file.headerRange;
}

async function lookUp(pass: SecondPass, keyed: readonly { row: BatchRow; key: RowKey }[]) {
  const { ledger, halt } = pass.context;
  const names = keyed.map(({ key }) => key.key);
  try {
    const known = await ledger.lookup(names);
    const held = pass.contested
      ? await ledger.heldByOthers(
          pass.context.runId,
          names.map((key) => ({ key, hash: hashInteger(hash64(key)) })),
        )
      : new Map<string, string>();
    return { known, held };
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    halt.now(error.message);
    return { known: new Map<string, never>(), held: new Map<string, string>() };
  }
}

function planContext(context: RunContext, heldBy: string | undefined): PlanContext {
  const { idempotency } = context.client.profile;
  return {
    batchId: context.batchId,
    heldBy,
    nowMs: context.clock.now(),
    idempotencyWindowMs: (idempotency?.windowSeconds ?? 0) * 1000,
  };
}

/** A row that repeats a reference of its own file must not be found under that reference. */
function noteKey(row: BatchRow, key: RowKey): string | null {
  return row.issues.some((issue) => issue.field === 'reference') ? null : key.key;
}

function halted(context: RunContext, planned: Plan): RowResult {
  if (planned.do === 'resend') {
    return result('in_doubt', {
      errorCode: 'in_doubt',
      errorMessage: `its outcome is unknown, and the run stopped before it could be sent again: ${context.halt.reason}`,
    });
  }
  const outcome = notStarted(context.halt.reason);
  return planned.do === 'continue' ? { ...outcome, transferId: planned.customerId } : outcome;
}

async function note(context: RunContext, rows: readonly RunRow[]): Promise<void> {
  if (rows.length === 0) return;
  try {
    await context.ledger.note(context.runId, rows);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    context.halt.now(error.message);
  }
}

function report(hooks: RunHooks, row: BatchRow, outcome: RowResult): void {
  if (outcome.status === 'created' || outcome.status === 'duplicate' || outcome.status === 'quoted') return;
  hooks.problem?.(row.line, outcome.status, outcome.errorMessage);
}
