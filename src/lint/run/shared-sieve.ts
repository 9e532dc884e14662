// Finds the files with a word of this service, which takes most of a run's time. Several threads share one list.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { type FileLook, sieveFile } from './look.ts';

/** A thread costs as much as some hundred files. */
const THREADS_FROM = 400;
const MAX_THREADS = 4;
/** So many files are taken at a time. */
const SOME = 32;

/** Sent to a thread once. */
export interface SieveWork {
  readonly files: readonly string[];
  /** Shared: where the files begin that nobody has taken yet. */
  readonly next: Int32Array;
}

/** Looks by the index of their file. */
export type SieveLooks = readonly (readonly [index: number, look: FileLook])[];

/** Takes files until there are no more. */
export function sieveSome({ files, next }: SieveWork): SieveLooks {
  const looks: [number, FileLook][] = [];
  for (let from = Atomics.add(next, 0, SOME); from < files.length; from = Atomics.add(next, 0, SOME)) {
    const some = files.slice(from, from + SOME);
    for (const [i, file] of some.entries()) looks.push([from + i, sieveFile(file)]);
  }
  return looks;
}

export class SharedSieve {
  /** The built file of the threads; without it there are none. */
  readonly #program: URL | undefined;
  readonly #files: string[] = [];
  #threads: Worker[] = [];

  constructor(program: URL | undefined) {
    this.#program = program;
  }

  /** Threads start while the walk still goes on. */
  add(file: string): void {
    this.#files.push(file);
    if (this.#files.length !== THREADS_FROM || !this.#program) return;
    const program = this.#program;
    const count = Math.min(MAX_THREADS, availableParallelism()) - 1;
    this.#threads = Array.from({ length: count }, () => new Worker(program));
    // A walk that fails must not leave a process that waits for them.
    for (const thread of this.#threads) thread.unref();
  }

  /** Each file with its look, in the order in which they were added. */
  async looks(): Promise<{ readonly file: string; readonly look: FileLook }[]> {
    const next = new Int32Array(new SharedArrayBuffer(4));
    const work: SieveWork = { files: this.#files, next };
    const others = this.#threads.map((thread) => looksFrom(thread, work));
    const all = [sieveSome(work), ...(await Promise.all(others))].flat();
    const looks = new Map(all);
    // What a thread took that failed is looked at here.
    return this.#files.map((file, i) => ({ file, look: looks.get(i) ?? sieveFile(file) }));
  }
}

/** Nothing from a thread that fails. */
const looksFrom = (thread: Worker, work: SieveWork): Promise<SieveLooks> =>
  new Promise((resolve) => {
    thread.once('message', (looks: SieveLooks) => {
      resolve(looks);
    });
    for (const event of ['error', 'exit']) {
      thread.once(event, () => {
        resolve([]);
      });
    }
    thread.ref();
    thread.postMessage(work);
  });
