// A row in the queue, with everything that its request, its key and its line in the results need.
import type { KeptItem, QueueItem } from '../../ledger/ledger.ts';
import type { PayoutRow } from '../input/row.ts';
import type { RowKey } from '../plan/keys.ts';

type ItemData = PayoutRow & Omit<RowKey, 'key' | 'sequence'>;

export interface QueuedPayout {
  readonly row: PayoutRow;
  /** As {@link KeptItem} has it. */
  readonly isAltered: boolean;
  readonly key: RowKey;
}

/** `documentIds`: of the row's documents, all of them uploaded. `chunk`: `null` for a row that is not sent. */
export function itemOf(
  row: PayoutRow,
  documentIds: readonly string[],
  rowKey: RowKey,
  chunk: number | null,
): QueueItem {
  const { key, sequence, ...content } = rowKey;
  const documents = documentIds.map((id) => ({ kind: 'id', id }) as const);
  const data: ItemData = { ...row, ...content, documents, cells: [], issues: [] };
  return { sequence, chunk, key, data: JSON.stringify(data) };
}

export function payoutOf({ sequence, key, data, isAltered }: KeptItem): QueuedPayout {
  const item = JSON.parse(data) as ItemData; // as it was written above
  const { batchId, content, fingerprint, target, ...row } = item;
  return {
    row: { ...row, kind: 'payouts', cells: [], issues: [] },
    isAltered,
    key: { key: key ?? '', batchId, content, fingerprint, target, sequence },
  };
}
