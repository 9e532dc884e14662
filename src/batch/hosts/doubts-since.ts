// Rows that were queued, and that what has come to be in doubt since may be: hours may lie between the look at the submission
// and a row's turn. What was in doubt by then was judged with the whole file at hand (plan/alike); here each row is judged alone.
import type { RowRecord } from '../../ledger/ledger.ts';
import { type LikeDoubt, NearDoubts } from '../plan/alike/near-doubts.ts';
import type { RunContext } from '../send/context.ts';
import type { QueuedPayout } from './item.ts';

const DOUBT: ReadonlySet<string> = new Set(['in_doubt', 'corrected_in_doubt']);

/**
 * By their places in the file: the doubt that each may be. Of this run, its batch, and the batch that it is a retry of, nothing:
 * those are rows of one file. Nothing where whoever has submitted it said that all is meant. Errors: LedgerError.
 */
export async function doubtedSince(
  { ledger, clock, runId, batchId, alikeSince }: RunContext,
  payouts: readonly QueuedPayout[],
): Promise<ReadonlyMap<number, RowRecord>> {
  const held = new Map<number, RowRecord>();
  if (alikeSince === null || payouts.length === 0) return held;
  const doubts = await NearDoubts.read(ledger, clock.now());
  if (doubts.size === 0) return held;
  const isSince = async ({ key }: RowRecord): Promise<boolean> => {
    const entries = (await ledger.entriesOf([key])).get(key) ?? [];
    return entries.some(({ type, number }) => DOUBT.has(type) && number > alikeSince);
  };
  for (const { row, key } of payouts) {
    const isOther = ({ other, isNext }: LikeDoubt): boolean =>
      !isNext &&
      other.key !== key.key &&
      other.runId !== runId &&
      other.batchId !== batchId &&
      other.batchId !== row.retryOf?.batchId;
    for (const { other } of doubts.like(row).filter(isOther)) {
      if (!(await isSince(other))) continue;
      held.set(key.sequence, other);
      break;
    }
  }
  return held;
}
