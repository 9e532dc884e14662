// The rows of a report as CSV, for whoever posts them: all columns, or those that were asked for, in that order.
import { csvLine, defuse } from '../csv/write.ts';
import { plain } from '../files/plain.ts';
import type { Report } from './report.ts';
import { type Column, POSTING_COLUMNS, type ReportRow } from './row.ts';

/** The columns of these names, or the first name that there is no column for. */
export function columnsNamed(
  names: readonly string[],
  { columns }: Pick<Report, 'columns'>,
):
  | { readonly ok: true; readonly columns: readonly Column[] }
  | { readonly ok: false; readonly unknown: string } {
  const known = new Map([...POSTING_COLUMNS, ...columns].map((column) => [column.name, column]));
  const chosen: Column[] = [];
  for (const name of names) {
    const column = known.get(name);
    if (!column) return { ok: false, unknown: name };
    chosen.push(column);
  }
  return { ok: true, columns: chosen };
}

/** `shown`: which rows are in it. */
export async function* reportCsv(
  { rows }: Pick<Report, 'rows'>,
  columns: readonly Column[],
  shown: (row: ReportRow) => boolean,
): AsyncGenerator<string> {
  yield csvLine(columns.map(({ name }) => defuse(plain(name))));
  for await (const row of rows()) {
    if (!shown(row)) continue;
    yield csvLine(columns.map((column) => cellOf(column, row)));
  }
}

/** As a spreadsheet may see it: nothing in it runs, and nothing is hidden. */
export const cellOf = ({ text, value }: Column, row: ReportRow): string =>
  text ? defuse(plain(value(row))) : value(row);
