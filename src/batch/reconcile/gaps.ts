// What of a statement could not be compared with a payment: a column that nobody named, cells that can't be read. Where
// there is such a gap, a row that was not found may be there all the same.
import type { StatementLine } from './lines.ts';

export type Compared = 'payee' | 'amount' | 'currency' | 'time';

export type Gap =
  | { readonly what: 'no_column'; readonly field: Compared }
  /** The column is there; no line has anything in it. */
  | { readonly what: 'empty'; readonly field: Compared }
  | {
      readonly what: 'unreadable';
      readonly field: Compared;
      readonly count: number;
      readonly of: number;
      readonly example: string;
    };

/** A line, and the cells that it was read from. */
export interface Written {
  readonly line: Pick<StatementLine, 'payee' | 'customer' | 'amount' | 'currency' | 'time'>;
  readonly amount: string;
  readonly time: string;
  readonly payee: string;
}

const COLUMNS: Readonly<Record<Compared, readonly string[]>> = {
  payee: ['payee', 'customer'],
  amount: ['amount', 'debit', 'credit'],
  currency: ['currency'],
  time: ['time'],
};

/** None of a statement without lines: nothing stands in it. */
export function gapsOf(written: readonly Written[], columns: ReadonlyMap<string, unknown>): Gap[] {
  if (written.length === 0) return [];
  const texts: Readonly<Record<Compared, (one: Written) => string>> = {
    payee: ({ payee }) => payee,
    amount: ({ amount }) => amount,
    currency: ({ line }) => line.currency,
    time: ({ time }) => time,
  };
  const unread = { payee: isPayeeUnread, amount: isAmountUnread, time: isTimeUnread };
  return (Object.keys(COLUMNS) as Compared[]).flatMap((field): Gap[] => {
    // The keys of the table above.
    if (!COLUMNS[field].some((one) => columns.has(one))) return [{ what: 'no_column', field }];
    const filled = written.filter((one) => texts[field](one) !== '');
    const [first] = filled;
    if (!first) return [{ what: 'empty', field }];
    if (field === 'currency') return [];
    const bad = filled.filter(unread[field]);
    const [worst] = bad;
    if (!worst) return [];
    return [
      { what: 'unreadable', field, count: bad.length, of: filled.length, example: texts[field](worst) },
    ];
  });
}

const isPayeeUnread = ({ line }: Written): boolean => line.payee === '' && line.customer === '';
const isAmountUnread = ({ line }: Written): boolean => line.amount === null;
const isTimeUnread = ({ line, time }: Written): boolean => line.time === null && time !== '';
