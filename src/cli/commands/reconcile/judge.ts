// What a statement says of the rows of a run: those in doubt, those that a person called not created, and of either whether its
// silence can be gone by. Pure.
import { dayOf, Recurring } from '../../../batch/reconcile/accounted.ts';
import { saysNotPaid } from '../../../batch/reconcile/against.ts';
import { likely } from '../../../batch/reconcile/likely.ts';
import { reconcile } from '../../../batch/reconcile/match.ts';
import { quarter } from '../../../batch/reconcile/reach.ts';
import type { Statement } from '../../../batch/reconcile/statement.ts';
import { surplus } from '../../../batch/reconcile/surplus.ts';
import { heard } from '../../../batch/reconcile/witness.ts';
import type { Paid } from './beside.ts';
import type { Called } from './called.ts';
import type { Gathered } from './gather.ts';
import type { LedgerRow } from './ledger-row.ts';
import { beginsBehind, toldIn, type Why, whyUnconfirmed } from './unconfirmed.ts';
import type { Judged, Verdict } from './words.ts';

export function judge(gathered: Gathered, statement: Statement): Judged {
  const { runId, known, byKey, doubts, taken, rows, waiting, before } = gathered;
  const verdicts = reconcile<LedgerRow>([...rows, ...waiting], statement.lines, {
    taken,
    rivals: gathered.rivals,
  });
  const proven = new Map(
    verdicts.flatMap((one) => (one.is === 'proven' ? [[one.row.key, one.line.id] as const] : [])),
  );
  const accounts = {
    taken: new Set([...taken, ...proven.values()]),
    // What is proven has its line, and no other.
    owners: gathered.owners.map((one) =>
      one.isElsewhere ? one : { ...one, createdId: one.createdId ?? proven.get(one.key) ?? null },
    ),
  };
  // What was sent again may have paid twice.
  const { twice, unclear } = surplus<LedgerRow>(before, statement.lines, accounts);
  const isWaiting = new Set<LedgerRow>(waiting);
  const ofWaiting = verdicts.filter(({ row }) => isWaiting.has(row));
  const unsure = ofWaiting.flatMap((one) => likely(one) ?? []);
  const denied = notAccounted(ofWaiting.filter(speaksOf), gathered, statement, accounts);
  const told = new Set([...unsure, ...denied, ...twice, ...unclear].map(({ row }) => row.key));
  // What is proven in it has its payment there.
  const again = before.filter(({ key }) => !told.has(key) && !proven.has(key));
  const called = new Set([...waiting, ...before].map(({ key }) => key));
  return {
    runId,
    statement,
    doubts,
    verdicts: verdicts.filter(({ row }) => !isWaiting.has(row)),
    unsure,
    asked: known.flatMap((row) => (row.key !== null && called.has(row.key) ? [row.line] : [])),
    denied,
    twice: twice.filter((one) => one.is === 'unmatched' || speaksOf(one)),
    unclear: unclear.filter((one) => one.is === 'unmatched' || speaksOf(one)),
    ...silence(
      { ...gathered, waiting: waiting.filter(({ key }) => !told.has(key)), before: again },
      accounts,
      statement,
    ),
    rows: byKey,
  };
}

/** What the statement doesn't have, and why that says nothing. */
function silence(
  { rows, waiting, before, beside, sent }: Gathered,
  accounts: Accounts,
  statement: Statement,
): Pick<Judged, 'why' | 'unconfirmed' | 'beginsBehind'> {
  const laters = heardAgain(before, accounts, statement);
  const isAgain = new Set<LedgerRow>(before);
  const asked = (row: LedgerRow) => ({
    row,
    sent: sent.get(row) ?? row,
    beside: beside.get(row) ?? [],
    later: laters.get(row),
    isSentAgain: isAgain.has(row),
  });
  const told = toldIn(statement);
  const why = new Map<LedgerRow, Why>();
  for (const row of [...rows, ...waiting, ...before]) {
    const one = whyUnconfirmed(asked(row), told);
    if (one) why.set(row, one);
  }
  return {
    why,
    unconfirmed: [...waiting, ...before].filter((row) => why.has(row)),
    beginsBehind: before.filter((row) => !why.has(row) && beginsBehind(asked(row), told)),
  };
}

type Accounts = Parameters<typeof surplus<LedgerRow>>[2];

/**
 * Without those that only look like lines for each of which the ledger has a payment that was surely made: a rent that is paid each
 * week has one more line each week.
 */
function notAccounted(
  denied: readonly Verdict[],
  { beside }: Gathered,
  { lines }: Statement,
  { owners, taken }: Accounts,
): Verdict[] {
  const looks = denied.filter((one) => one.is === 'ambiguous' && one.by === 'payment');
  if (looks.length === 0) return [...denied];
  const ids = new Set(lines.map(({ id }) => id));
  const paid = owners.filter(
    ({ createdId, isElsewhere }) => createdId !== null && isElsewhere !== true && !ids.has(createdId),
  );
  const recurring = new Recurring(
    lines.filter(({ id }) => !taken.has(id)),
    paid,
  );
  return denied.filter(
    (one) =>
      !looks.includes(one) || !recurring.isAccounted(one.row, daysOf(one.row, beside.get(one.row) ?? [])),
  );
}

/** How many days the bank's day is from that of UTC, by what was paid within the same quarter of an hour. */
function daysOf({ fromMs }: LedgerRow, beside: readonly Paid[]): number | undefined {
  const told = beside.flatMap(({ row, heard }) => {
    const time = heard.is === 'there' ? heard.line.time : null;
    const isThen = time !== null && time.toMs > time.fromMs && quarter(row.fromMs) === quarter(fromMs);
    return isThen ? [dayOf(time.fromMs) - dayOf(row.fromMs)] : [];
  });
  const [first] = told;
  return told.every((days) => days === first) ? first : undefined;
}

/** What was paid for these rows since, as the statement has it. */
function heardAgain(
  before: readonly Called[],
  { owners, taken }: Accounts,
  statement: Statement,
): ReadonlyMap<LedgerRow, Paid> {
  const keys = new Set(before.map(({ key }) => key));
  const paid = owners.filter(
    (one) => keys.has(one.key) && one.isElsewhere !== true && one.createdId !== null,
  );
  const answers = heard(paid, statement.lines, { taken, doubtful: before });
  const byKey = new Map(
    paid.flatMap((row, at) => {
      const answer = answers[at];
      return answer ? [[row.key, { row, heard: answer }] as const] : [];
    }),
  );
  return new Map(
    before.flatMap((row) => {
      const later = byKey.get(row.key);
      return later ? [[row, later] as const] : [];
    }),
  );
}

/** Whether the statement has something against a person's word that the row was not paid. */
function speaksOf(verdict: Verdict): boolean {
  return verdict.is !== 'unmatched' && !(verdict.is === 'contradicted' && saysNotPaid(verdict.line));
}
