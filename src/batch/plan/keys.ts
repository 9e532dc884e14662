// Rows get their keys in file order: by reference; by batch, content and ordinal among equal rows; in a retry file by
// the row that they came from.
import {
  customerContent,
  customerFingerprint,
  payoutFingerprint,
  payoutTarget,
} from '../../interface/fingerprint.ts';
import { contentKey, referenceKey } from '../../ledger/keys.ts';
import type { RowRecord } from '../../ledger/ledger.ts';
import type { BatchRow } from '../input/row.ts';
import { SeenKeys } from '../input/seen-keys.ts';
import type { Batches } from './batch-of.ts';

/** The content of a row, from its own cells: settings, defaults, reference, file and spelling don't change it. */
export interface Said {
  /** A hash of the row's content. */
  readonly content: string;
  /** Finds possible duplicates (CONTRACT, rule 2). */
  readonly fingerprint: string;
  /** Account, amount and currency; empty if nobody is paid. */
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
  /** The batch in which equal rows are counted. A corrected row of a retry file has the file as its batch. */
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
