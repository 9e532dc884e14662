// The rows of a report as CSV, for bookkeeping.
import { csvLine, defuse } from '../csv/write.ts';
import { plain } from '../files/plain.ts';
import type { Report } from './report.ts';
import type { Column, ReportRow } from './row.ts';

export const csvHead = (columns: readonly Column[]): string =>
  csvLine(columns.map(({ name }) => defuse(plain(name))));

/** `shown`: which rows are in it. */
export async function* reportCsv(
  { rows }: Pick<Report, 'rows'>,
  columns: readonly Column[],
  shown: (row: ReportRow) => boolean,
): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const row of rows()) if (shown(row)) yield csvRow(columns, row);
}

/** As a spreadsheet may see it: nothing in it runs, and nothing is hidden. */
export const csvRow = (columns: readonly Column[], row: ReportRow): string =>
  csvLine(columns.map(({ text, value }) => (text ? defuse(plain(value(row))) : value(row))));
