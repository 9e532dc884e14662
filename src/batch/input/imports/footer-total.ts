// The totals in a file's footer: the numbers in the column of the amounts, in the row that ends the table and in the
// rows below it. They are compared with the sums of the rows. A difference means that a row was changed, lost or
// doubled.
import type { Header } from '../../../csv/header.ts';
import { compareDecimals, exact, PLAIN_DECIMAL } from '../../../interface/decimal.ts';
import type { Message } from '../../../message.ts';
import { plainAmount } from '../amount-text.ts';
import type { FileFacts, FooterTotal } from '../facts.ts';
import { rowIssue } from '../messages.ts';
import type { Below } from '../open-records.ts';
import { isRetryName } from '../retry-of.ts';
import type { Warnings } from '../warnings.ts';
import type { Imports } from './imports.ts';

const AMOUNT = 'receiverAmount';

interface FooterTable {
  readonly file: string;
  readonly header: Header;
  readonly imports: Imports;
}

/** A number in the column of the amounts. */
interface FooterFigure {
  readonly line: number;
  /** The cell, and the same as a plain decimal. */
  readonly text: string;
  readonly total: string;
}

/**
 * Records in the facts whether the rows of each currency add up to a figure of the footer, and warns if they don't.
 * Nothing is compared if an amount can't be read, or in a retry file: it has the footer of the original file, but only
 * some of its rows.
 */
export function compareFooter(
  { file, header, imports }: FooterTable,
  facts: FileFacts,
  warnings: Warnings,
): void {
  const { below, totals, unreadable } = facts;
  if (!below || isRetryName(file) || unreadable > 0 || totals.size === 0) return;
  const figures = figuresOf(below, header.index.get(AMOUNT) ?? -1, imports);
  // Of several currencies, nothing says whose a figure is that no sum equals.
  const largest = totals.size === 1 ? largestOf(figures) : undefined;
  facts.footerTotals = [...totals].flatMap(([currency, sum]): FooterTotal[] => {
    const rows = sum.toString();
    const same = figures.find(({ total }) => compareDecimals(total, rows) === 0);
    const footer = same ?? largest;
    if (!footer) return [];
    const message = (): Message => {
      const difference = differenceOf(footer.total, rows);
      const isStrict = imports.footerTotal === 'error';
      return rowIssue('footer_differs', { rows, currency, difference, isStrict });
    };
    if (!same) warnings.add(footer.line, AMOUNT, footer.text, message, { weight: 'trouble' });
    return [{ total: footer.total, line: footer.line, currency, agrees: same !== undefined }];
  });
}

function figuresOf({ records }: Below, at: number, imports: Imports): FooterFigure[] {
  return records.flatMap(({ line, cells, kinds }): FooterFigure[] => {
    const text = (cells[at] ?? '').trim();
    const total = amountIn(text, kinds?.[at], imports);
    return total === undefined ? [] : [{ line, text, total }];
  });
}

const largestOf = ([first, ...rest]: readonly FooterFigure[]): FooterFigure | undefined =>
  first && rest.reduce((most, one) => (compareDecimals(one.total, most.total) > 0 ? one : most), first);

/** With as many digits as the longer one. */
function differenceOf(one: string, other: string): string {
  const digits = Math.max(...[one, other].map((text) => text.split('.')[1]?.length ?? 0));
  return new exact(one).minus(other).abs().toFixed(digits);
}

/** Reads a cell like an amount of a row; `undefined` for another text. */
function amountIn(text: string, kind: string | undefined, { numbers }: Imports): string | undefined {
  if (numbers === undefined || kind === 'number') return PLAIN_DECIMAL.test(text) ? text : undefined;
  return text === '' || (kind !== undefined && kind !== 'text') ? undefined : plainAmount(text, numbers);
}
