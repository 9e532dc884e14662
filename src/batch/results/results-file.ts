// The results of a run: lines in input order, in a file that appears whole at the end, and the sums of the rows.
import type { FileHandle } from 'node:fs/promises';

import { AtomicFile, removeStale } from '../../files/atomic-file.ts';
import type { Message } from '../../message.ts';
import type { RetryIdentity } from '../input/retry-of.ts';
import type { BatchRow } from '../input/row.ts';
import type { ProgressReport } from './hooks.ts';
import { fileMessage, whyNot } from './messages.ts';
import { type ResultLayout, RETRYABLE, type RowResult } from './result.ts';
import { cantWrite, checkResultsPath } from './results-path.ts';
import { RowSums } from './tally.ts';

interface EndedRow extends RetryIdentity {
  readonly row: BatchRow;
  readonly outcome: RowResult;
}

const UNKNOWN: RetryIdentity = { key: '', content: '' };

export interface NewResults {
  readonly path: string;
  /** Names the temporary file; a run's own id. */
  readonly id: string;
  /** The opened input, which the results may not be. */
  readonly input: FileHandle;
  /** Whether the run that left a temporary file may still write it. Without it none is removed. */
  readonly alive?: (id: string) => Promise<boolean>;
  /** Room to reserve. */
  readonly bytes?: number;
  /** Called once when a line can't be written. */
  readonly onFailure?: (reason: Message) => void;
}

const ignore = (): void => undefined;

export class ResultsFile {
  readonly sums = new RowSums();
  /** Rows that were certainly not paid, with their byte ranges. */
  readonly retry: (RetryIdentity & { start: number; end: number; line: number })[] = [];
  readonly #file: AtomicFile;
  /** Rows that ended before an earlier one. */
  readonly #early = new Map<number, EndedRow>();
  /** Sequence number of the first row that is still open. */
  next = 0;
  #layout: ResultLayout | undefined;
  readonly #onFailure: (reason: Message) => void;
  #failure: { readonly error: unknown } | undefined;

  private constructor(file: AtomicFile, onFailure: (reason: Message) => void) {
    this.#file = file;
    this.#onFailure = onFailure;
  }

  /** Errors: {@link Refusal} if the results can't be written, or the disk has no room for them. */
  static async create(results: NewResults): Promise<ResultsFile> {
    const { path, id, input, alive, bytes = 0, onFailure = ignore } = results;
    await checkResultsPath(path, input);
    let file: AtomicFile | undefined;
    try {
      if (alive) await removeStale(path, alive);
      file = await AtomicFile.create(path, id);
      await file.reserve(bytes);
      return new ResultsFile(file, onFailure);
    } catch (error) {
      await file?.discard();
      throw cantWrite(path, error);
    }
  }

  begin(layout: ResultLayout): void {
    this.#layout = layout;
    this.#append(layout.header);
  }

  /** `identity`: for the retry file. */
  put(sequence: number, row: BatchRow, outcome: RowResult, identity = UNKNOWN): void {
    const ended = { row, outcome, key: identity.key, content: identity.content };
    if (sequence !== this.next) {
      this.#early.set(sequence, ended);
      return;
    }
    this.#write(ended);
    this.next++;
    for (let early = this.#early.get(this.next); early; early = this.#early.get(this.next)) {
      this.#early.delete(this.next++);
      this.#write(early);
    }
  }

  /** `total`: 0 if it isn't known yet. */
  progress(total: number): ProgressReport {
    return {
      done: this.next,
      total,
      refused: this.sums.tally.count('invalid', 'rejected', 'failed'),
      inDoubt: this.sums.tally.count('in_doubt'),
    };
  }

  #write({ row, outcome, key, content }: EndedRow): void {
    this.sums.add(row, outcome);
    const { start, end, line } = row;
    if (RETRYABLE.has(outcome.status)) this.retry.push({ start, end, line, key, content });
    if (!this.#layout) throw new Error('a row ended before the results had a header');
    this.#append(this.#layout.line(row, outcome));
  }

  /** A failing disk must not break requests in progress: the ledger has every row. But no new row starts. */
  #append(text: string): void {
    this.#file.add(text)?.catch((error: unknown) => {
      if (this.#failure) return;
      this.#failure = { error };
      this.#onFailure(fileMessage('file_unwritable', { file: 'results', why: whyNot(error) }));
    });
  }

  /** Waits for the disk, which is slower than a dry run. Errors: {@link Refusal} if the file can't be written. */
  async flushed(): Promise<void> {
    await this.#file.keepUp();
    if (this.#failure) throw cantWrite(this.#file.path, this.#failure.error);
  }

  /** Puts the file in its place. Errors: the system's. */
  async commit(): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    await this.#file.commit();
  }

  /** The same for a command that sends nothing. Errors: {@link Refusal}. */
  async commitUnsent(): Promise<void> {
    await this.commit().catch((error: unknown) => {
      throw cantWrite(this.#file.path, error);
    });
  }

  async discard(): Promise<void> {
    await this.#file.discard();
  }
}
