// Compares a line of a statement with a row: whole words, whole numbers, values of amounts, and the time. Pure.
import { canonicalDecimal } from '../../interface/decimal.ts';
import { isInWindow, type Span, type StatementLine } from './statement.ts';

/** A row for comparison: what was sent, and when. */
export interface StatementRow {
  readonly key: string;
  readonly createdId: string | null;
  /** The tag at the end of its memo; empty for none. */
  readonly tag: string;
  readonly memo: string;
  readonly reference: string;
  readonly account: string;
  readonly amount: string;
  readonly currency: string;
  readonly attempts: readonly Span[];
}

/** Fields in which a line and a row can differ. */
export type Compared = 'id' | 'account' | 'amount' | 'currency' | 'memo' | 'reference';

const IS_SAME: Readonly<Record<Compared, (own: string, written: string) => boolean>> = {
  id: (own, written) => own === written,
  account: isSame,
  amount: (own, written) => byValue(own) === byValue(written),
  currency: isSame,
  memo: (own, written) => ` ${wordsOf(written).join(' ')} `.includes(` ${wordsOf(own).join(' ')} `),
  reference: (own, written) => wordsOf(own).join(' ') === wordsOf(written).join(' '),
};

/** Differing fields. A cell that is empty or not understood doesn't differ. */
export function differences(row: StatementRow, line: StatementLine): Compared[] {
  const own = { ...row, id: row.createdId ?? '' };
  return (Object.keys(IS_SAME) as Compared[]).filter(
    (field) => own[field] !== '' && line[field] !== '' && !IS_SAME[field](own[field], line[field]),
  ); // the keys of the table above
}

export const isInTime = ({ attempts }: StatementRow, { time }: StatementLine): boolean =>
  time !== null && attempts.some((attempt) => isInWindow(attempt, time));

const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase();
/** Whether two cells have the same account or currency; an empty one has none. */
export function isSame(a: string, b: string): boolean {
  return a !== '' && fold(a) === fold(b);
}

/** A word or number, including parts joined by a mark such as `-` or `/`. */
const WORD = /[\p{L}\p{N}]+(?:[-./_:#&+'’][\p{L}\p{N}]+)*/gu;
export const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? [];

/** As plan/keys.ts makes them, in whatever case a bank writes them. */
const TAG = /(?<![\p{L}\p{N}])pb-[0-9a-f]{10}(?![\p{L}\p{N}])/giu;
export const tagsIn = (memo: string): string[] => memo.match(TAG)?.map((tag) => tag.toLowerCase()) ?? [];

/** One spelling of a plain decimal. */
export const byValue = (amount: string): string => canonicalDecimal(amount.replace(/^0+(?=\d)/, ''));
