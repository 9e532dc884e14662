// The ledger's side of a statement: the rows in doubt, those that a person called not created, and whatever else may be the
// owner of a line that looks like theirs.
import type { Statement } from '../../../batch/reconcile/statement.ts';
import { byBadClock, LATE_MS, reachOf } from '../../../batch/reconcile/when.ts';
import { oneSpelling } from '../../../interface/created-id.ts';
import { isClockSetBack } from '../../../ledger/clock-order.ts';
import type { Doubt, Ledger, LedgerEntry, SentRow } from '../../../ledger/ledger.ts';
import { openOf, sendingsIn } from '../../../ledger/sendings.ts';
import { isFree } from '../../../ledger/state.ts';
import { type Called, sendingsOf } from './called.ts';
import { type LedgerRow, placeOf, whatItSays } from './ledger-row.ts';

interface Sides {
  readonly rows: readonly LedgerRow[];
  readonly rivals: readonly LedgerRow[];
  /** All of them, each from its last sending on: what was called not created before it owns nothing. */
  readonly owners: readonly LedgerRow[];
}

/** What a person called not created. */
export interface Denied {
  /** Of rows of the run that the next run of their file will send again: a line that is theirs says otherwise. */
  readonly waiting: readonly Called[];
  /** Of those that were sent again since: the sendings before, which should not have paid. */
  readonly before: readonly Called[];
  /** When the rows of these were sent last, by their key. */
  readonly lastSentMs: ReadonlyMap<string, number>;
  /** Keys of those among them whose times run backwards. */
  readonly badClocks: ReadonlySet<string>;
  /** All rows that were looked at. */
  readonly keys: ReadonlySet<string>;
}

const AT_ONCE = 500;

export async function deniedRows(ledger: Ledger, keys: readonly string[], now: Date): Promise<Denied> {
  const waiting: Called[] = [];
  const before: Called[] = [];
  const lastSentMs = new Map<string, number>();
  const badClocks = new Set<string>();
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const some = keys.slice(at, at + AT_ONCE);
    const entries = await ledger.entriesOf(some);
    for (const record of (await ledger.lookup(some)).values()) {
      const own = sendingsOf(record, entries.get(record.key) ?? [], now);
      const { called, isWaiting, lastSentAt } = own;
      if (called.length > 0 && own.isByBadClock) badClocks.add(record.key);
      (isWaiting ? waiting : before).push(...called);
      if (called.length > 0 && lastSentAt) lastSentMs.set(record.key, lastSentAt.getTime());
    }
  }
  return { waiting, before, lastSentMs, badClocks, keys: new Set(keys) };
}

/** `doubts`, `denied`: those of the run. */
export async function rowsOf(
  ledger: Ledger,
  { doubts, denied }: { readonly doubts: readonly Doubt[]; readonly denied: Denied },
  statement: Statement,
  now: Date,
): Promise<Sides> {
  // Of what was corrected since, as it is now as well: a line may be that payment's.
  const corrected = denied.before.map(({ now }) => now);
  const all = [...doubts, ...denied.waiting, ...denied.before, ...corrected]
    .map(({ amount }) => amount)
    .filter((amount) => amount !== '');
  const amounts = [...new Set(all)];
  const sent = amounts.length === 0 ? [] : await ledger.sentSince(earliest(statement), amounts);
  const entries = await ledger.entriesOf(doubts.map(({ key }) => key));
  const rows = doubts.map((doubt) => doubtful(doubt, entries.get(doubt.key) ?? [], now));
  const elsewhere = await calledElsewhere(ledger, statement, denied, now);
  const called = elsewhere.flatMap((one) => one.called);
  const lastSentMs = new Map([...denied.lastSentMs, ...elsewhere.flatMap(({ last }) => last)]);
  const badClocks = new Set([...denied.badClocks, ...elsewhere.flatMap(({ badClock }) => badClock)]);
  // What is free again was called so, each sending by itself.
  const own = new Set([
    ...[...doubts, ...denied.waiting].map(({ key }) => key),
    ...called.filter(({ now }) => isFree(now.state)).map(({ key }) => key),
  ]);
  const others = sent.filter(({ here, key }) => !here || !own.has(key));
  const last = (row: LedgerRow): LedgerRow => {
    const fromMs = lastSentMs.get(row.key) ?? row.fromMs;
    if (row.isByBadClock === true) return { ...row, fromMs: Math.min(fromMs, row.fromMs) };
    return badClocks.has(row.key) ? byBadClock({ ...row, fromMs }) : { ...row, fromMs };
  };
  return {
    rows,
    // What was called not created, and followed by another sending, may have paid all the same.
    rivals: [...others.map(rival), ...denied.before, ...called],
    // What waits to be sent is there for lines that bear its memo.
    owners: [
      ...rows.map(last),
      ...others.map((one) => (one.here ? last(rival(one)) : rival(one))),
      ...denied.waiting,
    ],
  };
}

interface Elsewhere {
  readonly called: readonly Called[];
  /** Its key, and when it was sent last: what was called before that owns nothing. */
  readonly last: readonly (readonly [string, number])[];
  /** Its key where its times run backwards. */
  readonly badClock: readonly string[];
}

/** Of other runs' rows as well: a payment of theirs may look like that of a row here. */
async function calledElsewhere(
  ledger: Ledger,
  statement: Statement,
  { keys }: Denied,
  now: Date,
): Promise<Elsewhere[]> {
  const since = earliest(statement);
  const asked = { kind: 'payouts', since, referencedSince: since, amounts: null } as const;
  const found: Elsewhere[] = [];
  for (let after = ''; ;) {
    const page = await ledger.bodiesSince({ ...asked, doubted: { after: 0, is: 'any' } }, after);
    const rows = page.filter(({ row, isQueued }) => !isQueued && !keys.has(row.key));
    const entries = await ledger.entriesOf(rows.map(({ row }) => row.key));
    for (const { row } of rows) {
      const { called, lastSentAt, isByBadClock } = sendingsOf(row, entries.get(row.key) ?? [], now);
      const isMeant = called.length > 0 && lastSentAt !== undefined;
      found.push({
        called,
        last: isMeant ? [[row.key, lastSentAt.getTime()]] : [],
        badClock: isByBadClock ? [row.key] : [],
      });
    }
    const last = page.findLast(({ isQueued }) => !isQueued);
    if (!last) return found;
    after = last.row.key;
  }
}

/** What was last heard of before that can't own a line of it. */
function earliest({ lines }: Statement): Date {
  const times = lines.flatMap(({ time }) => (time === null ? [] : [reachOf(time).fromMs]));
  const first = times.reduce((least, one) => Math.min(least, one), Infinity);
  return new Date(Number.isFinite(first) ? first - LATE_MS : 0);
}

/** From its first request on that may have paid. What a statement has said of it since was no request. */
function doubtful(doubt: Doubt, entries: readonly LedgerEntry[], now: Date): LedgerRow {
  const { updatedAt, lastAttemptAt, body, line, runId, putBack } = doubt;
  const open = openOf(sendingsIn(entries).all);
  const heard = open.flatMap(({ requests, outcome }) =>
    [...requests, ...(outcome ? [outcome] : [])].map(({ at }) => at),
  );
  const times = [lastAttemptAt, ...heard, ...(putBack ? [] : [updatedAt])].map((at) => at.getTime());
  const { answeredId } = doubt;
  const row: LedgerRow = {
    ...whatItSays(doubt, body ?? ''),
    // The service named it, though no ledger could be told: the strongest evidence there is.
    ...(answeredId !== '' && { createdId: oneSpelling(answeredId) }),
    sendingOf: doubt.key,
    fromMs: Math.min(...times),
    toMs: Math.max(...times),
    place: placeOf(line, runId),
  };
  return isClockSetBack(entries, now) ? byBadClock(row) : row;
}

function rival(row: SentRow): LedgerRow {
  const { body, firstAt, lastAt, line, runId, here } = row;
  return {
    ...whatItSays(row, body),
    fromMs: firstAt.getTime(),
    toMs: lastAt.getTime(),
    place: placeOf(line, runId) + (here ? '' : ' (another environment)'),
    isElsewhere: !here,
  };
}
