// The way to the ledger's thread (writer.ts): writes go there in batches, each of which is one commit, and their promises
// wait for it. The thread has one batch at a time, and meanwhile the next gathers here: two would make smaller batches, each
// with a sync and two messages of its own, and let every write wait for one more sync. A thread that ends takes with it what
// it hadn't answered: nothing of that is known to be written, and nothing more can be. It is not started again.
import { Worker } from 'node:worker_threads';

import { LedgerError } from '../../ledger-error.ts';
import type { RowWrite, WriteResult, WriteResults } from '../../store/row-write.ts';
import { NO_TIP, type Tip } from '../../tip.ts';
import { gone } from '../same-file.ts';
import { type FromThread, pack, type ThreadStart, type ToThread } from './messages.ts';

/** In one file (.ci/bundle.js). Run from its sources, as the tests do, the built one: Node 20 runs no TypeScript. */
const ENTRY = `../../../${import.meta.url.endsWith('.ts') ? '../dist/' : ''}start/ledger-thread.js`;

export type StartThread = (start: ThreadStart) => Worker;

const startThread: StartThread = (start) =>
  new Worker(new URL(ENTRY, import.meta.url), { workerData: start, name: 'ledger' });

/** `how`: whether there is to be one, and in tests how it is started. */
export function threadFor(start: ThreadStart, how: boolean | StartThread | undefined): ThreadWriter | null {
  if (how === undefined || how === false) return null;
  return new ThreadWriter(start, how === true ? startThread : how);
}

/** Batches are at least so far apart: each costs a sync, messages and pages of its own, more than the writes in it. */
const APART_MS = 4;

/**
 * A batch has at most as many writes as rows have open intents: half of them, each with the outcome that made room for it. If
 * all were in one batch, the thread would wait for their answers, and then they for it. What is left goes with the next.
 */
const SMALL = 16;

const OK = { ok: true } as const;

/** What comes of a write that was not refused. */
const agreed = (write: RowWrite): WriteResult =>
  write.do === 'intend' || write.do === 'record' ? OK : undefined;

interface Waiting {
  readonly write: RowWrite;
  readonly resolve: (value: never) => void;
  readonly reject: (error: LedgerError) => void;
}

export class ThreadWriter {
  readonly #path: string;
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  /** To be sent with the next batch. */
  #gathering: Waiting[] = [];
  /** Rows whose intent was submitted, and no outcome yet. */
  readonly #open = new Set<string>();
  /** Batches that were sent and have no answer: one, and a last one when the thread is to end. */
  readonly #sent: Waiting[][] = [];
  #failure: LedgerError | undefined;
  /** When the last batch went, and whether the next is on its way to go. */
  #sentAt = -Infinity;
  #isDue = false;
  tip: Tip = NO_TIP;

  constructor(start: ThreadStart, how: StartThread) {
    this.#path = start.path;
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
    if (write.do === 'intend') this.#open.add(write.intent.key);
    if (write.do === 'record') this.#open.delete(write.outcome.key);
    return new Promise((resolve, reject) => {
      this.#gathering.push({ write, resolve, reject });
      this.#sendSoon();
    });
  }

  /** At the end of this turn, or when the one before is long enough ago and answered. */
  #sendSoon(): void {
    if (this.#isDue || this.#sent.length > 0 || this.#gathering.length === 0) return;
    this.#isDue = true;
    const due = (): void => {
      this.#isDue = false;
      if (this.#sent.length === 0) this.#send();
    };
    const waitMs = this.#sentAt + APART_MS - performance.now();
    if (waitMs > 0) setTimeout(due, waitMs);
    else setImmediate(due);
  }

  /** Waits for what was submitted and ends the thread. Never rejects: what failed was told to whoever waits for it. */
  async end(): Promise<void> {
    while (this.#gathering.length > 0) this.#send();
    this.#post({ end: true });
    await this.#ended;
  }

  #send(): void {
    if (this.#gathering.length === 0) return;
    const batch = this.#gathering.splice(0, Math.max(SMALL, this.#open.size));
    this.#sent.push(batch);
    this.#sentAt = performance.now();
    this.#post({ writes: pack(batch.map(({ write }) => write)) });
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #answer(message: FromThread): void {
    const batch = this.#sent.shift() ?? [];
    // First, so that the thread is at work while those go on that waited for this.
    if (this.#sent.length === 0 && performance.now() - this.#sentAt >= APART_MS) this.#send();
    else this.#sendSoon();
    if (!('committed' in message)) {
      const failure =
        'gone' in message
          ? gone(this.#path)
          : new LedgerError(`the ledger could not be written: ${message.failed}`);
      for (const { reject } of batch) reject(failure);
      return;
    }
    this.tip = message.tip;
    const { committed } = message;
    batch.forEach(({ write, resolve }, at) => {
      resolve((committed ? committed[at] : agreed(write)) as never); // answers are in the order of the writes
    });
  }

  #fail(error: unknown): void {
    const why = error instanceof Error ? `: ${error.message}` : '';
    this.#failure ??= new LedgerError(
      `the ledger can't be written any more: its thread has ended${why}`,
      error,
    );
    const lost = [...this.#sent.splice(0).flat(), ...this.#gathering];
    this.#gathering = [];
    for (const { reject } of lost) reject(this.#failure);
  }
}
