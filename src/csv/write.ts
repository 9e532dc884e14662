// Cells to CSV text. Text columns are defused: what a spreadsheet would run as a formula gets an apostrophe.
import { stringify } from 'csv-stringify/sync';

const NEEDS_QUOTES = /[",;\t|\r\n]/;
const SUSPECT = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]|[;\t\r\n|]/;
const AT_START = /^(?=[=+\-@\t\r\uff0b\uff0d\uff1d\uff20])/;
/** Where a cell begins in a spreadsheet whose separator isn't ours: our quotes are then in the middle of one. */
const INSIDE = /([;\t\r\n|][ "\u00a0]*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/g;

/**
 * Puts an apostrophe before what Excel or Sheets would take for a formula, whatever separator they read the file with.
 * Only for text: it would spoil `-5.00`.
 */
export function defuse(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(INSIDE, "$1'").replace(AT_START, "'");
}

/** One line, line end included. Plain cells, nearly all, are joined; the rest is csv-stringify's. */
export function csvLine(cells: readonly string[]): string {
  for (const cell of cells) {
    if (NEEDS_QUOTES.test(cell) || cell.startsWith(' ') || cell.endsWith(' ')) {
      return stringify([cells], { quoted_match: /^\s|\s$|[\r;\t|]/ });
    }
  }
  return `${cells.join(',')}\n`;
}
