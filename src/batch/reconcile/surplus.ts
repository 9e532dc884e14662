// Sendings that were called not created and that another one has followed: where a statement has a payment of theirs that nothing
// else in the ledger accounts for, the row may have been paid twice. Pure; a sending that was called not created accounts for none.
import { likely } from './likely.ts';
import type { StatementLine } from './lines.ts';
import { type DoubtfulRow, reconcile, saysNotPaid, type Verdict } from './match.ts';
import { coveredUntil, inTime, isSince, LATE_MS } from './when.ts';

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
  { taken, owners }: Known<Row>,
): Surplus<Row> {
  const twice: Verdict<Row>[] = [];
  const unclear: Verdict<Row>[] = [];
  if (called.length === 0) return { twice, unclear };
  const ids = new Set(statement.map(({ id }) => id));
  const lines = once(statement.filter((line) => !saysNotPaid(line)));
  const nobody = { taken, rivals: [] };
  const until = coveredUntil(statement.map(({ time }) => time));
  const owned = new Owned<Row>();
  const absent = owners.filter(({ createdId }) => createdId === null || !ids.has(createdId));
  const bare = absent.map((row): Row => ({ ...row, createdId: null }));
  reconcile(bare, lines, { ...nobody, isLenient: true }).forEach((verdict, at) => {
    const { createdId = null, toMs = Infinity } = absent[at] ?? {};
    // What is known to be paid has its line in a statement that goes on for long enough.
    const isThere = createdId !== null && toMs + LATE_MS <= until;
    for (const line of linesOf(verdict)) {
      const since = isSince(verdict.row, line.time);
      if (since !== 'no') owned.add(line, verdict, since === 'yes' || isThere);
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

/** Exports overlap: one payment may stand there twice. What has another time or amount is another one of a bulk's id. */
function once(lines: readonly StatementLine[]): readonly StatementLine[] {
  const seen = new Set<string>();
  return lines.filter(({ id, amount, time }) => {
    const same = JSON.stringify([id, amount, time?.fromMs, time?.toMs]);
    if (id !== '' && seen.has(same)) return false;
    seen.add(same);
    return true;
  });
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

  add(line: StatementLine, owner: Verdict<Row>, isSure: boolean): void {
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
      const owners = ownersIn(this.#surely, line, called);
      if (at++ < own && owners.length === 0) return false;
      for (const owner of owners) {
        if (all.has(owner)) continue;
        all.add(owner);
        for (const other of this.#lines.get(owner) ?? []) if (mayOwn(owner, other, called)) lines.add(other);
      }
    }
    return all.size >= lines.size;
  }
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
  if (owner.row.key === called.row.key || isNamed(owner)) return true;
  const { memo } = called.row;
  return !isNamed(called) && (memo === '' || line.memo !== memo || owner.row.memo === memo);
}

/** Joined to its line by more than looks. */
const isNamed = (verdict: Verdict): boolean =>
  verdict.is !== 'unmatched' && verdict.by !== 'payment' && verdict.by !== 'id';
