// A row in the queue, with everything that its request, its key and its line in the results need.
import type { Item, KeptItem } from '../../ledger/ledger.ts';
import type { DocumentItem, PayoutRow } from '../input/row.ts';
import type { RowKey } from '../plan/keys.ts';

type ItemData = PayoutRow & Omit<RowKey, 'key' | 'sequence'>;

export interface QueuedPayout {
  readonly row: PayoutRow;
  /** As {@link KeptItem} has it. */
  readonly isAltered: boolean;
  readonly key: RowKey;
}

/** `chunk`: `null` for a row that is not sent. */
export function itemOf(row: PayoutRow, rowKey: RowKey, chunk: number | null): Item {
  const { key, sequence, ...said } = rowKey;
  const documents = chunk === null ? [] : row.documents;
  const data: ItemData = { ...row, ...said, documents, cells: [], issues: [] };
  return { sequence, chunk, key, data: JSON.stringify(data) };
}

/** Whether no document is left to be uploaded. */
export const isUploaded = (documents: readonly DocumentItem[]): boolean =>
  documents.every(({ kind }) => kind === 'id');

/** The same item, its documents known by their ids. */
export function withDocuments(item: KeptItem, ids: readonly string[]): KeptItem {
  const data = JSON.parse(item.data) as ItemData; // as it was written above
  const documents = ids.map((id): DocumentItem => ({ kind: 'id', id }));
  return { ...item, data: JSON.stringify({ ...data, documents }) };
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
