// Files of a run in batches, which this thread and others claim one by one: whoever is free takes the next. The walk adds batches
// while the other threads already work.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import type { CleanFiles, FileLook, Looker, LookSettings } from './look.ts';

/** A thread costs as much as some hundred files. */
const THREADS_FROM = 400;
const MAX_THREADS = 4;
const BATCH = 32;
/** Batches beyond these are left to this thread. */
const MAX_BATCHES = 1 << 16;

export interface ThreadData {
  readonly settings: LookSettings;
  readonly clean: ReadonlyMap<string, string> | undefined;
  readonly claims: Int32Array;
}

/** Sent to the threads; `undefined`: there are no more. */
export type BatchMessage = { readonly index: number; readonly files: readonly string[] } | undefined;

export interface BatchResult {
  readonly index: number;
  readonly looks: readonly FileLook[];
}

/** Whether a batch was free; it is taken then. */
export const claim = (claims: Int32Array, index: number): boolean =>
  Atomics.compareExchange(claims, index, 0, 1) === 0;

export class Batches {
  readonly #data: ThreadData;
  readonly #looker: Looker;
  /** The built file of the threads; without it there are none. */
  readonly #program: URL | undefined;
  readonly #batches: string[][] = [];
  readonly #looks: (readonly FileLook[] | undefined)[] = [];
  #threads: Worker[] = [];
  #ended: Promise<unknown>[] = [];
  #open: string[] = [];
  #count = 0;

  constructor(
    looker: Looker,
    settings: LookSettings,
    clean: (CleanFiles & ReadonlyMap<string, string>) | undefined,
    program: URL | undefined,
  ) {
    this.#looker = looker;
    this.#program = program;
    this.#data = { settings, clean, claims: new Int32Array(new SharedArrayBuffer(MAX_BATCHES * 4)) };
  }

  add(file: string): void {
    this.#open.push(file);
    if (++this.#count === THREADS_FROM) this.#startThreads();
    if (this.#open.length === BATCH) this.#close();
  }

  #close(): void {
    const index = this.#batches.length;
    if (this.#open.length === 0) return;
    this.#batches.push(this.#open);
    if (index < MAX_BATCHES) this.#post({ index, files: this.#open });
    this.#open = [];
  }

  #post(message: BatchMessage): void {
    for (const thread of this.#threads) thread.postMessage(message);
  }

  #startThreads(): void {
    if (!this.#program) return;
    const count = Math.min(MAX_THREADS, availableParallelism()) - 1;
    for (let i = 0; i < count; i++) {
      const thread = new Worker(this.#program, { workerData: this.#data });
      thread.on('message', ({ index, looks }: BatchResult) => (this.#looks[index] = looks));
      // What a thread that fails has claimed is looked at here in the end.
      const ended = new Promise((resolve) => thread.once('error', resolve).once('exit', resolve));
      this.#threads.push(thread);
      this.#ended.push(ended);
    }
    this.#batches.forEach((files, index) => this.#post({ index, files }));
  }

  /** Each file with its look, in the order in which they were added. */
  async all(): Promise<{ readonly file: string; readonly look: FileLook }[]> {
    this.#close();
    this.#post(undefined);
    for (let index = 0; index < this.#batches.length; index++)
      if (index >= MAX_BATCHES || claim(this.#data.claims, index)) await this.#lookAt(index);
    await Promise.all(this.#ended);
    for (let index = 0; index < this.#batches.length; index++)
      if (!this.#looks[index]) await this.#lookAt(index);
    return this.#batches.flatMap((files, index) =>
      files.map((file, i) => ({
        file,
        look: this.#looks[index]?.[i] ?? { kind: 'unreadable', why: 'failed' },
      })),
    );
  }

  async #lookAt(index: number): Promise<void> {
    this.#looks[index] = await lookAtBatch(this.#looker, this.#batches[index] ?? [], this.#data.clean);
  }
}

export async function lookAtBatch(
  looker: Looker,
  files: readonly string[],
  clean: CleanFiles | undefined,
): Promise<FileLook[]> {
  const looks: FileLook[] = [];
  for (const file of files) looks.push(await looker.look(file, clean));
  return looks;
}
