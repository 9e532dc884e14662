// The end of a run, as metrics, notification and ping report it.
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
  /** NAME.retry.txt; `null` where there is none. */
  readonly reasons: string | null;
  readonly isLedgerGone: boolean;
}

export function endedRun(end: RunEnd, environment: string | null, inDoubt: number | undefined): EndedRun {
  const { runId, facts, tally, durationMs, exitCode, reasons } = end;
  return {
    ...{ exitCode, runId, kind: facts.kind, environment, durationMs, inDoubt, errorCode: '', reasons },
    counts: Object.fromEntries(tally.counts),
    totals: tally.totals(),
    isLedgerGone: end.ledgerGone === true,
  };
}

/** A run that an error ended. `inDoubt`: as above. */
export function refusedRun(
  exitCode: number,
  errorCode: string,
  durationMs: number,
  inDoubt?: number,
): EndedRun {
  const nothing = { runId: null, kind: null, environment: null, counts: {}, totals: {}, reasons: null };
  return { ...nothing, exitCode, errorCode, durationMs, inDoubt, isLedgerGone: errorCode === 'ledger_gone' };
}
