// Who owns which line of a statement: what the ledger accounts for, counted so that each owner has one line and no more. Pure.
import { likely } from './likely.ts';
import type { StatementLine } from './lines.ts';
import type { DoubtfulRow, Verdict } from './match.ts';

/** Lines that may be the row's, by evidence or only by looks. */
export function linesOf<Row extends DoubtfulRow>(verdict: Verdict<Row>): readonly StatementLine[] {
  if (verdict.is === 'ambiguous') return verdict.lines;
  if (verdict.is !== 'unmatched') return [verdict.line];
  const told = likely(verdict, 'late');
  return told?.is === 'unmatched' ? told.near : [];
}

/** Who may own which line: what the ledger accounts for. */
export class Owned<Row extends DoubtfulRow> {
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
