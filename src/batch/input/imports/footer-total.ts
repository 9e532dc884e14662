// The totals that a file's own footer says: what stands under the amounts in the row that ends the table, and in those that follow. They
// are compared with what the rows add up to, to the last digit; where they differ, a row was changed, lost or doubled since
// the file was written.
import type { Header } from '../../../csv/header.ts';
import { MINOR_UNITS } from '../../../interface/currencies.ts';
import { compareDecimals, exact, PLAIN_DECIMAL } from '../../../interface/decimal.ts';
import { AmountReader } from '../amount-text.ts';
import type { FileFacts, FooterTotal } from '../facts.ts';
import { isRetryName } from '../retry-of.ts';
import type { Warnings } from '../warnings.ts';
import type { Imports } from './imports.ts';
import type { Below } from './table-end.ts';

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
  /** What the line names, if any. */
  readonly currency: string | undefined;
  readonly isNamed: boolean;
}

/**
 * Puts into the facts whether the rows add up to the footer's totals, and warns where they don't, and where the rows' sum
 * isn't known: amounts that can't be read. A retry file has the footer of the file that it is of, and some of its rows.
 */
export function compareFooter({ file, header, imports }: Table, facts: FileFacts, warnings: Warnings): void {
  const { below, totals, unreadable } = facts;
  if (!below || isRetryName(file)) return;
  const figures = figuresOf(below, header.index.get(AMOUNT) ?? -1, imports);
  facts.footerFigures = figures.length;
  if (unreadable > 0) {
    const named = figures.find(({ isNamed }) => isNamed);
    const amounts = unreadable === 1 ? 'an amount of its rows' : `${unreadable} amounts of its rows`;
    if (named)
      warnings.add(
        named.line,
        AMOUNT,
        named.text,
        () =>
          `is the total that the file's own footer says, and can't be compared: ${amounts} can't be read. Correct that in the file itself and check it again, before anything of it is paid`,
      );
    return;
  }
  if (totals.size === 0) return;
  const footers: FooterTotal[] = [];
  for (const [currency, sum] of totals) {
    const rows = sum.toString();
    const own = figures.filter((one) => (one.currency ?? (totals.size === 1 ? currency : '')) === currency);
    const same = own.find(({ total }) => compareDecimals(total, rows) === 0);
    const said = same ?? likeliest(own, facts.rows);
    if (!said) continue;
    footers.push({ total: said.total, line: said.line, rows, currency, agrees: same !== undefined });
    if (same) continue;
    const difference = differenceOf(said.total, rows);
    warnings.trouble(said.line, AMOUNT, said.text, () => {
      return `is the total that the file's own footer says, and its rows add up to ${rows} ${currency}: they differ by ${difference} ${currency}. A row may have been changed, lost or doubled. ${imports.footerTotal === 'error' ? '' : '"footerTotal": "error" in the profile would refuse the file'}`;
    });
  }
  facts.footerTotals = footers;
}

const CURRENCY = /(?<![A-Za-z])[A-Z]{3,5}(?![A-Za-z])/g;
const TOTAL = /summe|gesamt|\b(?:totals?|totale|totaal|sum|importe|betrag|saldo|montant|amount)\b/i;
function figuresOf({ records }: Below, at: number, imports: Imports): Figure[] {
  return records.flatMap(({ line, cells, kinds }): Figure[] => {
    const text = (cells[at] ?? '').trim();
    const total = amountIn(text, kinds?.[at], imports);
    if (total === undefined) return [];
    const words = cells
      .filter((_, i) => i !== at)
      .join(' ')
      .slice(0, LOOKED_AT);
    const currency = words.match(CURRENCY)?.find((code) => MINOR_UNITS.has(code));
    return [{ line, text, total, currency, isNamed: TOTAL.test(words) }];
  });
}

/** Which of several is the total: what calls itself one, else the largest; never the number of rows. */
function likeliest(figures: readonly Figure[], rows: number): Figure | undefined {
  const others = figures.filter(({ total }) => total !== String(rows));
  const named = others.filter(({ isNamed }) => isNamed);
  const [first, ...rest] = named.length > 0 ? named : others;
  return (
    first && rest.reduce((most, one) => (compareDecimals(one.total, most.total) > 0 ? one : most), first)
  );
}

/** With as many digits as the longer of them. */
function differenceOf(one: string, other: string): string {
  const digits = Math.max(...[one, other].map((text) => text.split('.')[1]?.length ?? 0));
  return new exact(one).minus(other).abs().toFixed(digits);
}

/** As the amounts of the rows are read; `undefined` for what is none. */
function amountIn(text: string, kind: string | undefined, { numbers }: Imports): string | undefined {
  if (numbers === undefined || kind === 'number') return PLAIN_DECIMAL.test(text) ? text : undefined;
  if (text === '' || (kind !== undefined && kind !== 'text')) return undefined;
  const read = new AmountReader(numbers).read(text);
  return 'plain' in read ? read.plain : undefined;
}
