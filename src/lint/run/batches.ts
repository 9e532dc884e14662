// Files of a run in batches, which this thread and others claim one by one: whoever is free takes the next. The walk adds batches
// while the other threads already work.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import type { CleanFiles, FileLook, Looker, LookSettings } from './look.ts';

/** A thread costs as much as some hundred files that are only sieved, and as some hundred that are scanned. */
const THREADS_FROM = 400;
const SCANS_FROM = 400;
const MAX_THREADS = 4;
const BATCH = 32;
/** Batches beyond these are left to this thread. */
const MAX_BATCHES = 1 << 16;

export interface ThreadData {
  readonly settings: LookSettings;
  readonly clean: ReadonlyMap<string, string> | undefined;
  readonly claims: Int32Array;
}

export interface Batch {
  readonly index: number;
  readonly files: readonly string[];
  /** They hold words of this service, and are to be scanned. */
  readonly isScan: boolean;
}

/** Sent to the threads; `undefined`: there are no more. */
export type BatchMessage = Batch | undefined;

export interface BatchResult {
  readonly index: number;
  readonly looks: readonly FileLook[];
}

/** Whether a batch was free; it is taken then. */
export const claim = (claims: Int32Array, index: number): boolean =>
  Atomics.compareExchange(claims, index, 0, 1) === 0;

export async function lookAtBatch(
  looker: Looker,
  { files, isScan }: Batch,
  clean: CleanFiles | undefined,
): Promise<FileLook[]> {
  if (!isScan) return files.map((file) => looker.sieve(file, clean));
  const looks: FileLook[] = [];
  for (const file of files) looks.push(await looker.scan(file));
  return looks;
}

export class Batches {
  readonly #data: ThreadData;
  readonly #looker: Looker;
  /** The built file of the threads; without it there are none. */
  readonly #program: URL | undefined;
  readonly #batches: Batch[] = [];
  readonly #looks: (readonly FileLook[] | undefined)[] = [];
  #threads: Worker[] = [];
  #open: string[] = [];
  #count = 0;
  #onNews: () => void = () => undefined;

  constructor(
    looker: Looker,
    settings: LookSettings,
    clean: ReadonlyMap<string, string> | undefined,
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
    if (this.#open.length > 0) this.#put(this.#open, false, true);
    this.#open = [];
  }

  #put(files: readonly string[], isScan: boolean, isShared: boolean): void {
    const batch = { index: this.#batches.length, files, isScan };
    this.#batches.push(batch);
    if (isShared && batch.index < MAX_BATCHES) this.#post(batch);
  }

  #post(message: BatchMessage): void {
    for (const thread of this.#threads) thread.postMessage(message);
  }

  #startThreads(): void {
    if (!this.#program) return;
    const count = Math.min(MAX_THREADS, availableParallelism()) - 1;
    for (let i = 0; i < count; i++) {
      const thread = new Worker(this.#program, { workerData: this.#data });
      thread.on('message', ({ index, looks }: BatchResult) => {
        this.#looks[index] = looks;
        this.#onNews();
      });
      // What a thread that fails has claimed is looked at here in the end.
      const end = (): void => {
        this.#threads = this.#threads.filter((one) => one !== thread);
        this.#onNews();
      };
      thread.once('error', end).once('exit', end);
      this.#threads.push(thread);
    }
    for (const batch of this.#batches) this.#post(batch);
  }

  /** Each file with its look, in the order in which they were added. */
  async all(): Promise<{ readonly file: string; readonly look: FileLook }[]> {
    this.#close();
    await this.#finish(0);
    const sieved = this.#lookedFrom(0);
    const strong = sieved.filter(({ look }) => look.kind === 'strong').map(({ file }) => file);
    const from = this.#batches.length;
    for (let at = 0; at < strong.length; at += BATCH)
      this.#put(strong.slice(at, at + BATCH), true, strong.length >= SCANS_FROM);
    await this.#finish(from);
    this.#post(undefined);
    const scanned = this.#lookedFrom(from).values();
    return sieved.map((one) => (one.look.kind === 'strong' ? (scanned.next().value ?? one) : one));
  }

  /** Looks at all batches from an index on that no thread takes, and waits for the others. */
  async #finish(from: number): Promise<void> {
    for (const batch of this.#batches.slice(from))
      if (batch.index >= MAX_BATCHES || claim(this.#data.claims, batch.index)) await this.#lookAt(batch);
    const isOpen = (): boolean => this.#batches.some(({ index }) => index >= from && !this.#looks[index]);
    while (this.#threads.length > 0 && isOpen())
      await new Promise<void>((resolve) => (this.#onNews = resolve));
    for (const batch of this.#batches.slice(from)) if (!this.#looks[batch.index]) await this.#lookAt(batch);
  }

  async #lookAt(batch: Batch): Promise<void> {
    this.#looks[batch.index] = await lookAtBatch(this.#looker, batch, this.#data.clean);
  }

  #lookedFrom(from: number): { readonly file: string; readonly look: FileLook }[] {
    return this.#batches.slice(from).flatMap(({ files, index }) =>
      files.map((file, i) => ({
        file,
        look: this.#looks[index]?.[i] ?? { kind: 'unreadable', why: 'failed' },
      })),
    );
  }
}
