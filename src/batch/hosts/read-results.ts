// The results of a run that is open to several hosts, from the ledger alone: each row as it stands now, with what was quoted
// and answered. Whoever asks needs no file.
import {
  type Ledger,
  type LedgerEntry,
  type PaidRecord,
  type QueuedRow,
  type RowRecord,
  type RunQueue,
  UNPAID,
} from '../../ledger/ledger.ts';
import type { PayoutRow } from '../input/row.ts';
import { result, type RowResult } from '../results/result.ts';
import type { AnsweredIds } from '../results/witness.ts';
import { doubtBefore } from '../results/words.ts';
import { creationsIn, documentsOf, wentAs } from '../send/paid-before.ts';
import { quoteFigures } from '../send/steps/quote.ts';
import { payoutOf } from './item.ts';
import type { RunShape } from './shape.ts';

export interface StandingRow {
  readonly row: PayoutRow;
  readonly key: string;
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
  runId: string,
  shape: RunShape,
): AsyncGenerator<readonly StandingRow[]> {
  for await (const page of queue.rows(runId)) {
    const keys = page.flatMap(({ key, row }) => (key !== null && wasTried(row.status) ? [key] : []));
    const { entries, known, paid } = await storedOf(ledger, runId, keys);
    yield page.map((one) => {
      const { row: queued, key: identity } = payoutOf(one);
      const { line, reference, currency, amount } = one.row;
      // What was told of it before somebody changed it stands in the hash chain.
      const row = one.isAltered ? { ...queued, line, reference, currency, amount } : queued;
      const key = one.key ?? '';
      const now = known.get(key);
      const later = now && isLater(now, runId) && identity.isContent(now.content) ? now : undefined;
      const ended = outcomeOf(one, runId, shape, entries.get(key) ?? [], paid.get(key));
      const stands = later && UNPAID.includes(ended.status) ? sinceBy(later, paid.get(key), shape) : ended;
      const byPerson =
        now?.byPerson === true && (stands.status === 'created' || stands.status === 'duplicate');
      const outcome = { ...stands, byPerson };
      return { row, key, sequence: one.sequence, raw: one.raw, isAltered: one.isAltered, outcome };
    });
  }
}

/** A row in doubt that was answered all the same, which only earlier results of the run know: they are about to be replaced. */
export function withAnswered(one: StandingRow, runId: string, answered: AnsweredIds): StandingRow {
  const { row, outcome } = one;
  if (outcome.status !== 'in_doubt' || outcome.createdId !== '') return one;
  const { line, reference } = row;
  const place = { runId: outcome.runId === '' ? runId : outcome.runId, line };
  const createdId = answered.of({ ...place, reference });
  if (createdId === '') return one;
  const errorMessage = doubtBefore({ ...place, kind: 'payouts', createdId });
  return { ...one, outcome: { ...outcome, createdId, errorMessage } };
}

interface Stored {
  readonly entries: ReadonlyMap<string, readonly LedgerEntry[]>;
  readonly known: ReadonlyMap<string, RowRecord>;
  /** Of rows that other runs have paid: what this one did is told by the entries. */
  readonly paid: ReadonlyMap<string, PaidRecord>;
}

async function storedOf(ledger: Ledger, runId: string, keys: readonly string[]): Promise<Stored> {
  if (keys.length === 0) return { entries: new Map(), known: new Map(), paid: new Map() };
  const [entries, known] = await Promise.all([ledger.entriesOf(keys), ledger.lookup(keys)]);
  const others = [...known.values()].filter((row) => row.state === 'created' && row.runId !== runId);
  if (others.length === 0) return { entries, known, paid: new Map() };
  return { entries, known, paid: await ledger.paid(others.map(({ key }) => key)) };
}

/** The very same row, which another run has sent: paid, or perhaps. */
const isLater = ({ state, runId }: RowRecord, own: string): boolean =>
  runId !== own && ['created', 'in_doubt', 'sending'].includes(state);

/** What status and report say of it, too: nobody is to pay it from a retry file. */
function sinceBy(
  { state, runId, createdId }: RowRecord,
  paid: PaidRecord | undefined,
  { profile }: RunShape,
): RowResult {
  if (state !== 'created')
    return result('in_doubt', {
      runId,
      errorCode: 'in_doubt',
      errorMessage: `run ${runId} has sent it since, and nobody knows what became of it`,
    });
  return { ...result('created', { runId, createdId: createdId ?? '' }), ...(paid && wentAs(paid, profile)) };
}

const wasTried = (status: string): boolean => !['invalid', 'pending'].includes(status);

function outcomeOf(
  { row, data }: QueuedRow,
  runId: string,
  { profile }: RunShape,
  entries: readonly LedgerEntry[],
  paid: PaidRecord | undefined,
): RowResult {
  const { createdId, message: errorMessage, code: errorCode, resolved } = row;
  const known = { createdId, errorMessage, errorCode };
  // A person's word stands before what the run saw.
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
    const earlier =
      row.status === 'in_doubt' ? (entries.findLast(({ type }) => type === 'intent')?.runId ?? '') : '';
    return result(row.status, { ...known, runId: earlier === runId ? '' : earlier });
  }
  return result(row.status, {
    ...known,
    ...(intent?.answer ? quoteFigures(intent.answer, profile) : {}),
    documentIds: intent?.body ? documentsOf(intent.body) : idsIn(data),
    httpStatus: outcome?.httpStatus ?? null,
    attempts: creationsIn(outcome?.data.attempts ?? []),
    startedAt: outcome?.data.startedAt ?? intent?.at.toISOString() ?? '',
    finishedAt: outcome?.at.toISOString() ?? '',
  });
}

function idsIn(data: string): string[] {
  const { documents } = JSON.parse(data) as Pick<PayoutRow, 'documents'>; // as its item was written
  return documents.flatMap((one) => (one.kind === 'id' ? [one.id] : []));
}
