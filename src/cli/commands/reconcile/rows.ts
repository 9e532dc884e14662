// The ledger's side of a statement: the rows in doubt, those that a person called not created, and whatever else may be the
// owner of a line that looks like theirs.
import { memoTag } from '../../../batch/plan/memo-tag.ts';
import { type DoubtfulRow, LATE_MS } from '../../../batch/reconcile/match.ts';
import type { Statement } from '../../../batch/reconcile/statement.ts';
import { oneSpelling } from '../../../interface/created-id.ts';
import type { Doubt, Ledger, LedgerEntry, RowRecord, SentRow } from '../../../ledger/ledger.ts';
import { fieldsOfBody } from '../../../report/body.ts';
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

/** What a person called not created. */
export interface Denied {
  /** Rows of the run that the next run of their file will send again. */
  readonly waiting: readonly RowRecord[];
  /** Of those that were sent again since: the sending before, which should not have paid. */
  readonly before: readonly LedgerRow[];
}

export async function deniedRows(ledger: Ledger, keys: readonly string[]): Promise<Denied> {
  const waiting: RowRecord[] = [];
  const before: LedgerRow[] = [];
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const some = keys.slice(at, at + AT_ONCE);
    const entries = await ledger.entriesOf(some);
    for (const record of (await ledger.lookup(some)).values()) {
      if (isWaiting(record)) waiting.push(record);
      before.push(...sendingsBefore(record, entries.get(record.key) ?? []));
    }
  }
  return { waiting, before };
}

const AT_ONCE = 500;
const isWaiting = ({ state, byPerson }: RowRecord): boolean => state === 'planned' && byPerson;

/** Each sending that a person called not created, and that another one followed. */
function sendingsBefore(record: RowRecord, entries: readonly LedgerEntry[]): LedgerRow[] {
  const last = entries.findLastIndex(({ type }) => type === 'intent');
  return entries.slice(0, Math.max(last, 0)).flatMap((intent, at) => {
    if (intent.type !== 'intent') return [];
    const next = entries.findIndex(({ type }, later) => later > at && type === 'intent');
    const own = entries.slice(at + 1, next);
    if (!own.some(({ type }) => type.endsWith('_not_created'))) return [];
    const { body, line, runId } = intent;
    const heard = own.findLast(({ type }) => type === 'in_doubt')?.at ?? intent.at;
    const said = fieldsOfBody(body ?? '');
    const paid = {
      ...record,
      createdId: null,
      amount: said.get('receiverAmount') ?? record.amount,
      currency: said.get('destination.currency') ?? record.currency,
    };
    return [
      {
        ...whatItSays(paid, body ?? ''),
        fromMs: intent.at.getTime(),
        toMs: heard.getTime(),
        place: placeOf(line, runId),
      },
    ];
  });
}

/** `doubts`, `denied`: those of the run. */
export async function rowsOf(
  ledger: Ledger,
  { doubts, denied }: { readonly doubts: readonly Doubt[]; readonly denied: Denied },
  statement: Statement,
): Promise<Sides> {
  const all = [...doubts, ...denied.waiting, ...denied.before]
    .map(({ amount }) => amount)
    .filter((amount) => amount !== '');
  const amounts = [...new Set(all)];
  const sent = amounts.length === 0 ? [] : await ledger.sentSince(earliest(statement), amounts);
  const own = new Set(doubts.map(({ key }) => key));
  const not = new Set(denied.waiting.map(({ key }) => key));
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
  {
    key,
    createdId,
    reference,
    amount,
    currency,
  }: Pick<SentRow, 'key' | 'createdId' | 'reference' | 'amount' | 'currency'>,
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
