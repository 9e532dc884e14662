// Sendings that were called not created and that another one has followed: where a statement has a payment of theirs that nothing
// else in the ledger accounts for, the row may have been paid twice. Pure; a sending that was called not created accounts for none.
import { saysNotPaid } from './against.ts';
import { likely } from './likely.ts';
import type { StatementLine } from './lines.ts';
import { type DoubtfulRow, reconcile, type Verdict } from './match.ts';
import { isCopy, mayBeCopy, once } from './once.ts';
import { linesOf, Owned } from './owned.ts';
import { coveredBy, extentOf, inTime, isBegun, isSince, isSurelyIn, isWithin, mayBeOf } from './when.ts';

interface Known<Row> {
  /** Ids of what the ledger knows to be a row's. */
  readonly taken: ReadonlySet<string>;
  /** Whatever was or may have been paid, each from its last sending on. */
  readonly owners: readonly Row[];
}

/** Sendings that are to be told, with the lines that may be theirs. */
export interface Surplus<Row extends DoubtfulRow> {
  readonly twice: readonly Verdict<Row>[];
  /** The lines may as well be what the ledger accounts for: which of the two, their times don't tell. */
  readonly unclear: readonly Verdict<Row>[];
}

export function surplus<Row extends DoubtfulRow>(
  called: readonly Row[],
  statement: readonly StatementLine[],
  known: Known<Row>,
): Surplus<Row> {
  if (called.length === 0) return { twice: [], unclear: [] };
  const ids = new Set(statement.map(({ id }) => id));
  const all = once(
    statement.filter((line) => !saysNotPaid(line)),
    isCopy,
  );
  const fewest = once(all, mayBeCopy);
  const told = among(called, fewest, ids, known);
  if (fewest.length === all.length) return told;
  // What is told only with all of them is one payment too many, or one that is written in two ways: nobody can tell.
  const rows = new Set([...told.twice, ...told.unclear].map(({ row }) => row));
  const most = among(called, all, ids, known);
  const more = [...most.twice, ...most.unclear];
  return { twice: told.twice, unclear: [...told.unclear, ...more.filter(({ row }) => !rows.has(row))] };
}

function among<Row extends DoubtfulRow>(
  called: readonly Row[],
  lines: readonly StatementLine[],
  ids: ReadonlySet<string>,
  { taken, owners }: Known<Row>,
): Surplus<Row> {
  const twice: Verdict<Row>[] = [];
  const unclear: Verdict<Row>[] = [];
  const nobody = { taken, rivals: [] };
  const times = lines.map(({ time }) => time);
  // What isn't done yet doesn't tell how far it goes.
  const done = lines.filter(({ reserve }) => reserve === null).map(({ time }) => time);
  const covered = coveredBy(done);
  const [reach, begun] = [extentOf(done), extentOf(times)];
  const hasOurIds = [...ids].some((id) => taken.has(id));
  const absent = owners.filter(({ createdId }) => createdId === null || !ids.has(createdId));
  const owned = new Owned<Row>(({ createdId, ...row }, line, called) => {
    // The same row of another environment has the same key; it pays elsewhere.
    if (row.isElsewhere === true) return false;
    // By times that nobody can go by, only what is surely in it, whenever it was made.
    if (row.isByBadClock ?? called.isByBadClock) return createdId !== null && isWithin(row, covered);
    // In some zone it is of when the called one was sent: it's this one's for certain only where this one has a line in any zone.
    if (mayBeOf(called, line.time) && !isSurelyIn(row, called, reach)) return false;
    if (row.key === called.key) return true;
    // Nobody knows that it paid at all; a line that bears its memo, and not the other's, is no one else's.
    if (createdId === null) return row.memo !== '' && line.memo === row.memo && line.memo !== called.memo;
    // Its own id would be there, as others are; and what was paid before the statement begins has no line in it.
    return !(hasOurIds && line.id !== '') && isBegun(row, begun);
  });
  const bare = absent.map((row): Row => ({ ...row, createdId: null }));
  reconcile(bare, lines, { ...nobody, isLenient: true }).forEach((verdict, at) => {
    const row = absent[at] ?? verdict.row;
    // What is known to be paid has its line in a statement that goes on for long enough.
    const isThere = row.createdId !== null && isWithin(row, covered);
    for (const line of linesOf(verdict)) {
      const since = isSince(row, line.time);
      if (since !== 'no') owned.add(line, { verdict, row }, since === 'yes' || isThere);
    }
  });
  const lenient = reconcile(called, lines, { ...nobody, isLenient: true });
  reconcile(called, lines, nobody).forEach((one, at) => {
    const verdict = asWritten(one);
    const most = lenient[at] ?? verdict;
    if (owned.has(most)) return;
    const isTwice = linesOf(verdict).length > 0 && !owned.mayHave(verdict);
    (isTwice ? twice : unclear).push(toTell(isTwice ? verdict : most));
  });
  return { twice, unclear };
}

/** Without lines that only another zone makes the row's. */
function asWritten<Row extends DoubtfulRow>(verdict: Verdict<Row>): Verdict<Row> {
  if (verdict.is !== 'unmatched') return verdict;
  const { row, near } = verdict;
  return { ...verdict, near: near.filter(({ time }) => time === null || inTime(row, time)) };
}

function toTell<Row extends DoubtfulRow>(verdict: Verdict<Row>): Verdict<Row> {
  const own = linesOf(verdict);
  const told = likely(verdict, 'late') ?? verdict;
  if (told.is === 'unmatched' || told.is === 'contradicted') return told;
  return { is: 'ambiguous', row: told.row, by: told.by, lines: own, others: [], why: undefined };
}
