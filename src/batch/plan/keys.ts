// Rows get their keys in file order: by reference, or by batch, content and ordinal among equals.
import { canonicalDecimal } from '../../interface/decimal.ts';
import { contentKey, referenceKey, sha256 } from '../../ledger/keys.ts';
import { type BatchRow, contentText, customerText } from '../input/row.ts';
import { SeenKeys } from '../input/seen.ts';

export interface RowKey {
  readonly key: string;
  readonly content: string;
}

export class RowKeys {
  readonly #batchId: string;
  readonly #seen = new SeenKeys();

  constructor(batchId: string) {
    this.#batchId = batchId;
  }

  keyOf(row: BatchRow): RowKey {
    const content = contentOf(row);
    if (row.reference !== '') return { key: keyOfReference(row), content };
    return { key: contentKey(row.kind, this.#batchId, content, this.#seen.ordinal(content)), content };
  }
}

export function keyOfReference(row: BatchRow): string {
  return referenceKey(row.kind, row.reference);
}

/** Hash of what the row says; the same for `12.5` and `12.50`. */
export function contentOf(row: BatchRow): string {
  if (row.kind === 'customers') return sha256(customerText(row));
  return sha256(contentText(row, row.amount === '' ? row.body.receiverAmount : canonicalDecimal(row.amount)));
}
