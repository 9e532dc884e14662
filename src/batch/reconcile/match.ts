// What a statement proves of rows in doubt. Pure: rows and lines in, verdicts out; it settles nothing.
//
// Evidence is taken strongest first: the transfer's id, a tag in the memo, the operator's reference with amount and currency (the
// service never saw the reference), and last payee, amount, currency and time together. It counts only where it joins one row to
// one line and that line to that row alone; all else is ambiguous and stays with a person. A line proves one row at the most.
//
// Whatever else the ledger may have paid competes for the lines (rivals): the bank may list a paid row under an id of its
// own, and then its line looks like that of a row in doubt.
import { contradiction, cut, same } from './against.ts';
import { isMemoOf } from './cells.ts';
import type { DoubtfulRow } from './doubtful-row.ts';
import { Lines, type StatementLine } from './lines.ts';
import { othersOf, ownersOf } from './owners.ts';
import { inTime, mayBeInTime } from './when.ts';

export type { DoubtfulRow };

export type Evidence = 'id' | 'tag' | 'reference' | 'payment';

export type Verdict<Row extends DoubtfulRow = DoubtfulRow> =
  | { readonly is: 'proven'; readonly row: Row; readonly by: Evidence; readonly line: StatementLine }
  | {
      readonly is: 'contradicted';
      readonly row: Row;
      readonly by: Evidence;
      readonly line: StatementLine;
      readonly why: string;
    }
  | {
      readonly is: 'ambiguous';
      readonly row: Row;
      readonly by: Evidence;
      readonly lines: readonly StatementLine[];
      /** Other rows that the same lines could be; of very many, some. */
      readonly others: readonly Row[];
      /** What the only line lacks; undefined where lines or rows are too many. */
      readonly why: string | undefined;
    }
  | {
      readonly is: 'unmatched';
      readonly row: Row;
      /** Of its amount and currency, and not said to be another payee's: no evidence, but not nothing either. */
      readonly near: readonly StatementLine[];
    };

const STRONGEST_FIRST: readonly Evidence[] = ['id', 'tag', 'reference', 'payment'];

export interface Others<Row> {
  /** Ids of what the ledger knows to be another row's: those lines are nobody's here. */
  readonly taken: ReadonlySet<string>;
  /** Whatever else was or may have been paid. Those whose id stands in the statement have their line. */
  readonly rivals: readonly Row[];
  /** Also what may be a row's only in another time zone, where a line names none. */
  readonly isLenient?: boolean;
}

/** One verdict for every row, in their order. */
export function reconcile<Row extends DoubtfulRow>(
  rows: readonly Row[],
  statement: readonly StatementLine[],
  { taken, rivals: known, isLenient = false }: Others<Row>,
): Verdict<Row>[] {
  const owned = new Set([...taken, ...known.map(({ createdId }) => createdId)]);
  const lines = new Lines(statement.filter(({ id }) => !owned.has(id)));
  const ids = new Set(statement.map(({ id }) => id));
  // Whoever's id isn't there may stand there under one of the bank's.
  const rivals = known
    .filter(({ createdId }) => createdId === null || !ids.has(createdId))
    .map((row): Row => ({ ...row, createdId: null }));
  const verdicts = new Map<Row, Verdict<Row>>();
  for (const by of STRONGEST_FIRST) {
    // Who isn't proven yet may still be the owner of any line, whatever weaker or muddled evidence says of it.
    const open = [...rows, ...rivals].filter((row) => verdicts.get(row)?.is !== 'proven');
    const mayBe = new Map(open.map((row) => [row, candidates(by, row, lines)] as const));
    const rowsOf = ownersOf(mayBe);
    const spoken = new Set<StatementLine>();
    for (const [row, all] of mayBe) {
      const own = by === 'payment' && !isLenient ? all.filter((line) => isThen(row, line)) : all;
      for (const line of own) spoken.add(line);
      if (own.length === 0 || verdicts.has(row)) continue;
      verdicts.set(row, judge({ row, by, own, others: othersOf(row, own, rowsOf), lines }));
    }
    // What has spoken for one row, clearly or not, proves nothing of another.
    for (const line of spoken) lines.take(line);
  }
  return rows.map((row) => verdicts.get(row) ?? { is: 'unmatched', row, near: near(row, lines) });
}

/** Lines that nobody has, and that only lack what would make them evidence. */
function near(row: DoubtfulRow, lines: Lines): readonly StatementLine[] {
  if (row.amount === '') return [];
  const may = (a: string, b: string): boolean => a === '' || b === '' || same(a, b);
  return lines
    .withAmount(row.amount)
    .filter(
      (line) =>
        may(row.currency, line.currency) && may(row.payee, line.payee) && may(row.customer, line.customer),
    );
}

/** Lines that this evidence joins to the row. */
function candidates(by: Evidence, row: DoubtfulRow, lines: Lines): readonly StatementLine[] {
  switch (by) {
    case 'id':
      return row.createdId === null ? [] : lines.withId(row.createdId);
    case 'tag':
      return lines.withTag(row.tag);
    case 'reference':
      return lines.withReference(row.reference);
    case 'payment':
      return lines.withAmount(row.amount).filter((line) => isLike(row, line));
  }
}

/** At the time that is written, not only at what another zone makes of it. */
const isThen = (row: DoubtfulRow, { time }: StatementLine): boolean => time !== null && inTime(row, time);

/** A payment that looks the same, the cheapest question first: hundreds may be alike. Of a payment without a time nothing can be said. */
function isLike(row: DoubtfulRow, line: StatementLine): boolean {
  if (line.time === null || !mayBeInTime(row, line.time)) return false;
  const payee = same(row.payee, line.payee) || (line.payee === '' && same(row.customer, line.customer));
  return payee && same(row.currency, line.currency);
}

interface Match<Row extends DoubtfulRow> {
  readonly row: Row;
  readonly by: Evidence;
  readonly own: readonly StatementLine[];
  readonly others: readonly Row[];
  readonly lines: Lines;
}

function judge<Row extends DoubtfulRow>({ row, by, own, others, lines }: Match<Row>): Verdict<Row> {
  const [line] = own;
  const ambiguous = { is: 'ambiguous', row, by, lines: own, others } as const;
  if (!line || own.length > 1 || others.length > 0) return { ...ambiguous, why: undefined };
  if (lines.isRepeated(line)) return { ...ambiguous, why: 'its id is there twice' };
  const against = contradiction(row, line);
  if (against !== undefined) return { is: 'contradicted', row, by, line, why: against };
  const why = shortOfProof(by, row, line);
  return why === undefined ? { is: 'proven', row, by, line } : { ...ambiguous, why };
}

/** What keeps a line that nothing contradicts from being proof. */
function shortOfProof(by: Evidence, row: DoubtfulRow, line: StatementLine): string | undefined {
  if (line.reserve !== null) return line.reserve;
  // Without its id nothing can be recorded that anybody could look up.
  if (line.id === '') return 'it has no id';
  if (by === 'reference') return referenceAlone(row, line);
  if (by !== 'payment') return undefined;
  if (!speaksForItself(row, line)) return 'that may be another payment: look it up, then paybatch resolve';
  if (row.isByBadClock === true)
    return "this machine's clock was wrong or set back around that time, so no time proves it: look it up, then paybatch resolve";
  return undefined;
}

/** The bank's own numbering: a row may have the same number by chance. */
const COUNTED = /^\d{1,4}$/;

/** The service never saw the reference, so a line that bears it must agree in what the service did see. */
function referenceAlone(row: DoubtfulRow, line: StatementLine): string | undefined {
  if (row.reference.trim() !== line.reference.trim()) return `its reference is "${cut(line.reference)}"`;
  if (COUNTED.test(line.reference.trim())) return "so short a number may be the bank's own numbering";
  if (row.amount === '' || line.amount === '' || line.currency === '')
    return 'a reference proves a payment only together with its amount and currency';
  return undefined;
}

/** A line that bears marks of another payment, or doesn't name the account, is no proof by looks alone. */
function speaksForItself(row: DoubtfulRow, line: StatementLine): boolean {
  if (!same(row.payee, line.payee)) return false;
  if (line.reference !== '' && row.reference !== '') return false; // it is another: the same was found before
  if (line.memo === '') return true;
  if (row.tag !== '' || Lines.tagsIn(line.memo).length > 0) return false; // likewise
  return row.memo === '' || isMemoOf(row.memo, line.memo);
}
