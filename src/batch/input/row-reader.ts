// The reader of a file's rows, by its kind: a record's cells into a row, validated by itself.
import type { Header } from '../../csv/header.ts';
import { csvMessage } from '../../csv/messages.ts';
import type { CsvRecord } from '../../csv/records.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import type { Message } from '../../message.ts';
import { isBlank } from './blank-records.ts';
import type { RowRules } from './fields.ts';
import { rowIssue } from './messages.ts';
import { PayoutReader } from './read-payout.ts';
import { NO_CURRENCY, type ReadRow } from './row.ts';

export async function readerOf(kind: FileKind, header: Header, rules: RowRules): Promise<ReadRow> {
  // The numbering plans of customers are a large part that payouts can do without.
  const reader =
    kind === 'payouts'
      ? new PayoutReader(header, rules)
      : new (await import('./read-customer.ts')).CustomerReader(header, rules);
  return (record) => reader.read(record);
}

/**
 * The same; of a record that is not a row (empty, or the header once more), or whose cells don't stand under their
 * names, one thing is wrong. Its cells give it its key, and are neither judged nor counted: of 4996,51 the amount
 * would be 4996. `broken` reads such a record: its warnings reach nobody.
 */
export function wholeRowsFirst(read: ReadRow, broken: ReadRow, header: Header): ReadRow {
  return (record) => {
    const { cells } = record;
    const isHeader = repeatsHeader(cells, header.names);
    const message = isHeader
      ? rowIssue('header_repeated')
      : isBlank(record)
        ? rowIssue('row_empty')
        : wrongWidth(record, header);
    if (message === undefined) return read(record);
    const row = broken(isHeader ? { ...record, cells: [] } : record);
    const wrong = {
      cells,
      documents: [],
      amount: '',
      issues: [{ column: 0, field: '', message }],
    };
    return row.kind === 'payouts' ? { ...row, ...wrong, currency: NO_CURRENCY } : { ...row, ...wrong };
  };
}

/** Behind the byte order mark of a second file, perhaps. */
function repeatsHeader(cells: readonly string[], names: readonly string[]): boolean {
  const [first = ''] = cells;
  if (first !== names[0] && first !== `\ufeff${names[0] ?? ''}`) return false;
  return cells.length >= names.length && names.every((name, at) => at === 0 || cells[at] === name);
}

function wrongWidth({ cells, kinds }: CsvRecord, { names, delimiter }: Header): Message | undefined {
  const width = names.length;
  // A record of a sheet ends with its last cell that is not empty.
  if (cells.length === width || (kinds && cells.length < width)) return undefined;
  return csvMessage('record_width', { cells: cells.length, names: width, delimiter });
}
