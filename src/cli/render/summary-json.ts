// The end of a run for programs: the object of --json.
import type { RunEnd } from '../../batch/results/run-end.ts';

/** Nothing where nothing was. */
function leftOutJson({ blankAtEnd, blankBetween, below }: RunEnd['facts']): object | undefined {
  const blank = blankAtEnd + blankBetween;
  if (blank === 0 && !below) return undefined;
  return { blank, below: below ? below.lastLine - below.line + 1 : 0 };
}

/** The object of `--json` (README, Output for programs). */
export function summaryJson(end: RunEnd, environment: string | null): string {
  return JSON.stringify(summaryOf(end, environment));
}

/** The same of a run whose rows were only queued: it has no results yet. */
export function detachedJson(end: RunEnd, environment: string | null): string {
  return JSON.stringify({ ...summaryOf(end, environment), results: undefined });
}

function summaryOf(end: RunEnd, environment: string | null) {
  return {
    runId: end.runId,
    batchId: end.batchId,
    kind: end.facts.kind,
    environment,
    counts: Object.fromEntries(end.tally.counts),
    totals: end.tally.totals(),
    earlier: { counts: Object.fromEntries(end.earlier.counts), totals: end.earlier.totals() },
    results: end.results,
    retry: end.retry,
    reasons: end.reasons,
    stopped: end.stopped === '' ? null : end.stopped,
    footing: end.footing,
    leftOut: leftOutJson(end.facts),
    known: end.known,
    cost: end.cost,
    durationMs: Math.round(end.durationMs),
    exitCode: end.exitCode,
  };
}
