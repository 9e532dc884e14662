// What a statement proves of rows in doubt. Pure: rows and lines in, verdicts out; it settles nothing.
//
// Evidence is taken strongest first: the transfer's id, a tag in the memo, the operator's reference, and last payee,
// amount, currency and time together. Evidence counts only where it joins one row to one line and that line to that row
// alone; all else is ambiguous and stays with a person. A line proves one row at the most, a row is proven by one line.
// A payment that looks the same never proves: it may be that of another row, which is paid and not in doubt at all, under
// an id that only the bank knows.
import Big from 'big.js';

export interface DoubtfulRow {
  readonly key: string;
  /** Ids that the service is known to have named for it, if any. */
  readonly createdId: string | null;
  /** The tag that its memo ends in; empty for none. */
  readonly tag: string;
  readonly reference: string;
  /** Who is paid: an external account, and the customer that it belongs to. */
  readonly payee: string;
  readonly customer: string;
  readonly amount: string;
  readonly currency: string;
  /** When it may have been executed, from and to. */
  readonly fromMs: number;
  readonly toMs: number;
}

export interface StatementLine {
  readonly line: number;
  readonly id: string;
  readonly memo: string;
  readonly reference: string;
  readonly payee: string;
  readonly customer: string;
  /** A plain decimal; empty where the statement has none, null where it can't be read. */
  readonly amount: string | null;
  readonly currency: string;
  /** The time, or the beginning and end of a day; null where there is none. */
  readonly time: { readonly fromMs: number; readonly toMs: number } | null;
  readonly state: string;
}

export type Evidence = 'id' | 'tag' | 'reference' | 'payment';
/** Evidence that names the row itself, not only a payment like it. */
export type Proof = Exclude<Evidence, 'payment'>;

export type Verdict =
  | { readonly is: 'proven'; readonly row: DoubtfulRow; readonly by: Proof; readonly line: StatementLine }
  | {
      readonly is: 'contradicted';
      readonly row: DoubtfulRow;
      readonly by: Proof;
      readonly line: StatementLine;
      readonly why: string;
    }
  | {
      readonly is: 'ambiguous';
      readonly row: DoubtfulRow;
      readonly by: Evidence;
      readonly lines: readonly StatementLine[];
    }
  | { readonly is: 'unmatched'; readonly row: DoubtfulRow };

/** A bank books late; a clock is a little off. */
const EARLY_MS = 60 * 60_000;
const LATE_MS = 3 * 24 * 60 * 60_000;

const same = (a: string, b: string): boolean =>
  a !== '' && a.normalize('NFC').trim().toLowerCase() === b.normalize('NFC').trim().toLowerCase();

const FITS: Readonly<Record<Evidence, (row: DoubtfulRow, line: StatementLine) => boolean>> = {
  id: (row, line) => row.createdId !== null && row.createdId !== '' && row.createdId === line.id,
  tag: (row, line) => row.tag !== '' && line.memo.includes(row.tag),
  reference: (row, line) =>
    row.reference !== '' && row.reference.normalize('NFC') === line.reference.normalize('NFC'),
  payment: (row, line) =>
    (same(row.payee, line.payee) || (line.payee === '' && same(row.customer, line.customer))) &&
    sameAmount(row, line) === 'yes' &&
    same(row.currency, line.currency) &&
    line.time !== null &&
    inTime(row, line.time),
};
const STRONGEST_FIRST: readonly Evidence[] = ['id', 'tag', 'reference', 'payment'];

/**
 * One verdict for every row, in their order.
 * @param taken ids of transfers that belong to rows that are not in doubt: their lines are nobody's here.
 */
export function reconcile(
  rows: readonly DoubtfulRow[],
  lines: readonly StatementLine[],
  taken: ReadonlySet<string>,
): Verdict[] {
  const verdicts = new Map<string, Verdict>();
  // Two lines with one id are one transfer told twice: no telling which of them speaks.
  const told = new Map<string, number>();
  for (const { id } of lines) if (id !== '') told.set(id, (told.get(id) ?? 0) + 1);
  const free = new Set(lines.filter(({ id }) => !taken.has(id)));
  for (const by of STRONGEST_FIRST) {
    const open = rows.filter(({ key }) => !verdicts.has(key));
    const linesOf = new Map(
      open.map((row) => [row, [...free].filter((line) => FITS[by](row, line))] as const),
    );
    const rowsOf = new Map<StatementLine, number>();
    for (const line of [...linesOf.values()].flat()) rowsOf.set(line, (rowsOf.get(line) ?? 0) + 1);
    for (const [row, own] of linesOf) {
      const [line] = own;
      if (!line) continue;
      const alone = own.length === 1 && rowsOf.get(line) === 1 && (told.get(line.id) ?? 0) <= 1;
      if (!alone || by === 'payment') verdicts.set(row.key, { is: 'ambiguous', row, by, lines: own });
      else verdicts.set(row.key, judge(row, line, by));
    }
    // What has spoken for one row, clearly or not, proves nothing of another.
    for (const line of rowsOf.keys()) free.delete(line);
  }
  return rows.map((row) => verdicts.get(row.key) ?? { is: 'unmatched', row });
}

/** The line is this row's; whether it says the same. */
function judge(row: DoubtfulRow, line: StatementLine, by: Proof): Verdict {
  const against = contradiction(row, line);
  if (against !== undefined) return { is: 'contradicted', row, by, line, why: against };
  // Without its id nothing can be recorded that anybody could look up.
  if (line.id === '') return { is: 'ambiguous', row, by, lines: [line] };
  return { is: 'proven', row, by, line };
}

const NOT_PAID = /fail|reject|cancel|revers|return|refus|declin|expire|void|error/i;

function contradiction(row: DoubtfulRow, line: StatementLine): string | undefined {
  if (row.createdId !== null && row.createdId !== '' && line.id !== '' && row.createdId !== line.id)
    return `the id is ${line.id}, the service named ${row.createdId}`;
  if (NOT_PAID.test(line.state)) return `its state is "${line.state}"`;
  const amount = sameAmount(row, line);
  if (amount === 'unreadable') return "its amount can't be read";
  if (amount === 'no') return `the amount is ${line.amount ?? ''}, not ${row.amount}`;
  if (line.currency !== '' && !same(row.currency, line.currency))
    return `the currency is ${line.currency}, not ${row.currency}`;
  if (line.payee !== '' && row.payee !== '' && !same(row.payee, line.payee))
    return `the payee is ${line.payee}, not ${row.payee}`;
  if (line.time !== null && !inTime(row, line.time)) return 'its time is not that of the attempt';
  return undefined;
}

function sameAmount(row: DoubtfulRow, { amount }: StatementLine): 'yes' | 'no' | 'absent' | 'unreadable' {
  if (amount === '') return 'absent';
  if (amount === null) return 'unreadable';
  return new Big(amount).eq(new Big(row.amount)) ? 'yes' : 'no';
}

const inTime = (row: DoubtfulRow, time: { fromMs: number; toMs: number }): boolean =>
  time.toMs >= row.fromMs - EARLY_MS && time.fromMs <= row.toMs + LATE_MS;
