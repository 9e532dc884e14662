// Rows get their keys in file order: by reference; by batch, content and ordinal among equal rows; in a retry file by the row
// that they came from.
import {
  customerContent,
  customerFingerprint,
  payoutFingerprint,
  payoutTarget,
} from '../../interface/fingerprint.ts';
import { contentKey, referenceKey } from '../../ledger/keys.ts';
import type { RowRecord } from '../../ledger/ledger.ts';
import type { BatchRow } from '../input/row.ts';
import { SeenKeys } from '../input/seen.ts';
import type { Batches } from './batch-of.ts';

/** What a row says, from its own cells alone: no setting, default, flag, reference, file name, encoding or spelling changes it. */
export interface Said {
  /** A hash of the row's content. */
  readonly content: string;
  /** What a possible duplicate is found by (CONTRACT, rule 2). */
  readonly fingerprint: string;
  /** Who gets how much; empty for what pays nobody. */
  readonly target: string;
}

export function saidBy(row: BatchRow): Said {
  if (row.kind === 'customers')
    return { content: customerContent(row.body), fingerprint: customerFingerprint(row.body), target: '' };
  const content = payoutFingerprint(row.body);
  return { content, fingerprint: content, target: payoutTarget(row.body) };
}

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

export class RowKeys {
  readonly #batchId: string;
  readonly #fileBatch: string;
  readonly #seen = new SeenKeys();
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
      const { hash, content, batchId: ofBatch } = row.retryOf;
      const isAsItWas = said.content === content;
      const key = `${row.kind}:c:${hash}`;
      return { ...said, key, batchId: isAsItWas ? ofBatch : this.#fileBatch, sequence };
    }
    const key = contentKey(row.kind, batchId, said.content, this.#seen.ordinal(said.content));
    return { ...said, key, batchId, sequence };
  }
}

/** Whether a known row is of this batch. Without a reference only its batch, and retry files of that, know its key. */
export const isOfBatch = (known: Pick<RowRecord, 'reference' | 'batchId'>, batchId: string): boolean =>
  known.reference === null || known.batchId === batchId;
