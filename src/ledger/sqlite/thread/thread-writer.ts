// The way to the ledger's thread (writer.ts): writes go there in batches, one for each turn of the event loop, and their
// promises wait for the commit. A thread that ends takes with it what it hadn't answered: nothing of that is known to be
// written, and nothing more can be. It is not started again.
import { Worker } from 'node:worker_threads';

import { LedgerError } from '../../ledger-error.ts';
import type { RowWrite, RowWriter, WriteResults } from '../row-write.ts';
import type { FromThread, ThreadStart, ToThread } from './messages.ts';

/** Run from its sources, as the tests do, the thread is the built one: Node 20 runs no TypeScript. */
const ENTRY = import.meta.url.endsWith('.ts')
  ? '../../../../dist/ledger/sqlite/thread/writer.js'
  : './writer.js';

export type StartThread = (start: ThreadStart) => Worker;

const startThread: StartThread = (start) =>
  new Worker(new URL(ENTRY, import.meta.url), { workerData: start, name: 'ledger' });

/** `how`: whether there is to be one, and in tests how it is started. */
export function threadFor(start: ThreadStart, how: boolean | StartThread | undefined): ThreadWriter | null {
  if (how === undefined || how === false) return null;
  return new ThreadWriter(start, how === true ? startThread : how);
}

interface Waiting {
  readonly write: RowWrite;
  readonly resolve: (value: never) => void;
  readonly reject: (error: LedgerError) => void;
}

export class ThreadWriter implements RowWriter {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  /** To be sent at the end of this turn. */
  #gathering: Waiting[] = [];
  /** Sent, and not answered. */
  readonly #sent: Waiting[] = [];
  #failure: LedgerError | undefined;
  lastEntry = 0;

  constructor(start: ThreadStart, how: StartThread) {
    this.#worker = how(start);
    this.#worker.on('message', (message: FromThread) => {
      this.#answer(message);
    });
    this.#worker.on('messageerror', (error) => {
      this.#fail(error);
    });
    this.#worker.on('error', (error) => {
      this.#fail(error);
    });
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#fail(undefined);
        resolve();
      });
    });
  }

  submit<W extends RowWrite>(write: W): Promise<WriteResults[W['do']]> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#gathering.push({ write, resolve, reject });
      if (this.#gathering.length > 1) return;
      setImmediate(() => {
        this.#send();
      });
    });
  }

  /** Waits for what was submitted and ends the thread. Never rejects: what failed was told to whoever waits for it. */
  async end(): Promise<void> {
    this.#send();
    this.#post({ end: true });
    await this.#ended;
  }

  #send(): void {
    const batch = this.#gathering;
    if (batch.length === 0) return;
    this.#gathering = [];
    for (const waiting of batch) this.#sent.push(waiting);
    this.#post({ writes: batch.map(({ write }) => write) });
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #answer(message: FromThread): void {
    if ('failed' in message) {
      const failure = new LedgerError(`the ledger could not be written: ${message.why}`);
      for (const { reject } of this.#sent.splice(0, message.failed)) reject(failure);
      return;
    }
    this.lastEntry = message.lastEntry;
    const { committed } = message;
    this.#sent.splice(0, committed.length).forEach(({ resolve }, at) => {
      resolve(committed[at] as never); // answers are in the order of the writes
    });
  }

  #fail(error: unknown): void {
    const why = error instanceof Error ? `: ${error.message}` : '';
    this.#failure ??= new LedgerError(
      `the ledger can't be written any more: its thread has ended${why}`,
      error,
    );
    const lost = [...this.#sent.splice(0), ...this.#gathering];
    this.#gathering = [];
    for (const { reject } of lost) reject(this.#failure);
  }
}
