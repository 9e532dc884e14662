// In what a line of a statement and a row agree and differ. Whole words, whole numbers, values of amounts. Pure.
import { canonicalDecimal } from '../../interface/decimal.ts';
import type { StatementLine } from './statement.ts';
import { isInWindow, type Span } from './window.ts';

/** A row as a statement is compared with it: what was sent, and when. */
export interface StatementRow {
  readonly key: string;
  /** The service's id of it, where one is known. */
  readonly createdId: string | null;
  /** The tag at the end of its memo; empty for none. */
  readonly tag: string;
  readonly memo: string;
  readonly reference: string;
  readonly account: string;
  readonly amount: string;
  readonly currency: string;
  /** When it was sent; several times for a row that was sent again. */
  readonly attempts: readonly Span[];
}

/** Fields in which a line and a row can agree or differ. */
export type Compared = 'id' | 'account' | 'amount' | 'currency' | 'memo' | 'reference' | 'time';

export function compare(row: StatementRow, line: StatementLine): { same: Compared[]; differs: Compared[] } {
  const same: Compared[] = [];
  const differs: Compared[] = [];
  const put = (field: Compared, isKnown: boolean, is: () => boolean): void => {
    if (isKnown) (is() ? same : differs).push(field);
  };
  const createdId = row.createdId ?? '';
  put('id', createdId !== '' && line.id !== '', () => createdId === line.id);
  put('account', row.account !== '' && line.account !== '', () => isSame(row.account, line.account));
  put('amount', row.amount !== '' && line.amount !== '', () => byValue(row.amount) === byValue(line.amount));
  put('currency', row.currency !== '' && line.currency !== '', () => isSame(row.currency, line.currency));
  put('memo', row.memo !== '' && line.memo !== '', () => hasWords(line.memo, row.memo));
  put('reference', row.reference !== '' && line.reference !== '', () =>
    isSameWords(row.reference, line.reference),
  );
  put('time', line.time !== null, () => isInTime(row, line));
  return { same, differs };
}

export const isInTime = ({ attempts }: StatementRow, { time }: StatementLine): boolean =>
  time !== null && attempts.some((attempt) => isInWindow(attempt, time));

export const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase();
/** Whether two cells have the same account or currency; an empty one has none. */
export const isSame = (a: string, b: string): boolean => a !== '' && fold(a) === fold(b);

/** Whole words and whole numbers: what a mark such as `-` or `/` joins is one. */
const WORD = /[\p{L}\p{N}]+(?:[-./_:#&+'’][\p{L}\p{N}]+)*/gu;
export const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
const isSameWords = (a: string, b: string): boolean => wordsOf(a).join(' ') === wordsOf(b).join(' ');

/** Whether these words stand in the text in this order, one after the other. */
export function hasWords(text: string, words: string): boolean {
  const wanted = wordsOf(words).join(' ');
  return wanted !== '' && ` ${wordsOf(text).join(' ')} `.includes(` ${wanted} `);
}

/** As memo-tag.ts makes them, in whatever case a bank writes them. */
const TAG = /(?<![\p{L}\p{N}])pb-[0-9a-f]{10}(?![\p{L}\p{N}])/giu;
export const tagsIn = (memo: string): string[] => memo.match(TAG)?.map((tag) => tag.toLowerCase()) ?? [];

/** One spelling of a plain decimal. */
export const byValue = (amount: string): string => canonicalDecimal(amount.replace(/^0+(?=\d)/, ''));
