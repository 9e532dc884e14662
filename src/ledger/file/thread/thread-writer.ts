// Sends writes to the ledger's thread (writer.ts), one batch at a time. Each batch is one commit. If the thread ends,
// it is not known whether the batch without a reply was written, and nothing more can be written. It is not restarted.
import { Worker } from 'node:worker_threads';

import { toldBy } from '../../../errors.ts';
import { LedgerError, refusal } from '../../ledger-error.ts';
import { NO_TIP, type Tip } from '../../records.ts';
import { GroupCommit } from '../../store/group-commit.ts';
import type { RowWrite, WriteResult, WriteResults } from '../../store/row-write.ts';
import { couldNotWrite } from '../commits.ts';
import { fileMessage } from '../messages.ts';
import { type FromThread, pack, type ThreadStart, type ToThread } from './messages.ts';

/** The bundled thread (.ci/bundle.js), also for tests that run from sources: Node 20 runs no TypeScript. */
const ENTRY = `../../../${import.meta.url.endsWith('.ts') ? '../dist/' : ''}start/ledger-thread.js`;

export type StartThread = (start: ThreadStart) => Worker;

const startThread: StartThread = (start) =>
  new Worker(new URL(ENTRY, import.meta.url), { workerData: start, name: 'ledger' });

export function threadFor(start: ThreadStart, how: boolean | StartThread | undefined): ThreadWriter | null {
  if (how === undefined || how === false) return null;
  return new ThreadWriter(start, how === true ? startThread : how);
}

/**
 * Time between batches: the sync and two messages of a batch cost more than its writes. A batch has at most as many
 * writes as there are open intents, so that the thread and the requests do not wait for each other.
 */
const APART_MS = 4;
const SMALL = 16;

const agreed = (write: RowWrite): WriteResult =>
  write.do === 'intend' || write.do === 'record' ? { ok: true } : undefined;

interface WriteBatch {
  readonly writes: readonly RowWrite[];
  readonly resolve: (results: readonly WriteResult[]) => void;
  readonly reject: (error: LedgerError) => void;
}

export class ThreadWriter {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  readonly #group: GroupCommit;
  /** Rows with a submitted intent and no outcome yet. */
  readonly #open = new Set<string>();
  /** The batch that the thread is writing. */
  #asked: WriteBatch | undefined;
  #failure: LedgerError | undefined;
  tip: Tip = NO_TIP;

  constructor(start: ThreadStart, how: StartThread) {
    this.#group = new GroupCommit((writes) => this.#ask(writes), couldNotWrite, {
      apartMs: APART_MS,
      most: () => Math.max(SMALL, this.#open.size),
    });
    this.#worker = how(start);
    this.#worker.on('message', (message: FromThread) => {
      this.#settle(message);
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

  /** Waits for submitted writes, and ends the thread. Never rejects. */
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

  #settle(message: FromThread): void {
    const asked = this.#asked;
    this.#asked = undefined;
    if ('committed' in message) {
      this.tip = message.tip;
      asked?.resolve(message.committed ?? asked.writes.map(agreed));
    } else asked?.reject(refusal(message.code, message.failed));
  }

  #fail(error: unknown): void {
    const why = error instanceof Error ? toldBy(error) : undefined;
    this.#failure ??= new LedgerError(fileMessage('thread_ended', { why }), error);
    this.#asked?.reject(this.#failure);
    this.#asked = undefined;
  }
}
