// What is told about the end of a run to those who watch it: a collector of metrics, a chat, a dead-man switch.
import type { RunEnd } from '../../batch/results/run-end.ts';
import type { RunKind } from '../../ledger/ledger.ts';

export interface EndedRun {
  readonly exitCode: number;
  /** `null` where it ended before anything was known. */
  readonly runId: string | null;
  readonly kind: RunKind | null;
  readonly environment: string | null;
  readonly counts: Readonly<Record<string, number>>;
  /** Currency -> status -> exact decimal. */
  readonly totals: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly durationMs: number;
  /** Rows in doubt of all runs; `undefined` where the ledger can't be asked. */
  readonly inDoubt: number | undefined;
  /** Code of the error that ended it before anything was sent; empty when none did. */
  readonly errorCode: string;
}

export function endedRun(
  { runId, facts, tally, durationMs, exitCode }: RunEnd,
  environment: string | null,
  inDoubt: number | undefined,
): EndedRun {
  const counts = Object.fromEntries(tally.counts);
  const totals = tally.totals();
  const { kind } = facts;
  return { exitCode, runId, kind, environment, counts, totals, durationMs, inDoubt, errorCode: '' };
}

/** A run that an error ended. */
export function refusedRun(exitCode: number, errorCode: string, durationMs: number): EndedRun {
  const nothing = { runId: null, kind: null, environment: null, counts: {}, totals: {}, inDoubt: undefined };
  return { ...nothing, exitCode, errorCode, durationMs };
}
