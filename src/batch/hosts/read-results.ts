// The results of a run on several hosts, from the ledger alone: each row as it is now, with its quote and response.
import {
  type Ledger,
  type LedgerEntry,
  type PaidRecord,
  type QueuedRow,
  type RunQueue,
  type Submission,
} from '../../ledger/ledger.ts';
import { sendingsIn } from '../../ledger/sendings.ts';
import type { RowIdentity } from '../input/retry-of.ts';
import type { PayoutRow } from '../input/row.ts';
import { result, type RowResult } from '../results/result.ts';
import { creationsIn, documentsOf, wentAs } from '../send/paid-before.ts';
import { quoteFigures } from '../send/steps/quote.ts';
import { payoutOf } from './item.ts';
import { hostsMessage } from './messages.ts';
import { type RunShape, shapeOf } from './submission.ts';

export interface StandingRow extends RowIdentity {
  readonly row: PayoutRow;
  readonly outcome: RowResult;
}

/** In file order. */
export async function* standingRows(
  ledger: Ledger,
  queue: RunQueue,
  submission: Pick<Submission, 'runId' | 'settings'>,
): AsyncGenerator<readonly StandingRow[]> {
  const { runId } = submission;
  const shape = shapeOf(submission);
  for await (const page of queue.rows(runId)) {
    const keys = page.flatMap(({ key, row }) => (key !== null && wasTried(row.status) ? [key] : []));
    const { entries, paid } = await storedOf(ledger, runId, keys);
    yield page.map((one) => {
      const queued = payoutOf(one);
      // Of a row that was changed in the database, the run has the values from before.
      const { line, reference, currency, amount } = one.row;
      const row = { ...queued.row, line, reference, currency, amount };
      const key = one.key ?? '';
      const outcome = outcomeOf(one.row, row.documents, runId, shape, entries.get(key) ?? [], paid.get(key));
      return { row, key, content: queued.key.content, outcome };
    });
  }
}

interface Stored {
  readonly entries: ReadonlyMap<string, readonly LedgerEntry[]>;
  /** Of rows that other runs have paid: what this one did is told by the entries. */
  readonly paid: ReadonlyMap<string, PaidRecord>;
}

async function storedOf(ledger: Ledger, runId: string, keys: readonly string[]): Promise<Stored> {
  if (keys.length === 0) return { entries: new Map(), paid: new Map() };
  const [entries, known] = await Promise.all([ledger.entriesOf(keys), ledger.lookup(keys)]);
  const others = [...known.values()].filter((row) => row.runId !== runId);
  const paidKeys = others.filter(({ state }) => state === 'created').map(({ key }) => key);
  const paid = paidKeys.length === 0 ? new Map<string, PaidRecord>() : await ledger.paid(paidKeys);
  return { entries, paid };
}

const wasTried = (status: string): boolean => !['invalid', 'pending'].includes(status);

function outcomeOf(
  row: QueuedRow['row'],
  documents: PayoutRow['documents'],
  runId: string,
  { profile }: RunShape,
  entries: readonly LedgerEntry[],
  paid: PaidRecord | undefined,
): RowResult {
  const { createdId, message, code: errorCode, resolved } = row;
  const doubt = row.status === 'in_doubt' ? { runId, line: row.line } : undefined;
  const known = { createdId, message, errorCode, doubt };
  // A resolution comes before the outcome.
  if (row.status === 'in_doubt' && resolved)
    return resolved.as === 'created'
      ? result('created', { createdId: resolved.createdId ?? '' })
      : result('not_sent', {
          errorCode: 'resolved',
          message: hostsMessage('resolved_not_created', { reason: resolved.reason }),
        });
  if (row.status === 'invalid' || row.status === 'pending') return result(row.status, known);
  if ((row.status === 'created' || row.status === 'duplicate') && paid && paid.runId !== runId)
    return { ...result(row.status, known), ...wentAs(paid, profile) };
  const own = entries.filter((entry) => entry.runId === runId);
  const outcome = own.findLast(({ type }) => ['created', 'rejected', 'failed', 'in_doubt'].includes(type));
  const intent = own.findLast(({ type }) => type === 'intent');
  if (row.status === 'not_sent' || (!outcome && !intent)) {
    const earlier = row.status === 'in_doubt' ? (sendingsIn(entries).current?.intent.runId ?? '') : '';
    return result(row.status, { ...known, runId: earlier === runId ? '' : earlier });
  }
  return result(row.status, {
    ...known,
    ...(intent?.answer ? quoteFigures(intent.answer, profile) : {}),
    documentIds: intent?.body ? documentsOf(intent.body) : idsIn(documents),
    httpStatus: outcome?.httpStatus ?? null,
    attempts: creationsIn(outcome?.data.attempts ?? []),
    startedAt: outcome?.data.startedAt ?? intent?.at.toISOString() ?? '',
    finishedAt: outcome?.at.toISOString() ?? '',
  });
}

const idsIn = (documents: PayoutRow['documents']): string[] =>
  documents.flatMap((one) => (one.kind === 'id' ? [one.id] : []));
