// The results of a run on several hosts, from the ledger alone: each row as it is now, with its quote and response.
import type { Profile } from '../../interface/profile.ts';
import type { Ledger, LedgerEntry, QueuedRow, RunQueue, Submission } from '../../ledger/ledger.ts';
import type { RetryIdentity } from '../input/retry-of.ts';
import type { PayoutRow } from '../input/row.ts';
import { result, type RowResult } from '../results/result.ts';
import { figuresOf, paymentOf } from '../send/payment-figures.ts';
import { payoutOf } from './item.ts';
import { hostsMessage } from './messages.ts';
import { shapeOf } from './submission.ts';

export interface RowFromLedger extends RetryIdentity {
  readonly row: PayoutRow;
  readonly outcome: RowResult;
}

/** In file order. */
export async function* rowsFromLedger(
  ledger: Ledger,
  queue: RunQueue,
  submission: Pick<Submission, 'runId' | 'settings'>,
): AsyncGenerator<readonly RowFromLedger[]> {
  const { runId } = submission;
  const { profile } = shapeOf(submission);
  for await (const page of queue.rows(runId)) {
    const keys = page.flatMap(({ key, row }) => (key !== null && wasTried(row) ? [key] : []));
    const entries = keys.length === 0 ? undefined : await ledger.entriesOf(keys);
    yield page.map((one) => {
      const queued = payoutOf(one);
      // If a row was changed in the database, the run has the values from before.
      const { line, reference, currency, amount } = one.row;
      const row = { ...queued.row, line, reference, currency, amount };
      const key = one.key ?? '';
      const outcome = outcomeOf(one.row, entries?.get(key) ?? [], runId, profile);
      return { row, key, content: queued.key.content, outcome };
    });
  }
}

const wasTried = ({ status }: QueuedRow['row']): boolean => status !== 'invalid' && status !== 'pending';

function outcomeOf(
  row: QueuedRow['row'],
  entries: readonly LedgerEntry[],
  runId: string,
  profile: Profile,
): RowResult {
  const { status, line, createdId, message, code: errorCode, resolved } = row;
  // A resolution comes before the outcome.
  if (status === 'in_doubt' && resolved)
    return resolved.as === 'created'
      ? result('created', { createdId: resolved.createdId ?? '' })
      : result('not_sent', {
          errorCode: 'resolved',
          message: hostsMessage('resolved_not_created', { reason: resolved.reason }),
        });
  const doubt = status === 'in_doubt' ? { runId, line } : undefined;
  const known = result(status, { createdId, message, errorCode, doubt });
  const payment = wasTried(row) ? paymentOf(row, entries, runId) : undefined;
  if (!payment) return known;
  return { ...known, ...figuresOf(payment, profile), runId: payment.runId === runId ? '' : payment.runId };
}
