// Cells to CSV text. In text columns, a text that a spreadsheet would run as a formula gets an apostrophe.
import { stringify } from 'csv-stringify/sync';

/** Nearly all cells have none of these. */
const SPECIAL = /[",;\t|\r\n]|^\s|\s$/;
/** Other readers may split or trim such cells. */
const QUOTED = /^\s|\s$|[\r;\t|]/;
const SUSPECT = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]|[;\t\r\n|]/;
const AT_START = /^(?=[=+\-@\t\r\uff0b\uff0d\uff1d\uff20])/;
/** Where a cell may begin in a spreadsheet that splits cells at another delimiter. */
const INSIDE = /([;\t\r\n|][ "\u00a0]*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/g;

/**
 * Puts an apostrophe before each text that Excel or Sheets would run as a formula, at any delimiter. Not for numbers:
 * it would change `-5.00`.
 */
export function defuse(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(INSIDE, "$1'").replace(AT_START, "'");
}

/** A cell as it was before {@link defuse}. */
export function undefused(cell: string): string {
  const inner = cell.slice(1);
  return cell.startsWith("'") && defuse(inner) === cell ? inner : cell;
}

/** One line with its line end. csv-stringify writes the few with special characters. */
export function csvLine(cells: readonly string[]): string {
  if (!cells.some((cell) => SPECIAL.test(cell))) return `${cells.join(',')}\n`;
  return stringify([cells], { quoted_match: QUOTED });
}
