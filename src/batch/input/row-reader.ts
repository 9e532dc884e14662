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

/** The same, with the cells of each record shown to somebody first. */
export function watched(read: ReadRow, onCells?: (cells: readonly string[]) => void): ReadRow {
  if (!onCells) return read;
  return (record) => {
    onCells(record.cells);
    return read(record);
  };
}

const EMPTY =
  'the row is empty: take it out, or leave such rows out with "skipBlankRows": true in an import profile (--map)';

/** The same; of an empty record between rows one thing is wrong, and not each field that it has to have. */
export function tellingEmpty(read: ReadRow): ReadRow {
  return (record) => {
    const row = read(record);
    return isBlank(record) ? { ...row, issues: [{ column: 0, field: '', message: EMPTY }] } : row;
  };
}
