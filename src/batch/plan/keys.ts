// Rows get their keys in file order: by reference; by batch, content and ordinal among equal rows; in a retry file by the row
// that they came from.
import { contentKey, referenceKey } from '../../ledger/keys.ts';
import type { BatchRow } from '../input/row.ts';
import { SeenKeys } from '../input/seen.ts';
import { type Said, saidBy } from './fingerprint.ts';

export interface RowKey extends Said {
  readonly key: string;
  /** The batch that the row belongs to: its file's, or that of the row that it retries. */
  readonly batchId: string;
  /** Which record of the file it is: 0, 1, ... */
  readonly sequence: number;
}

/** A retry file rarely has more equal rows. */
const EQUAL_ROWS = 100;

export class RowKeys {
  readonly #batchId: string;
  readonly #seen = new SeenKeys();
  #rows = 0;

  constructor(batchId: string) {
    this.#batchId = batchId;
  }

  keyOf(row: BatchRow): RowKey {
    const said = saidBy(row);
    const sequence = this.#rows++;
    const batchId = this.#batchId;
    if (row.reference !== '')
      return { ...said, key: referenceKey(row.kind, row.reference), batchId, sequence };
    if (row.retryOf) {
      const key = `${row.kind}:c:${row.retryOf.hash}`;
      const isAsItWas = isKeyOf(key, row.kind, row.retryOf.batchId, said.content);
      // A corrected row is no equal of any row of its original, where another row may say the same.
      return { ...said, key, batchId: isAsItWas ? row.retryOf.batchId : batchId, sequence };
    }
    const key = contentKey(row.kind, batchId, said.content, this.#seen.ordinal(said.content));
    return { ...said, key, batchId, sequence };
  }
}

/** Whether a key was made of this content. */
function isKeyOf(key: string, kind: string, batchId: string, content: string): boolean {
  for (let ordinal = 0; ordinal < EQUAL_ROWS; ordinal++)
    if (contentKey(kind, batchId, content, ordinal) === key) return true;
  return false;
}
