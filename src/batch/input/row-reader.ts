// The reader of a file's rows, by its kind: a record's cells into a row, judged by itself.
import type { Header } from '../../csv/header.ts';
import type { CsvRecord } from '../../csv/records.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import type { Profile } from '../../interface/profile.ts';
import { isBlank } from './blank-records.ts';
import { payoutReader } from './read-payout.ts';
import type { BatchRow } from './row.ts';
import type { Warnings } from './warnings.ts';

export interface ReaderOptions {
  readonly profile: Profile;
  readonly useDeveloperFunds: boolean;
  readonly warnings: Warnings;
}

export type ReadRow = (record: CsvRecord) => BatchRow;

export async function readerOf(
  kind: FileKind,
  header: Header,
  { profile, useDeveloperFunds, warnings }: ReaderOptions,
): Promise<ReadRow> {
  if (kind === 'payouts') return payoutReader({ header, profile, useDeveloperFunds, warnings });
  // Its numbering plans are a large part that payouts can do without.
  const { customerReader } = await import('./read-customer.ts');
  return customerReader({ header, profile, warnings });
}

const EMPTY =
  'the row is empty: take it out, or leave such rows out with "skipBlankRows": true in an import profile (--map)';

const REPEATED =
  'this line repeats the header: two files were joined here. Remove the line; it is not counted in the totals';

/** The same; of a record that is no row (empty, or the header once more) one thing is wrong, not each of its fields. */
export function wholeRowsFirst(read: ReadRow, { names }: Header): ReadRow {
  return (record) => {
    const { cells } = record;
    const isHeader = repeatsHeader(cells, names);
    const row = read(isHeader ? { ...record, cells: [] } : record);
    if (!isHeader && !isBlank(record)) return row;
    return { ...row, cells, issues: [{ column: 0, field: '', message: isHeader ? REPEATED : EMPTY }] };
  };
}

/** Behind the byte order mark of a second file, perhaps. */
function repeatsHeader(cells: readonly string[], names: readonly string[]): boolean {
  const [first = ''] = cells;
  if (first !== names[0] && first !== `\ufeff${names[0] ?? ''}`) return false;
  return cells.length >= names.length && names.every((name, at) => at === 0 || cells[at] === name);
}
