// The way to the ledger's thread (writer.ts): writes go there in batches, each of which is one commit, and their promises
// wait for it. The thread has one batch at a time, and meanwhile the next gathers here: two would make smaller batches, each
// with a sync and two messages of its own, and let every write wait for one more sync. A thread that ends takes with it what
// it hadn't answered: nothing of that is known to be written, and nothing more can be. It is not started again.
import { Worker } from 'node:worker_threads';

import { LedgerError } from '../../ledger-error.ts';
import { GroupCommit } from '../../store/group-commit.ts';
import type { RowWrite, WriteResult, WriteResults } from '../../store/row-write.ts';
import { NO_TIP, type Tip } from '../../tip.ts';
import { couldNotWrite } from '../commits.ts';
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

/**
 * Batches are so far apart: each costs a sync, messages and pages of its own, more than the writes in it. A batch has at most as
 * many writes as rows have open intents: half of them, each with the outcome that made room for it. If all were in one batch, the
 * thread would wait for their answers, and then they for it.
 */
const APART_MS = 4;
const SMALL = 16;

/** What comes of a write that was not refused. */
const agreed = (write: RowWrite): WriteResult =>
  write.do === 'intend' || write.do === 'record' ? { ok: true } : undefined;

interface Asked {
  readonly writes: readonly RowWrite[];
  readonly resolve: (results: readonly WriteResult[]) => void;
  readonly reject: (error: LedgerError) => void;
}

export class ThreadWriter {
  readonly #path: string;
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  readonly #group: GroupCommit;
  /** Rows whose intent was submitted, and no outcome yet. */
  readonly #open = new Set<string>();
  /** The batch that the thread has, until it answers. */
  #asked: Asked | undefined;
  #failure: LedgerError | undefined;
  tip: Tip = NO_TIP;

  constructor(start: ThreadStart, how: StartThread) {
    this.#path = start.path;
    this.#group = new GroupCommit((writes) => this.#ask(writes), couldNotWrite, {
      apartMs: APART_MS,
      most: () => Math.max(SMALL, this.#open.size),
    });
    this.#worker = how(start);
    this.#worker.on('message', (message: FromThread) => {
      this.#answer(message);
    });
    for (const event of ['messageerror', 'error'])
      this.#worker.on(event, (error) => {
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
    if (write.do === 'intend') this.#open.add(write.intent.key);
    if (write.do === 'record') this.#open.delete(write.outcome.key);
    return this.#group.submit(write);
  }

  /** Waits for what was submitted and ends the thread. Never rejects: what failed was told to whoever waits for it. */
  async end(): Promise<void> {
    await this.#group.idle();
    this.#post({ end: true });
    await this.#ended;
  }

  #ask(writes: readonly RowWrite[]): Promise<readonly WriteResult[]> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#asked = { writes, resolve, reject };
      this.#post({ writes: pack(writes) });
    });
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #answer(message: FromThread): void {
    const asked = this.#asked;
    this.#asked = undefined;
    if ('committed' in message) {
      this.tip = message.tip;
      asked?.resolve(message.committed ?? asked.writes.map(agreed));
    } else if ('gone' in message) asked?.reject(gone(this.#path));
    else asked?.reject(new LedgerError(`the ledger could not be written: ${message.failed}`));
  }

  #fail(error: unknown): void {
    const why = error instanceof Error ? `: ${error.message}` : '';
    this.#failure ??= new LedgerError(
      `the ledger can't be written any more: its thread has ended${why}`,
      error,
    );
    this.#asked?.reject(this.#failure);
    this.#asked = undefined;
  }
}
