// A run that was killed, and the run that went on with its file.
import type { Ledger, RunRecord } from '../ledger/ledger.ts';

const ALL_RUNS = 1_000_000;

/** It has no exit code, and no process works on it. */
export const isKilled = (run: RunRecord): boolean => run.exitCode === null && !run.alive;

/** The newest of these runs that went on with the same bytes; a run that was refused did not. */
export function continuedBy(run: RunRecord, runs: readonly RunRecord[]): RunRecord | undefined {
  if (!isKilled(run)) return undefined;
  return runs.find(
    (other) =>
      other.startedAt > run.startedAt &&
      other.exitCode !== 2 &&
      other.kind === run.kind &&
      other.batchId === run.batchId &&
      other.fileHash === run.fileHash &&
      other.rows === run.rows,
  );
}

/** The same among all runs of the ledger. */
export async function continuation(ledger: Ledger, run: RunRecord): Promise<RunRecord | undefined> {
  return isKilled(run) ? continuedBy(run, await ledger.runs(ALL_RUNS)) : undefined;
}
