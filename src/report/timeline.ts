// How fast a run was: rows a second, retries, responses with status 429. Pure.
import type { RunPace } from '../batch/results/pace.ts';
import type { RunRecord } from '../ledger/ledger.ts';

export interface Timeline extends Omit<RunPace, 'workedMs'> {
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** From the first request for a row to the last row. */
  readonly seconds: number;
  readonly rowsPerSecond: number;
}

/** A shorter run is too short for a pace. */
const LEAST_SECONDS = 0.1;

export function timelineOf(
  { workedMs, ...counts }: RunPace,
  { startedAt, finishedAt }: Pick<RunRecord, 'startedAt' | 'finishedAt'>,
): Timeline {
  const seconds = workedMs / 1000;
  return {
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    seconds: rounded(seconds),
    ...counts,
    rowsPerSecond: rounded(counts.rows / Math.max(seconds, LEAST_SECONDS)),
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
