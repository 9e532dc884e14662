// The threads that judge pieces of a file, and the way to them. A piece goes to the one that has least to do; its
// report comes back as a promise. A thread that dies takes the check with it: nobody knows what it would have said.
import { availableParallelism } from 'node:os';
import { type ResourceLimits, Worker } from 'node:worker_threads';

import type { Piece } from '../../csv/pieces.ts';
import { StoppedEarly } from './control.ts';
import { inputMessage } from './messages.ts';
import type { JudgeSetup, ValidPiece } from './piece-judge.ts';

/** From here on the threads are worth their start. */
export const THREADS_FROM_BYTES = 8 * 1024 * 1024;
/**
 * What a thread judges at once. Small: a piece with one invalid row, or one warning, is read again by the main thread.
 */
export const PIECE_BYTES = 64 * 1024;
const MOST_THREADS = 4;
/** Pieces that a thread has before it, so that it never waits. */
const AHEAD = 2;

/**
 * A row is done with before the next begins: room for the young is taken and given back all the time. With 16 MB a
 * check takes a fifth less of the processor than with 8, and 10 MB more at its peak; all threads together have 300
 * MB.
 */
const limitsOf = (threads: number): ResourceLimits => ({
  maxYoungGenerationSizeMb: threads > 2 ? 8 : 16,
  maxOldGenerationSizeMb: 96,
});

/** What comes back, with the piece's own bytes. */
export interface Judged {
  readonly valid: ValidPiece | undefined;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a thread is started with; `runId` is in the lines that it writes. */
export interface ThreadStart {
  readonly setup: JudgeSetup;
  readonly runId: string;
}

/** Who judges pieces. */
export interface PieceThreads {
  /** How many pieces may be under way. */
  readonly ahead: number;
  /** Hands the piece's memory over: it comes back with the report. Rejects with {@link StoppedEarly}. */
  judge(piece: Piece): Promise<Judged>;
}

interface Waiting {
  readonly resolve: (judged: Judged) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Waiting[];
}

/** How many threads are worth it here; 0 where there is one core only. */
export const threadsHere = (): number => {
  const cores = availableParallelism();
  return cores < 2 ? 0 : Math.min(cores, MOST_THREADS);
};

export class RowThreads implements PieceThreads {
  readonly #threads: Thread[];
  readonly #file: string;
  #failure: StoppedEarly | undefined;

  /** `entry`: the program of a thread. */
  constructor(entry: URL, count: number, file: string, start: ThreadStart) {
    this.#file = file;
    this.#threads = Array.from({ length: count }, () => this.#thread(entry, start, limitsOf(count)));
  }

  get ahead(): number {
    return this.#threads.length * AHEAD;
  }

  judge({ bytes, line, start }: Piece): Promise<Judged> {
    const [first, ...others] = this.#threads;
    if (this.#failure || !first) return Promise.reject(this.#failure ?? new Error('no threads'));
    const idle = others.reduce((a, b) => (b.waiting.length < a.waiting.length ? b : a), first);
    return new Promise((resolve, reject) => {
      idle.waiting.push({ resolve, reject });
      const { buffer } = bytes;
      idle.worker.postMessage({ bytes, line, start }, buffer instanceof ArrayBuffer ? [buffer] : []);
    });
  }

  /** Ends the threads; what they were at is given up. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #thread(entry: URL, start: ThreadStart, resourceLimits: ResourceLimits): Thread {
    const worker = new Worker(entry, { workerData: start, execArgv: [], resourceLimits });
    const waiting: Waiting[] = [];
    worker.on('message', (judged: Judged) => waiting.shift()?.resolve(judged)); // in the order of the pieces
    worker.on('error', (error) => this.#fail(error.message));
    worker.on('messageerror', (error) => this.#fail(error.message));
    worker.on('exit', (code) => this.#fail(`exit code ${code}`));
    return { worker, waiting };
  }

  #fail(why: string): void {
    this.#failure ??= new StoppedEarly(inputMessage('thread_died', { file: this.#file, why }));
    for (const { waiting } of this.#threads) {
      for (const { reject } of waiting.splice(0)) reject(this.#failure);
    }
  }
}
