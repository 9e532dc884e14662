// Cells to CSV text. Text columns are defused: what a spreadsheet would run as a formula gets an apostrophe.
import { stringify } from 'csv-stringify/sync';

/** Nearly all cells have none of these. */
const SPECIAL = /[",;\t|\r\n]|^\s|\s$/;
/** Cells that other readers may take apart, or trim: csv-stringify's business. */
const ODD = /[;\t|\r\n]|^\s|\s$/;
const QUOTED = /[",]/;
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

/** One line, line end included. Nearly all are put together here; the rest is csv-stringify's. */
export function csvLine(cells: readonly string[]): string {
  if (!cells.some((cell) => SPECIAL.test(cell))) return `${cells.join(',')}\n`;
  if (cells.some((cell) => ODD.test(cell))) return stringify([cells], { quoted_match: /^\s|\s$|[\r;\t|]/ });
  return `${cells.map((cell) => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
