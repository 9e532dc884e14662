// What a statement proves of rows in doubt. Pure: rows and lines in, verdicts out; it settles nothing.
//
// Evidence is taken strongest first: the transfer's id, a tag in the memo, the operator's reference with amount and currency (the
// service never saw the reference), and last payee, amount, currency and time together. It counts only where it joins one row to
// one line and that line to that row alone; all else is ambiguous and stays with a person. A line proves one row at the most.
//
// Whatever else the ledger may have paid competes for the lines (rivals): the bank may list a paid row under an id of its
// own, and then its line looks like that of a row in doubt.
import Big from 'big.js';

import { minorUnits } from '../../interface/currencies.ts';
import { isMemoOf, mayBeGrouped } from './cells.ts';
import { Lines, type StatementLine } from './lines.ts';
import { othersOf, ownersOf } from './owners.ts';
import { inTime, mayBeInTime } from './when.ts';

export interface DoubtfulRow {
  readonly key: string;
  /** The key again, of a row in doubt here and of each of its sendings; another environment may have the same key. */
  readonly sendingOf?: string;
  /** A sending that a person called not created. */
  readonly isCalled?: boolean;
  /** Of another environment, which pays at another service, or from another account of it. */
  readonly isElsewhere?: boolean;
  /** Ids that the service is known to have named for it, if any. */
  readonly createdId: string | null;
  /** The tag that its memo ends in; empty for none. */
  readonly tag: string;
  /** The memo as it was sent; empty for none. */
  readonly memo: string;
  readonly reference: string;
  /** Who is paid: an external account, and the customer that it belongs to. */
  readonly payee: string;
  readonly customer: string;
  readonly amount: string;
  readonly currency: string;
  /** When it may have been executed, from and to. */
  readonly fromMs: number;
  readonly toMs: number;
  /** A clock was set back around it: those times are wide, and prove nothing. */
  readonly isByBadClock?: boolean;
}

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

const same = (a: string, b: string): boolean => a !== '' && (a === b || folded(a) === folded(b));

const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();

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
    return "this machine's clock was set back around that time, so no time proves it: look it up, then paybatch resolve";
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

const NOT_PAID = /fail|reject|cancel|revers|return|refus|declin|expire|void|error/i;

const ID = /^[\x21-\x7e]{1,200}$/;
/** A formula, a mark for text, an error, a long number made short. */
const SPOILT = /^[=']|^#(?:[A-Z/\d]+[!?]|N\/A|#+)$|^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;

/** Whether an id of the service may look so, as far as a spreadsheet can have had a hand in it. */
export const canBeId = (text: string): boolean => ID.test(text) && !SPOILT.test(text);

/** Whether its state means that no money has left. */
export const saysNotPaid = ({ state }: StatementLine): boolean => NOT_PAID.test(state);

/** A cell may be as long as a file. */
const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}...` : text);

function contradiction(row: DoubtfulRow, line: StatementLine): string | undefined {
  if (line.id !== '' && !canBeId(line.id))
    return `its id "${line.id.slice(0, 60)}" can't be one: did a spreadsheet make that of it?`;
  if (row.createdId !== null && row.createdId !== '' && line.id !== '' && row.createdId !== line.id)
    return `the id is ${cut(line.id)}, the service named ${row.createdId}`;
  if (saysNotPaid(line)) return `its state is "${cut(line.state)}"`;
  if (line.amount === null) return "its amount can't be read";
  const currency = (line.currency === '' ? row.currency : line.currency).trim().toUpperCase();
  if (mayBeGrouped(line.amount, minorUnits(currency)))
    return `its amount can't be read: ${cut(line.amount)} has more decimals than ${currency}`;
  if (line.amount !== '' && row.amount !== '' && !new Big(line.amount).eq(new Big(row.amount)))
    return `the amount is ${cut(line.amount)}, not ${row.amount}`;
  if (line.currency !== '' && !same(row.currency, line.currency))
    return `the currency is ${cut(line.currency)}, not ${row.currency}`;
  if (line.payee !== '' && row.payee !== '' && !same(row.payee, line.payee))
    return `the payee is ${cut(line.payee)}, not ${row.payee}`;
  if (line.time !== null && !mayBeInTime(row, line.time)) return 'its time is not that of the attempt';
  return undefined;
}
