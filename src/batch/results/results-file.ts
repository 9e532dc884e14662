// The results of a run: lines in input order into a file that appears whole at the end, and the footing on the way.
import { resolve } from 'node:path';

import { AtomicFile, removeStale } from '../../files/atomic-file.ts';
import { Refusal } from '../input/refusal.ts';
import type { BatchRow } from '../input/row.ts';
import type { ProgressReport } from './hooks.ts';
import { InOrder } from './in-order.ts';
import type { ResultLayout, RowResult } from './result.ts';
import { Tally } from './tally.ts';

interface Ended {
  readonly row: BatchRow;
  readonly outcome: RowResult;
}

const RETRYABLE: ReadonlySet<string> = new Set(['invalid', 'rejected', 'failed', 'not_sent']);

export class ResultsFile {
  readonly tally = new Tally();
  /** Byte ranges of rows that were certainly not paid. */
  readonly retry: { start: number; end: number }[] = [];
  readonly #file: AtomicFile;
  readonly #order: InOrder<Ended>;
  #layout: ResultLayout | undefined;
  #failure: unknown;

  private constructor(file: AtomicFile) {
    this.#file = file;
    this.#order = new InOrder((ended) => {
      this.#write(ended);
    });
  }

  /**
   * `alive` tells whether an earlier run's temporary file is still written; without a ledger nobody can tell.
   * Errors: {@link Refusal} where the results can't be written.
   */
  static async create(
    path: string,
    input: string,
    id: string,
    alive: (id: string) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<ResultsFile> {
    if (resolve(path) === resolve(input)) {
      throw new Refusal('results_input', `${path}: the results would overwrite the input`);
    }
    try {
      await removeStale(path, alive);
      const file = await AtomicFile.create(path, id);
      return new ResultsFile(file);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException; // Node's errors; anything else has a message at least
      const why =
        code === 'ENOENT'
          ? 'its folder does not exist'
          : code === 'EACCES' || code === 'EROFS'
            ? 'no permission'
            : message;
      throw new Refusal('results', `${path}: the results can't be written: ${why}`, error);
    }
  }

  /** Writes the header line, once it is known what the file's rows are. */
  begin(layout: ResultLayout): void {
    this.#layout = layout;
    this.#append(layout.header);
  }

  put(sequence: number, row: BatchRow, outcome: RowResult): void {
    this.#order.put(sequence, { row, outcome });
  }

  /** Sequence number of the first row that is still open. */
  get next(): number {
    return this.#order.next;
  }

  /** How far the run is; `total` is 0 while nobody knows it. */
  progress(total: number): ProgressReport {
    return {
      done: this.next,
      total,
      refused: this.tally.count('invalid', 'rejected', 'failed'),
      inDoubt: this.tally.count('in_doubt'),
    };
  }

  #write({ row, outcome }: Ended): void {
    this.tally.add(outcome.status, row.currency, row.amount);
    if (RETRYABLE.has(outcome.status) && !isTied(row, outcome)) {
      this.retry.push({ start: row.start, end: row.end });
    }
    if (!this.#layout) throw new Error('a row ended before the results had a header');
    this.#append(this.#layout.line(row, outcome));
  }

  /** A disk that fills up now must not stop what is being sent: the ledger knows it all. See commit. */
  #append(text: string): void {
    this.#file.write(text).catch((error: unknown) => (this.#failure ??= error));
  }

  /** Waits until what was put is on its way to the disk: a dry run is faster than any disk. */
  async flushed(): Promise<void> {
    await this.#file.write('');
  }

  /** Puts the file in its place. Rejects with the system's error; the ledger still knows every row. */
  async commit(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    await this.#file.commit();
  }

  async discard(): Promise<void> {
    await this.#file.discard();
  }
}

/** A customer without a reference that exists already is known by its file alone: in another it would be a new one. */
function isTied(row: BatchRow, outcome: RowResult): boolean {
  return row.kind === 'customers' && row.reference === '' && outcome.createdId !== '';
}
