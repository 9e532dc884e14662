// Rows get their keys in file order: by reference, or by batch, content and ordinal among equals.
import { foldedReference } from '../../interface/reference.ts';
import { contentKey, referenceKey } from '../../ledger/keys.ts';
import type { Ledger, RowRecord, RunKind } from '../../ledger/ledger.ts';
import type { BatchRow } from '../input/row.ts';
import { SeenKeys } from '../input/seen.ts';
import { contentOf, earlierContents } from './content.ts';
import { fingerprintOf } from './fingerprint.ts';

export interface RowKey {
  readonly key: string;
  /** SHA-256 (hex) of what the row says. */
  readonly content: string;
  /** What it looks like as a payment, in whatever batch. */
  readonly fingerprint: string;
  /** Which record of the file it is: 0, 1, ... */
  readonly sequence: number;
  /** Keys that earlier releases may have given this row. */
  readonly earlier: readonly string[];
  /** Whether a content hash, by whatever release, is of what this row says. */
  readonly isContent: (content: string) => boolean;
}

export class RowKeys {
  readonly #batchId: string;
  readonly #seen = new SeenKeys();
  #rows = 0;

  constructor(batchId: string) {
    this.#batchId = batchId;
  }

  keyOf(row: BatchRow): RowKey {
    const content = contentOf(row);
    const common = {
      content,
      fingerprint: fingerprintOf(row),
      sequence: this.#rows++,
      isContent: (other: string): boolean => other === content || earlierContents(row).includes(other),
    };
    if (row.reference !== '') return { key: keyOfReference(row), earlier: [], ...common };
    if (row.retryOf) return { key: `${row.kind}:c:${row.retryOf.hash}`, earlier: [], ...common };
    const ordinal = this.#seen.ordinal(content);
    const keyed = (text: string): string => contentKey(row.kind, this.#batchId, text, ordinal);
    return { key: keyed(content), earlier: earlierContents(row).map(keyed), ...common };
  }
}

export function keyOfReference(row: BatchRow): string {
  return referenceKey(row.kind, row.reference);
}

/** Rows that may have been paid under a reference that looks like one of these, by the reference as it stands here. */
export async function likeReferences(
  rows: readonly { readonly kind: RunKind; readonly reference: string }[],
  ledger: Pick<Ledger, 'referencesLike'>,
): Promise<Map<string, RowRecord>> {
  const own = rows.filter(({ reference }) => reference !== '');
  const [first] = own;
  const like = new Map<string, RowRecord>();
  if (!first) return like;
  const found = await ledger.referencesLike(
    first.kind,
    own.map(({ reference }) => reference),
  );
  const byFolded = new Map(found.map((record) => [foldedReference(record.reference ?? ''), record]));
  for (const { reference } of own) {
    const record = byFolded.get(foldedReference(reference));
    if (record && record.reference !== reference) like.set(reference, record);
  }
  return like;
}

/** Rows with what the ledger knows of each; a row that it knows by an earlier key goes on under that one. */
export async function recognise<T extends { readonly key: RowKey }>(
  keyed: readonly T[],
  lookup: (keys: readonly string[]) => Promise<ReadonlyMap<string, RowRecord>>,
): Promise<(T & { readonly known: RowRecord | undefined })[]> {
  const found = await lookup(keyed.flatMap(({ key }) => [key.key, ...key.earlier]));
  return keyed.map((row) => {
    const { key } = row;
    const name = [key.key, ...key.earlier].find((one) => found.has(one)) ?? key.key;
    const known = found.get(name);
    return name === key.key ? { known, ...row } : { ...row, known, key: { ...key, key: name } };
  });
}
