// Sendings that were called not created and that another one has followed: where a statement has a payment of theirs that nothing
// else in the ledger accounts for, the row may have been paid twice. Pure; a sending that was called not created accounts for none.
import { likely } from './likely.ts';
import type { StatementLine } from './lines.ts';
import { type DoubtfulRow, EARLY_MS, reconcile, saysNotPaid, type Verdict } from './match.ts';

interface Known<Row> {
  /** Ids of what the ledger knows to be a row's. */
  readonly taken: ReadonlySet<string>;
  /** Whatever was or may have been paid, each from its last sending on. */
  readonly owners: readonly Row[];
}

/** Of those alone that are to be told: with the lines that may be theirs. */
export function surplus<Row extends DoubtfulRow>(
  called: readonly Row[],
  statement: readonly StatementLine[],
  { taken, owners }: Known<Row>,
): Verdict<Row>[] {
  if (called.length === 0) return [];
  const ids = new Set(statement.map(({ id }) => id));
  const lines = once(statement.filter((line) => !saysNotPaid(line)));
  const nobody = { taken, rivals: [] };
  const absent = owners
    .filter(({ createdId }) => createdId === null || !ids.has(createdId))
    .map((row): Row => ({ ...row, createdId: null }));
  const ownersOf = new Map<StatementLine, Set<Verdict<Row>>>();
  for (const verdict of reconcile(absent, lines, nobody)) {
    for (const line of linesOf(verdict).filter((one) => canBeSince(verdict.row, one)))
      ownersOf.set(line, (ownersOf.get(line) ?? new Set()).add(verdict));
  }
  return reconcile(called, lines, nobody).flatMap((verdict): Verdict<Row>[] => {
    const own = linesOf(verdict);
    if (own.length === 0 || areOwned(verdict, own, ownersOf)) return [];
    const told = likely(verdict) ?? verdict;
    if (told.is === 'unmatched' || told.is === 'contradicted') return [told];
    return [{ is: 'ambiguous', row: told.row, by: told.by, lines: own, others: [], why: undefined } as const];
  });
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

const HALF_DAY_MS = 12 * 60 * 60_000;

/** A line from before the row was sent is another's. A day ends when it ends here: what time zones may shift speaks for nobody. */
function canBeSince({ fromMs }: DoubtfulRow, { time }: StatementLine): boolean {
  if (time === null) return true;
  const end = time.toMs > time.fromMs ? time.toMs - HALF_DAY_MS : time.toMs;
  return end >= fromMs - EARLY_MS;
}

/** Whether each line may have another owner, and there are as many of these as lines. */
function areOwned<Row extends DoubtfulRow>(
  called: Verdict<Row>,
  own: readonly StatementLine[],
  ownersOf: ReadonlyMap<StatementLine, ReadonlySet<Verdict<Row>>>,
): boolean {
  const all = new Set<Row>();
  for (const line of own) {
    const owners = [...(ownersOf.get(line) ?? [])].filter((one) => mayOwn(one, line, called));
    if (owners.length === 0) return false;
    // Of so many there is one for each line.
    if (all.size < own.length) for (const { row } of owners) all.add(row);
  }
  return all.size >= own.length;
}

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
