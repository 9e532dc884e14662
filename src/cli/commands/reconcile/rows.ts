// The ledger's side of a statement: the rows in doubt, those that a person called not created, and whatever else may be the
// owner of a line that looks like theirs.
import { memoTag } from '../../../batch/plan/memo-tag.ts';
import { type DoubtfulRow, LATE_MS } from '../../../batch/reconcile/match.ts';
import type { Statement } from '../../../batch/reconcile/statement.ts';
import { oneSpelling } from '../../../interface/created-id.ts';
import type { Doubt, Ledger, RowRecord, SentRow } from '../../../ledger/ledger.ts';
import { payeeOf } from '../../render/doubt.ts';

export interface LedgerRow extends DoubtfulRow {
  /** Where it stands, for a person. */
  readonly place: string;
}

interface Sides {
  readonly rows: readonly LedgerRow[];
  /** Called not created, and not sent again since: a line that is theirs says otherwise. */
  readonly denied: readonly LedgerRow[];
  readonly rivals: readonly LedgerRow[];
}

/** What a person called not created: these rows of the run will be sent again by the next run of their file. */
export async function deniedRows(ledger: Ledger, keys: readonly string[]): Promise<RowRecord[]> {
  const known = await ledger.lookup(keys);
  return [...known.values()].filter(({ state, byPerson }) => state === 'planned' && byPerson);
}

/** `doubts`, `denied`: those of the run. */
export async function rowsOf(
  ledger: Ledger,
  { doubts, denied }: { readonly doubts: readonly Doubt[]; readonly denied: readonly RowRecord[] },
  statement: Statement,
): Promise<Sides> {
  const all = [...doubts, ...denied].map(({ amount }) => amount).filter((amount) => amount !== '');
  const amounts = [...new Set(all)];
  const sent = amounts.length === 0 ? [] : await ledger.sentSince(earliest(statement), amounts);
  const own = new Set(doubts.map(({ key }) => key));
  const not = new Set(denied.map(({ key }) => key));
  const first = new Map(sent.filter(({ here }) => here).map(({ key, firstAt }) => [key, firstAt]));
  return {
    rows: doubts.map((doubt) => doubtful(doubt, first.get(doubt.key) ?? doubt.lastAttemptAt)),
    denied: sent.filter(({ here, key }) => here && not.has(key)).map(rival),
    rivals: sent.filter(({ here, key }) => !here || (!own.has(key) && !not.has(key))).map(rival),
  };
}

/** What was last heard of before that can't own a line of it. */
function earliest({ lines }: Statement): Date {
  const times = lines.flatMap(({ time }) => (time === null ? [] : [time.fromMs]));
  const first = times.reduce((least, one) => Math.min(least, one), Infinity);
  return new Date(Number.isFinite(first) ? first - LATE_MS : 0);
}

function doubtful(doubt: Doubt, firstAt: Date): LedgerRow {
  const { updatedAt, lastAttemptAt, body, line, runId } = doubt;
  const times = [firstAt, updatedAt, lastAttemptAt].map((at) => at.getTime());
  const { answeredId } = doubt;
  return {
    ...whatItSays(doubt, body ?? ''),
    // The service named it, though no ledger could be told: the strongest evidence there is.
    ...(answeredId !== '' && { createdId: oneSpelling(answeredId) }),
    fromMs: Math.min(...times),
    toMs: Math.max(...times),
    place: placeOf(line, runId),
  };
}

function rival(row: SentRow): LedgerRow {
  const { body, firstAt, lastAt, line, runId, here } = row;
  return {
    ...whatItSays(row, body),
    fromMs: firstAt.getTime(),
    toMs: lastAt.getTime(),
    place: placeOf(line, runId) + (here ? '' : ' (another environment)'),
  };
}

function whatItSays(
  { key, createdId, reference, amount, currency }: Doubt | SentRow,
  body: string,
): Omit<LedgerRow, 'fromMs' | 'toMs' | 'place'> {
  return {
    key,
    createdId: createdId === null ? null : oneSpelling(createdId),
    reference: reference ?? '',
    amount,
    currency,
    ...told(key, body),
  };
}

const placeOf = (line: number, runId: string): string => `line ${line} of run ${runId}`;

/** What the bytes that were sent say, whatever the profile says today. */
function told(key: string, body: string): Pick<DoubtfulRow, 'payee' | 'customer' | 'memo' | 'tag'> {
  const { account, customer, memo } = payeeOf(body);
  const tag = memoTag(key);
  return { payee: account, customer, memo, tag: memo.endsWith(tag) ? tag : '' };
}
