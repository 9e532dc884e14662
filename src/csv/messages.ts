// Messages about a table: its header, its records, its sheet. The sentences are in words/csv.ts.
import { type Message, messagesOf } from '../message.ts';

/** Mistakes with quotes in a record. `long`: the record is too long, so a quote is probably not closed. */
export type QuoteFlaw = 'middle' | 'after' | 'open' | 'long';

export interface CsvMessages {
  // Of a header. `meant`: the known name that is most similar.
  no_header: object;
  separator_line: object;
  /** Most columns are unknown. `isOneCell`: the header has one cell, which contains delimiters. */
  foreign_header: { file: string; isOneCell: boolean };
  /** `isLast`: the header ends with a delimiter. */
  header_cell_empty: { isLast: boolean; delimiter: string };
  column_twice: { column: string; first: number };
  /** `from` and `other`: columns or parts of a profile that fill the same field. */
  field_twice: { field: string; from: string; other: string };
  /** `key`: of the profile that names the column; none in a plain map. */
  column_missing: { column: string; key: string | undefined; meant: string | undefined };
  column_ended: { column: string; why: Message };
  unknown_column: { column: string; meant: string | undefined; prefix: string };
  /** A name in a profile. `from`: the column or part of the profile that fills it. */
  not_a_field: { field: string; from: string; meant: string | undefined; prefix: string };

  // Of a text.
  rows_to_skip: { lines: number; skip: number };
  quotes: { flaw: QuoteFlaw; most: number };
  lone_cr: object;
  last_row_cut: { cells: number; names: number };
  /** `isLastEmpty`: the record ends with a delimiter. `delimiter`: where it is known. */
  record_width: { cells: number; names: number; isLastEmpty?: boolean; delimiter?: string };

  // Of a workbook.
  which_sheet: { wanted: string | undefined; meant: string | undefined; sheets: readonly string[] };
  workbook_is_text: object;
  workbook_damaged: object;
  sheet_too_wide: { most: number };
}

export const csvMessage = messagesOf<CsvMessages>();
