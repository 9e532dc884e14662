// Whether an earlier payment was made by the very file that is read now: two rows of one file are two payments, whatever they
// look like. That its key stands in the file says nothing of that: a row beside one that was paid before may be its double.
import type { Ledger, RowRecord } from '../../../ledger/ledger.ts';
import { isSameSheet, sheetOf } from '../../input/named-sheet.ts';
import type { Candidate } from './alike.ts';

export interface ReadFile {
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly batchId: string;
  /** The name of a workbook's sheet, whoever has named it; empty for a text. */
  readonly sheet: string;
}

/** What a run that isn't alive was sending is in doubt. */
export const standing = (other: RowRecord, isAlive: boolean | undefined): RowRecord =>
  other.state !== 'sending' || isAlive === true ? other : { ...other, state: 'in_doubt' };

export class SameFile {
  readonly #ledger: Pick<Ledger, 'run'>;
  readonly #file: ReadFile;
  /** Runs with what each read. */
  readonly #reads = new Map<string, Read | undefined>();

  constructor(ledger: Pick<Ledger, 'run'>, file: ReadFile) {
    this.#ledger = ledger;
    this.#file = file;
  }

  /** Has to be told of all that it will be asked about. */
  async learn(others: readonly (RowRecord | undefined)[]): Promise<void> {
    for (const other of others) {
      if (!other || this.#reads.has(other.runId)) continue;
      const run = await this.#ledger.run(other.runId);
      this.#reads.set(
        other.runId,
        run && { hash: run.fileHash, sheet: sheetOf(run.settings), isAlive: run.alive },
      );
    }
  }

  /** As it stands: what a run that is dead was sending is in doubt, before anybody has written that down. */
  asItStands(other: RowRecord): RowRecord {
    return standing(other, this.#reads.get(other.runId)?.isAlive);
  }

  /** Whether `other` was made by the row itself, or by this file when it stood beside it as it does now. */
  made(row: Candidate, other: RowRecord): boolean {
    if (row.key === other.key || this.#wereTogether(row, other)) return true;
    const isReferenced = row.reference !== '' && other.reference !== null;
    // What stood on this very line was this very row, whatever key it bears now.
    const isBeside = other.line !== row.line || other.sequence !== row.sequence;
    const isSameBytes = isSame(this.#reads.get(other.runId), this.#file) && isBeside;
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
    return isSame(this.#reads.get(before.runId), this.#reads.get(other.runId));
  }
}

type Read = Pick<ReadFile, 'sheet'> & { readonly hash: string | null; readonly isAlive?: boolean };

const isSame = (one: Read | undefined, other: Read | undefined): boolean =>
  one !== undefined && one.hash !== null && one.hash === other?.hash && isSameSheet(one.sheet, other.sheet);
