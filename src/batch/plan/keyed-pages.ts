// The second reading of a file: its rows with their keys, a page at a time. It ends at the first byte that differs
// from the first reading.
import { sameBytes } from '../../csv/retry-file.ts';
import { startPass } from '../input/input-file.ts';
import type { Surveyed } from '../input/survey.ts';
import { Warnings } from '../input/warnings.ts';
import { type KeyedRow, RowKeys } from './keys.ts';
import type { KnownFile } from './known-file.ts';
import { type PlannedRow, planPage } from './page.ts';

/** Errors: {@link inputChanged}. `known`: `undefined` without a ledger. */
export async function* keyedPages(
  { handle, checked }: Surveyed,
  known: Pick<KnownFile, 'batches' | 'historyChecks'> | undefined,
): AsyncGenerator<readonly KeyedRow[]> {
  const keys = new RowKeys(known?.batches ?? { batchId: checked.hash, fileBatch: checked.hash });
  // The first reading gave the warnings.
  const options = { ...checked.options, warnings: new Warnings() };
  const pass = await startPass(handle, options, sameBytes(options.file, checked.prefixes));
  for await (const rows of pass.rows) {
    for (const row of rows) known?.historyChecks?.again(row);
    yield rows.map((row) => ({ row, key: keys.keyOf(row) }));
  }
}

/** Without a ledger every row is new. */
const newRow = (row: KeyedRow): PlannedRow => ({
  planned: { do: 'send' },
  known: undefined,
  duplicate: undefined,
  repeatsRecent: false,
  ...row,
});

/**
 * The same rows, each with a decision. `known`: `undefined` without a ledger. Errors: {@link inputChanged};
 * LedgerError.
 */
export async function* plannedPages(
  surveyed: Surveyed,
  known: KnownFile | undefined,
): AsyncGenerator<readonly PlannedRow[]> {
  for await (const rows of keyedPages(surveyed, known))
    yield known ? await planPage(rows, known.pageSettings) : rows.map(newRow);
}
