// Whether an earlier payment was made by the very file that is read now: two rows of one file are two payments, whatever they
// look like. That its key stands in the file says nothing of that: a row beside one that was paid before may be its double.
import type { Ledger, RowRecord } from '../../../ledger/ledger.ts';
import type { Candidate } from './alike.ts';

export interface ReadFile {
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly batchId: string;
}

export class SameFile {
  readonly #ledger: Pick<Ledger, 'run'>;
  readonly #file: ReadFile;
  /** Runs with the hash of the file that each read. */
  readonly #hashes = new Map<string, string | null>();

  constructor(ledger: Pick<Ledger, 'run'>, file: ReadFile) {
    this.#ledger = ledger;
    this.#file = file;
  }

  /** Has to be told of all that it will be asked about. */
  async learn(others: readonly (RowRecord | undefined)[]): Promise<void> {
    for (const other of others) {
      if (!other || this.#hashes.has(other.runId)) continue;
      const run = await this.#ledger.run(other.runId);
      this.#hashes.set(other.runId, run?.fileHash ?? null);
    }
  }

  /** Whether `other` was made by the row itself, or by this file when it stood beside it as it does now. */
  made(row: Candidate, other: RowRecord): boolean {
    if (row.key === other.key || this.#wereTogether(row, other)) return true;
    const isReferenced = row.reference !== '' && other.reference !== null;
    const isSameBytes = this.#hashOf(other) === this.#file.hash;
    if (isReferenced) return isSameBytes;
    if (row.reference !== '' || other.reference !== null || other.batchId !== this.#file.batchId)
      return false;
    // Saved again under one --batch-id, equal rows are counted: one that is there twice is meant twice.
    return isSameBytes || (other.state === 'created' && row.contents().includes(other.content));
  }

  /** Both were tried by one file before, each as it is: somebody has corrected another row of it since. */
  #wereTogether(row: Candidate, other: RowRecord): boolean {
    const { before } = row;
    if (before?.batchId !== other.batchId || !row.contents().includes(before.content)) return false;
    const hash = this.#hashOf(before);
    return hash !== null && hash === this.#hashOf(other);
  }

  #hashOf({ runId }: RowRecord): string | null {
    return this.#hashes.get(runId) ?? null;
  }
}
