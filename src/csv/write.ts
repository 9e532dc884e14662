// Cells to CSV text. Text columns are defused: a cell that a spreadsheet would run as a formula gets an apostrophe.
import { stringify } from 'csv-stringify/sync';

const NEEDS_QUOTES = /[",\r\n]/;
const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

/** Prefixes what Excel or Sheets would take for a formula. Only for text: it would spoil `-5.00`. */
export function defuse(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** One line, line end included. Plain cells, nearly all, are joined; the rest is csv-stringify's. */
export function csvLine(cells: readonly string[]): string {
  for (const cell of cells) {
    if (NEEDS_QUOTES.test(cell) || cell.startsWith(' ') || cell.endsWith(' ')) {
      return stringify([cells as string[]], { quoted_match: /^\s|\s$|\r/ }); // csv-stringify only reads it
    }
  }
  return `${cells.join(',')}\n`;
}
