// The results of a run on several hosts, from the ledger alone: each row as it is now, with its quote and response.
import type { Profile } from '../../interface/profile.ts';
import {
  type Ledger,
  type LedgerEntry,
  type PaidRecord,
  type QueuedRow,
  type RowRecord,
  type RunQueue,
  type Submission,
  UNPAID,
} from '../../ledger/ledger.ts';
import { sendingsIn } from '../../ledger/sendings.ts';
import type { RowIdentity } from '../input/retry-of.ts';
import type { PayoutRow } from '../input/row.ts';
import { isOfBatch } from '../plan/keys.ts';
import { result, type RowResult } from '../results/result.ts';
import { doneBefore, heldText } from '../results/row-messages.ts';
import { creationsIn, documentsOf, wentAs } from '../send/paid-before.ts';
import { quoteFigures } from '../send/steps/quote.ts';
import { payoutOf } from './item.ts';
import { type RunShape, shapeOf } from './submission.ts';

export interface StandingRow extends RowIdentity {
  readonly row: PayoutRow;
  readonly sequence: number;
  readonly outcome: RowResult;
  /** The record as it stands in the input. */
  readonly raw: string;
  /** Somebody has changed it in the database since. */
  readonly isAltered: boolean;
}

/** In file order. */
export async function* standingRows(
  ledger: Ledger,
  queue: RunQueue,
  submission: Pick<Submission, 'runId' | 'batchId' | 'settings'>,
): AsyncGenerator<readonly StandingRow[]> {
  const { runId, batchId } = submission;
  const shape = shapeOf(submission);
  for await (const page of queue.rows(runId)) {
    const keys = page.flatMap(({ key, row }) => (key !== null && wasTried(row.status) ? [key] : []));
    const { entries, known, paid, atWork } = await storedOf(ledger, runId, keys);
    const own = { batchId, profile: shape.profile, atWork };
    yield page.map((one) => {
      const { row: queued, key: identity } = payoutOf(one);
      const { line, reference, currency, amount } = one.row;
      // The hash chain has the values from before the change.
      const row = one.isAltered ? { ...queued, line, reference, currency, amount } : queued;
      const key = one.key ?? '';
      const now = known.get(key);
      const later = now && isLater(now, runId) && identity.content === now.content ? now : undefined;
      const ended = outcomeOf(one.row, queued.documents, runId, shape, entries.get(key) ?? [], paid.get(key));
      const stands = later && UNPAID.includes(ended.status) ? sinceBy(later, paid.get(key), own) : ended;
      const { sequence, raw, isAltered } = one;
      const { content } = identity;
      return { row, key, content, sequence, raw, isAltered, outcome: stands };
    });
  }
}

interface Stored {
  readonly entries: ReadonlyMap<string, readonly LedgerEntry[]>;
  readonly known: ReadonlyMap<string, RowRecord>;
  /** Of rows that other runs have paid: what this one did is told by the entries. */
  readonly paid: ReadonlyMap<string, PaidRecord>;
  /** Other runs that are sending some of them, and are alive. */
  readonly atWork: ReadonlySet<string>;
}

async function storedOf(ledger: Ledger, runId: string, keys: readonly string[]): Promise<Stored> {
  if (keys.length === 0) return { entries: new Map(), known: new Map(), paid: new Map(), atWork: new Set() };
  const [entries, known] = await Promise.all([ledger.entriesOf(keys), ledger.lookup(keys)]);
  const others = [...known.values()].filter((row) => row.runId !== runId);
  const paidKeys = others.filter(({ state }) => state === 'created').map(({ key }) => key);
  const paid = paidKeys.length === 0 ? new Map<string, PaidRecord>() : await ledger.paid(paidKeys);
  const senders = new Set(others.filter(({ state }) => state === 'sending').map((row) => row.runId));
  const atWork = new Set<string>();
  for (const id of senders) if ((await ledger.run(id))?.alive === true) atWork.add(id);
  return { entries, known, paid, atWork };
}

/** Another run has sent the same row since. */
const isLater = ({ state, runId }: RowRecord, own: string): boolean =>
  runId !== own && ['created', 'in_doubt', 'sending'].includes(state);

interface Own {
  readonly batchId: string;
  readonly profile: Profile;
  readonly atWork: ReadonlySet<string>;
}

function sinceBy(known: RowRecord, paid: PaidRecord | undefined, own: Own): RowResult {
  const { state, runId, line, createdId } = known;
  if (state === 'sending' && own.atWork.has(runId))
    return result('not_sent', { errorCode: 'held', errorMessage: heldText(runId) });
  if (state !== 'created')
    return result('in_doubt', {
      runId,
      errorCode: 'in_doubt',
      errorMessage: `run ${runId} has sent it since: its outcome is unknown`,
      doubt: { runId, line },
    });
  const figures = { runId, createdId: createdId ?? '', ...(paid && wentAs(paid, own.profile)) };
  if (isOfBatch(known, own.batchId)) return result('created', figures);
  return result('duplicate', {
    ...figures,
    errorCode: 'duplicate',
    errorMessage: doneBefore('payouts', known),
  });
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
  const { createdId, message: errorMessage, code: errorCode, resolved } = row;
  const doubt = row.status === 'in_doubt' ? { runId, line: row.line } : undefined;
  const known = { createdId, errorMessage, errorCode, doubt };
  // A resolution comes before the outcome.
  if (row.status === 'in_doubt' && resolved)
    return resolved.as === 'created'
      ? result('created', { createdId: resolved.createdId ?? '' })
      : result('not_sent', {
          errorCode: 'resolved',
          errorMessage: `resolved as not created: ${resolved.reason}`,
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
