// Rows get their keys in file order: by reference; by batch, content and ordinal among equal rows; in a retry file by the row
// that they came from.
import { contentKey, referenceKey } from '../../ledger/keys.ts';
import type { RowRecord } from '../../ledger/ledger.ts';
import type { BatchRow } from '../input/row.ts';
import { SeenKeys } from '../input/seen.ts';
import type { Batches } from './batch-of.ts';
import { type Said, saidBy } from './fingerprint.ts';

export interface RowKey extends Said {
  readonly key: string;
  /**
   * Counts the row among those that say the same: its file's batch, or that of the row that it retries. A row of a retry file
   * that says something new was never counted there: its batch is the file itself, whatever that is called.
   */
  readonly batchId: string;
  /** Which record of the file it is: 0, 1, ... */
  readonly sequence: number;
}

/** Between two rows of a retry file rarely more equal ones were paid. */
const EQUAL_ROWS = 1000;

export class RowKeys {
  readonly #batchId: string;
  readonly #fileBatch: string;
  readonly #seen = new SeenKeys();
  /** Of contents that several rows of a retry file have: the last ordinal. */
  readonly #reached = new Map<string, number>();
  #rows = 0;

  constructor({ batchId, fileBatch }: Omit<Batches, 'parent'>) {
    this.#batchId = batchId;
    this.#fileBatch = fileBatch;
  }

  keyOf(row: BatchRow): RowKey {
    const said = saidBy(row);
    const sequence = this.#rows++;
    const batchId = this.#batchId;
    if (row.reference !== '')
      return { ...said, key: referenceKey(row.kind, row.reference), batchId, sequence };
    if (row.retryOf) {
      const key = `${row.kind}:c:${row.retryOf.hash}`;
      const isAsItWas = this.#isKeyOf(key, row.kind, row.retryOf.batchId, said.content);
      return { ...said, key, batchId: isAsItWas ? row.retryOf.batchId : this.#fileBatch, sequence };
    }
    const key = contentKey(row.kind, batchId, said.content, this.#seen.ordinal(said.content));
    return { ...said, key, batchId, sequence };
  }

  /** Whether a key was made of this content. */
  #isKeyOf(key: string, kind: string, batchId: string, content: string): boolean {
    const reached = this.#reached.get(content) ?? 0;
    for (let tries = 0; tries < EQUAL_ROWS + reached; tries++) {
      // Rows are in file order as a rule: the ordinals after the last one first.
      const ordinal = tries < EQUAL_ROWS ? reached + tries : tries - EQUAL_ROWS;
      if (contentKey(kind, batchId, content, ordinal) !== key) continue;
      if (ordinal > 0) this.#reached.set(content, ordinal);
      return true;
    }
    return false;
  }
}

/** Whether a known row is of this batch. Without a reference only its batch, and retry files of that, know its key. */
export const isOfBatch = (known: Pick<RowRecord, 'reference' | 'batchId'>, batchId: string): boolean =>
  known.reference === null || known.batchId === batchId;
