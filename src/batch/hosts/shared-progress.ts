// How far a run is that several hosts work on: what the ledger counts, asked for now and then, and the rows that ended
// here since.
import type { Clock } from '../../client/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { ProgressReport } from '../results/hooks.ts';

/**
 * No question sooner than this after another, and each may take a twentieth of the time at most: it counts all rows.
 */
const EVERY_MS = 2_000;
const SHARE = 20;

interface Watched {
  readonly ledger: Pick<Ledger, 'run'>;
  readonly runId: string;
  readonly clock: Clock;
  readonly total: number;
}

/** `ended`: a row has ended here. `look`: asks the ledger, unless it was asked a moment ago. */
export function sharedProgress(
  { ledger, runId, clock, total }: Watched,
  report: (report: ProgressReport) => void,
): { ended: () => void; look: () => Promise<void> } {
  let now: ProgressReport = { done: 0, total, refused: 0, inDoubt: 0 };
  let askAtMs = 0;
  const tell = (next: Partial<ProgressReport> & { done: number }): void => {
    // A bar that goes back is taken for trouble; an answer may be older than rows that ended here.
    now = { ...now, ...next, done: Math.min(Math.max(now.done, next.done), total) };
    report(now);
  };
  const look = async (): Promise<void> => {
    const beganMs = clock.elapsed();
    if (beganMs < askAtMs) return;
    askAtMs = Infinity;
    // A ledger that doesn't answer is met again by what needs it.
    const found = await ledger.run(runId).catch(() => undefined);
    const endedMs = clock.elapsed();
    askAtMs = endedMs + Math.max(EVERY_MS, (endedMs - beganMs) * SHARE);
    if (!found?.counts) return;
    const { pending = 0, invalid = 0, rejected = 0, failed = 0, in_doubt: inDoubt = 0 } = found.counts;
    const all = Object.values(found.counts).reduce((sum, count) => sum + count, 0);
    tell({ done: all - pending, inDoubt, refused: invalid + rejected + failed });
  };
  return {
    ended: () => {
      tell({ done: now.done + 1 });
    },
    look,
  };
}
