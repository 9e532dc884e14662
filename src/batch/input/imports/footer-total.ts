// The totals in a file's footer: the numbers in the column of the amounts, in the row that ends the table and in the
// rows below it. The sum of the rows must be one of them. Otherwise a row was changed, lost or doubled.
import type { Header } from '../../../csv/header.ts';
import { compareDecimals, PLAIN_DECIMAL } from '../../../interface/decimal.ts';
import { plainAmount } from '../amount-text.ts';
import type { FileFacts } from '../facts.ts';
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

/**
 * Records in the facts whether the sum of each currency is in the footer, and warns if it isn't. Nothing is compared
 * if an amount can't be read, or in a retry file: it has the footer of the original file, but only some of its rows.
 * Of several currencies, nothing says whose a total is that no sum equals.
 */
export function compareFooter(
  { file, header, imports }: FooterTable,
  facts: FileFacts,
  warnings: Warnings,
): void {
  const { below, sums, unreadable } = facts;
  if (!below || isRetryName(file) || unreadable > 0) return;
  const footers = totalsIn(below, header.index.get(AMOUNT) ?? -1, imports);
  if (footers.length === 0) return;
  for (const [currency, rows] of sums) {
    const agrees = footers.some((total) => compareDecimals(total, rows) === 0);
    if (agrees || sums.length === 1) facts.footerAgrees.set(currency, agrees);
    if (agrees || sums.length > 1) continue;
    const isStrict = imports.footerTotal === 'error';
    const message = () => rowIssue('footer_differs', { rows, currency, isStrict });
    warnings.add(below.line, AMOUNT, footers.join(', '), message, { weight: 'trouble' });
  }
}

/** Plain decimals, each read like an amount of a row. */
function totalsIn({ records }: Below, at: number, { numbers }: Imports): string[] {
  return records.flatMap(({ cells, kinds }) => {
    const text = (cells[at] ?? '').trim();
    const kind = kinds?.[at];
    if (numbers === undefined || kind === 'number') return PLAIN_DECIMAL.test(text) ? [text] : [];
    return text === '' || (kind !== undefined && kind !== 'text') ? [] : (plainAmount(text, numbers) ?? []);
  });
}
