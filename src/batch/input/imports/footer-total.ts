// The totals that a file's own footer says: what is under the amounts in the row that ends the table, and in those that
// follow. They are compared with the sums of the rows, to the last digit. Where they differ, a row was changed, lost or
// doubled since the file was written.
import type { Header } from '../../../csv/header.ts';
import { MINOR_UNITS } from '../../../interface/currencies.ts';
import { compareDecimals, exact, PLAIN_DECIMAL } from '../../../interface/decimal.ts';
import { plainAmount } from '../amount-text.ts';
import type { FileFacts, FooterTotal } from '../facts.ts';
import { rowIssue } from '../messages.ts';
import type { Below } from '../open-records.ts';
import { isRetryName } from '../retry-of.ts';
import type { Warnings } from '../warnings.ts';
import type { Imports } from './imports.ts';

const AMOUNT = 'receiverAmount';
/** Of a line's other cells, in characters. */
const LOOKED_AT = 500;

interface Table {
  readonly file: string;
  readonly header: Header;
  readonly imports: Imports;
}

/** A number under the amounts. */
interface Figure {
  readonly line: number;
  /** As it stands there, and as a plain decimal. */
  readonly text: string;
  readonly total: string;
  /** The currency that the line names, if any. */
  readonly currency: string | undefined;
}

/**
 * Puts into the facts whether the rows add up to the footer's totals, and warns if they don't. Nothing is compared
 * while amounts can't be read. A retry file has the footer of the file that it is of, and some of its rows.
 */
export function compareFooter({ file, header, imports }: Table, facts: FileFacts, warnings: Warnings): void {
  const { below, totals, unreadable } = facts;
  if (!below || isRetryName(file) || unreadable > 0 || totals.size === 0) return;
  const figures = figuresOf(below, header.index.get(AMOUNT) ?? -1, imports);
  facts.footerTotals = [...totals].flatMap(([currency, sum]): FooterTotal[] => {
    const rows = sum.toString();
    const own = figures.filter((one) => (one.currency ?? (totals.size === 1 ? currency : '')) === currency);
    const same = own.find(({ total }) => compareDecimals(total, rows) === 0);
    const said = same ?? largestOf(own);
    if (!said) return [];
    if (!same)
      warnings.trouble(said.line, AMOUNT, said.text, () => {
        const difference = differenceOf(said.total, rows);
        const isStrict = imports.footerTotal === 'error';
        return rowIssue('footer_differs', { rows, currency, difference, isStrict });
      });
    return [{ total: said.total, line: said.line, currency, agrees: same !== undefined }];
  });
}

const CURRENCY = /(?<![A-Za-z])[A-Z]{3,5}(?![A-Za-z])/g;

function figuresOf({ records }: Below, at: number, imports: Imports): Figure[] {
  return records.flatMap(({ line, cells, kinds }): Figure[] => {
    const text = (cells[at] ?? '').trim();
    const total = amountIn(text, kinds?.[at], imports);
    if (total === undefined) return [];
    const words = cells
      .filter((_, i) => i !== at)
      .join(' ')
      .slice(0, LOOKED_AT);
    return [{ line, text, total, currency: words.match(CURRENCY)?.find((code) => MINOR_UNITS.has(code)) }];
  });
}

const largestOf = ([first, ...rest]: readonly Figure[]): Figure | undefined =>
  first && rest.reduce((most, one) => (compareDecimals(one.total, most.total) > 0 ? one : most), first);

/** With as many digits as the longer of them. */
function differenceOf(one: string, other: string): string {
  const digits = Math.max(...[one, other].map((text) => text.split('.')[1]?.length ?? 0));
  return new exact(one).minus(other).abs().toFixed(digits);
}

/** As the amounts of the rows are read; `undefined` for what is none. */
function amountIn(text: string, kind: string | undefined, { numbers }: Imports): string | undefined {
  if (numbers === undefined || kind === 'number') return PLAIN_DECIMAL.test(text) ? text : undefined;
  return text === '' || (kind !== undefined && kind !== 'text') ? undefined : plainAmount(text, numbers);
}
