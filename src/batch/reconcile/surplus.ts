// Sendings that were called not created and that another one has followed: where a statement has a payment of theirs that nothing
// else in the ledger accounts for, the row may have been paid twice. Pure; a sending that was called not created accounts for none.
import { likely } from './likely.ts';
import type { StatementLine } from './lines.ts';
import { type DoubtfulRow, reconcile, saysNotPaid, type Verdict } from './match.ts';
import { isCopy, mayBeCopy, once } from './once.ts';
import { coveredBy, inTime, isBegun, isSince, isWithin } from './when.ts';

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
  const covered = coveredBy(lines.filter(({ reserve }) => reserve === null).map(({ time }) => time));
  const hasOurIds = [...ids].some((id) => taken.has(id));
  const absent = owners.filter(({ createdId }) => createdId === null || !ids.has(createdId));
  const owned = new Owned<Row>(({ createdId, ...row }, line, called) => {
    // The same row of another environment has the same key; it pays elsewhere.
    if (row.isElsewhere === true) return false;
    if (row.key === called.key) return true;
    // Nobody knows that it paid at all; a line that bears its memo, and not the other's, is no one else's.
    if (createdId === null) return row.memo !== '' && line.memo === row.memo && line.memo !== called.memo;
    // Its own id would be there, as others are; and what was paid before the statement begins has no line in it.
    return !(hasOurIds && line.id !== '') && isBegun(row, times);
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
  const told = likely(verdict) ?? verdict;
  if (told.is === 'unmatched' || told.is === 'contradicted') return told;
  return { is: 'ambiguous', row: told.row, by: told.by, lines: own, others: [], why: undefined };
}

/** Lines that may be the row's, by evidence or only by looks. */
function linesOf<Row extends DoubtfulRow>(verdict: Verdict<Row>): readonly StatementLine[] {
  if (verdict.is === 'ambiguous') return verdict.lines;
  if (verdict.is !== 'unmatched') return [verdict.line];
  const told = likely(verdict);
  return told?.is === 'unmatched' ? told.near : [];
}

/** Who may own which line: what the ledger accounts for. */
class Owned<Row extends DoubtfulRow> {
  readonly #surely = new Map<StatementLine, Set<Verdict<Row>>>();
  readonly #perhaps = new Map<StatementLine, Set<Verdict<Row>>>();
  readonly #lines = new Map<Verdict<Row>, StatementLine[]>();

  /** As the ledger has them, with their ids. */
  readonly #rows = new Map<Verdict<Row>, Row>();
  readonly #accounts;

  /** `accounts`: whether a row, and not the called one, surely is the owner of a line that may be its. */
  constructor(accounts: (owner: Row, line: StatementLine, called: Row) => boolean) {
    this.#accounts = accounts;
  }

  add(line: StatementLine, { verdict: owner, row }: Owner<Row>, isSure: boolean): void {
    this.#rows.set(owner, row);
    for (const map of isSure ? [this.#surely, this.#perhaps] : [this.#perhaps])
      map.set(line, (map.get(line) ?? new Set()).add(owner));
    if (!isSure) return;
    const lines = this.#lines.get(owner);
    if (lines) lines.push(line);
    else this.#lines.set(owner, [line]);
  }

  /** Whether each of its lines may have another owner, and there are as many of these as lines. */
  mayHave(called: Verdict<Row>): boolean {
    const own = linesOf(called);
    const all = new Set<Verdict<Row>>();
    for (const line of own) {
      const owners = ownersIn(this.#perhaps, line, called);
      if (owners.length === 0) return false;
      // Of so many there is one for each line.
      if (all.size < own.length) for (const owner of owners) all.add(owner);
    }
    return all.size >= own.length;
  }

  /** Whether they do, and for whatever else these owners may have there are enough of them as well. */
  has(called: Verdict<Row>): boolean {
    const lines = new Set(linesOf(called));
    const own = lines.size;
    const all = new Set<Verdict<Row>>();
    let at = 0;
    // Lines are added as it goes.
    for (const line of lines) {
      const owners = ownersIn(this.#surely, line, called).filter((one) => this.#isSure(one, line, called));
      if (at++ < own && owners.length === 0) return false;
      for (const owner of owners) {
        if (all.has(owner)) continue;
        all.add(owner);
        for (const other of this.#lines.get(owner) ?? []) if (mayOwn(owner, other, called)) lines.add(other);
      }
    }
    return all.size >= lines.size;
  }

  #isSure(owner: Verdict<Row>, line: StatementLine, called: Verdict<Row>): boolean {
    const row = this.#rows.get(owner);
    return row !== undefined && this.#accounts(row, line, called.row);
  }
}

interface Owner<Row extends DoubtfulRow> {
  readonly verdict: Verdict<Row>;
  readonly row: Row;
}

const ownersIn = <Row extends DoubtfulRow>(
  map: ReadonlyMap<StatementLine, ReadonlySet<Verdict<Row>>>,
  line: StatementLine,
  called: Verdict<Row>,
): Verdict<Row>[] => [...(map.get(line) ?? [])].filter((one) => mayOwn(one, line, called));

/** A line that bears the called row's tag, reference or memo is no other row's that it merely looks like. */
function mayOwn<Row extends DoubtfulRow>(
  owner: Verdict<Row>,
  line: StatementLine,
  called: Verdict<Row>,
): boolean {
  if ((owner.row.key === called.row.key && owner.row.isElsewhere !== true) || isNamed(owner)) return true;
  const { memo } = called.row;
  return !isNamed(called) && (memo === '' || line.memo !== memo || owner.row.memo === memo);
}

/** Joined to its line by more than looks. */
const isNamed = (verdict: Verdict): boolean =>
  verdict.is !== 'unmatched' && verdict.by !== 'payment' && verdict.by !== 'id';
