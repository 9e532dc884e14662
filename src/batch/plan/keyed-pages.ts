// The second reading of a file: its rows with their keys, a page at a time. It ends at the first byte that differs from
// the first reading.
import type { Header } from '../../csv/header.ts';
import { inputChanged } from '../../csv/retry-file.ts';
import { startPass } from '../input/input-file.ts';
import type { BatchRow } from '../input/row.ts';
import { Warnings } from '../input/warnings.ts';
import { type RowKey, RowKeys } from './keys.ts';
import type { KnownFile } from './known-file.ts';
import { type Planned, planPage } from './page.ts';
import type { Surveyed } from './survey.ts';

export interface KeyedRow {
  readonly row: BatchRow;
  readonly key: RowKey;
  /** Its place among the file's rows, from 0. */
  readonly at: number;
}

/** Errors: {@link inputChanged}. `known`: `undefined` where there is no ledger. */
export async function* keyedPages(
  { handle, checked }: Surveyed,
  known: Pick<KnownFile, 'batches' | 'historyChecks'> | undefined,
  onHeader?: (header: Header) => void,
): AsyncGenerator<readonly KeyedRow[]> {
  const keys = new RowKeys(known?.batches ?? { batchId: checked.hash, fileBatch: checked.hash });
  // The first reading gave the warnings.
  const options = { ...checked.options, warnings: new Warnings() };
  const pass = await startPass(handle, options, (digest, index) => {
    if (digest !== checked.prefixes[index]) throw inputChanged(checked.options.file);
  });
  onHeader?.(pass.header);
  let taken = 0;
  for await (const rows of pass.rows) {
    for (const row of rows) known?.historyChecks?.again(row);
    yield rows.map((row, at) => ({ row, key: keys.keyOf(row), at: taken + at }));
    taken += rows.length;
  }
}

/** Without a ledger every row is new. */
const newRow = (row: KeyedRow): Planned<KeyedRow> => ({
  planned: { do: 'send' },
  known: undefined,
  duplicate: undefined,
  ...row,
});

/**
 * The same rows, each with what is to be done with it; `known`: `undefined` where there is no ledger. Errors: {@link
 * inputChanged}; LedgerError.
 */
export async function* plannedPages(
  surveyed: Surveyed,
  known: KnownFile | undefined,
): AsyncGenerator<readonly Planned<KeyedRow>[]> {
  for await (const rows of keyedPages(surveyed, known))
    yield known ? await planPage(rows, known.page) : rows.map(newRow);
}
