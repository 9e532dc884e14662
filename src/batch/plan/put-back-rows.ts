// Rows in doubt that a person had called not created until a statement spoke against it: whoever calls them so once more has to
// say that it is a correction.
import type { Ledger, RowRecord } from '../../ledger/ledger.ts';
import { putBack } from '../../ledger/resolution.ts';

/** Their keys. Few rows are in doubt, and of those alone the entries are read. */
export async function putBackRows(
  known: readonly { readonly known: RowRecord | undefined }[],
  ledger: Pick<Ledger, 'entriesOf'>,
): Promise<ReadonlySet<string>> {
  const keys = known.flatMap(({ known: row }) => (row?.state === 'in_doubt' ? [row.key] : []));
  if (keys.length === 0) return new Set();
  const entries = await ledger.entriesOf(keys);
  return new Set(keys.filter((key) => putBack(entries.get(key) ?? []) !== null));
}
