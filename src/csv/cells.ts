// The cells of one record.
import { CsvError, parse } from 'csv-parse/sync';

import type { QuoteFlaw } from './messages.ts';

/** Why a text is not a record of CSV. */
export type CellFlaw = Exclude<QuoteFlaw, 'long'> | 'lone_cr';

/** Of a record without its line end. */
export function cellsOf(text: string, delimiter: string): readonly string[] | CellFlaw {
  const cells = regularCells(text, delimiter) ?? irregularCells(text, delimiter);
  return typeof cells !== 'string' && text.includes('\r') && hasLoneCr(text) ? 'lone_cr' : cells;
}

/** Whether a CR is outside of quotes. */
const hasLoneCr = (text: string): boolean => text.replaceAll(/"[^"]*"/g, '').includes('\r');

/** Where the next quote is; the length if there is none. */
export function quoteFrom(flat: string, from: number): number {
  const at = flat.indexOf('"', from);
  return at === -1 ? flat.length : at;
}

/** `undefined` if a quote is inside a cell. */
function regularCells(text: string, delimiter: string): string[] | undefined {
  const cells: string[] = [];
  let quote = quoteFrom(text, 0);
  for (let at = 0; ;) {
    if (quote === at && at < text.length) {
      const close = text.indexOf('"', at + 1);
      if (close === -1) return undefined;
      cells.push(text.slice(at + 1, close));
      if (close + 1 === text.length) return cells;
      if (text[close + 1] !== delimiter) return undefined;
      at = close + 2;
      quote = quoteFrom(text, at);
      continue;
    }
    const end = text.indexOf(delimiter, at);
    const stop = end === -1 ? text.length : end;
    if (quote < stop) return undefined;
    cells.push(text.slice(at, stop));
    if (end === -1) return cells;
    at = end + 1;
  }
}

const MISTAKES: Readonly<Record<string, CellFlaw>> = {
  INVALID_OPENING_QUOTE: 'middle',
  CSV_INVALID_CLOSING_QUOTE: 'after',
  CSV_QUOTE_NOT_CLOSED: 'open',
};

function irregularCells(text: string, delimiter: string): string[] | CellFlaw {
  try {
    const [cells = []] = parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true });
    return cells;
  } catch (error) {
    const mistake = error instanceof CsvError ? MISTAKES[error.code] : undefined;
    if (mistake === undefined) throw error;
    return mistake;
  }
}
