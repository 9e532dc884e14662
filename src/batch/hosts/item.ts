// A row as it goes from the host that has read it to whoever works on it, and back: all that its request, its identity and its
// line in the results need, and nothing of the file that it came from.
import type { Item, KeptItem } from '../../ledger/ledger.ts';
import type { DocumentItem, PayoutRow, RetryOf } from '../input/row.ts';
import type { RowKey } from '../plan/keys.ts';

interface ItemData extends Pick<
  PayoutRow,
  'line' | 'start' | 'end' | 'reference' | 'currency' | 'amount' | 'body' | 'documents'
> {
  readonly isFirstParty?: boolean | undefined;
  readonly ownIsFirstParty?: boolean | undefined;
  readonly ownDeveloperFunds?: boolean | undefined;
  readonly payee?: string | undefined;
  readonly retryOf?: RetryOf | undefined;
  readonly batchId: string;
  readonly content: string;
  readonly fingerprint: string;
  readonly target: string;
  /** The hash under which an upload is remembered, by the id that it got: a refusal forgets it. */
  readonly uploads?: Readonly<Record<string, string>> | undefined;
}

export interface QueuedPayout {
  readonly row: PayoutRow;
  /** As {@link KeptItem} has it. */
  readonly isAltered: boolean;
  readonly key: RowKey;
  readonly uploads: Readonly<Record<string, string>>;
}

export function itemOf(row: PayoutRow, key: RowKey, chunk: number | null, raw: string): Item {
  const { line, start, end, reference, currency, amount, body, documents } = row;
  const { isFirstParty, ownIsFirstParty, ownDeveloperFunds, payee, retryOf } = row;
  const { content, fingerprint, target, batchId } = key;
  const data: ItemData = {
    ...{ line, start, end, reference, currency, amount, body, documents: chunk === null ? [] : documents },
    ...{ isFirstParty, ownIsFirstParty, ownDeveloperFunds, payee, retryOf },
    ...{ batchId, content, fingerprint, target },
  };
  return { sequence: key.sequence, chunk, key: key.key, data: JSON.stringify(data), raw };
}

/** Nothing of it is left to be uploaded. */
export const isUploaded = (documents: readonly DocumentItem[]): boolean =>
  documents.every(({ kind }) => kind === 'id');

/** The same item, its documents known by their ids. */
export function withDocuments(
  item: KeptItem,
  ids: readonly string[],
  uploads: Record<string, string>,
): KeptItem {
  const data = JSON.parse(item.data) as ItemData; // as it was written above
  const documents = ids.map((id): DocumentItem => ({ kind: 'id', id }));
  return { ...item, data: JSON.stringify({ ...data, documents, uploads }) };
}

export function payoutOf({ sequence, key, data, isAltered }: KeptItem): QueuedPayout {
  const item = JSON.parse(data) as ItemData; // as it was written above
  const { batchId, content, fingerprint, target, uploads = {}, retryOf, payee, ...own } = item;
  const row: PayoutRow = {
    ...own,
    kind: 'payouts',
    cells: [],
    issues: [],
    isFirstParty: own.isFirstParty,
    ownIsFirstParty: own.ownIsFirstParty,
    ownDeveloperFunds: own.ownDeveloperFunds,
    ...(retryOf && { retryOf }),
    ...(payee !== undefined && { payee }),
  };
  return {
    row,
    uploads,
    isAltered,
    key: { key: key ?? '', batchId, content, fingerprint, target, sequence },
  };
}
