// Concurrent writes share one transaction and so one sync of the disk: while one is under way, the next gathers. None
// is skipped: a write's promise resolves only after the commit that holds it, and rejects when that commit failed.
import { setImmediate, setTimeout } from 'node:timers/promises';

import type { LedgerError } from '../ledger-error.ts';
import type { RowWrite, WriteResult, WriteResults } from './row-write.ts';

interface Waiting {
  readonly write: RowWrite;
  readonly resolve: (value: never) => void;
  readonly reject: (error: LedgerError) => void;
}

/** All of them in one transaction, or an error: then nothing of them is known to be written. */
type Commit = (writes: readonly RowWrite[]) => readonly WriteResult[] | Promise<readonly WriteResult[]>;

interface Pace {
  /** Milliseconds from the beginning of one to that of the next. */
  readonly apartMs: number;
  /** Writes in one. */
  readonly most: () => number;
}

/** More would keep the other hosts waiting. */
const AT_ONCE: Pace = { apartMs: 0, most: () => 500 };

export class GroupCommit {
  readonly #commit: Commit;
  readonly #failure: (error: unknown) => LedgerError;
  readonly #pace: Pace;
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;
  #begunAt = -Infinity;

  constructor(commit: Commit, failure: (error: unknown) => LedgerError, pace = AT_ONCE) {
    this.#commit = commit;
    this.#failure = failure;
    this.#pace = pace;
  }

  submit<W extends RowWrite>(write: W): Promise<WriteResults[W['do']]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** Waits until nothing is under way. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  async #work(): Promise<void> {
    // What comes in the same turn goes along.
    await setImmediate();
    while (this.#waiting.length > 0) {
      const waitMs = this.#begunAt + this.#pace.apartMs - performance.now();
      if (waitMs > 0) await setTimeout(waitMs);
      this.#begunAt = performance.now();
      const group = this.#waiting.splice(0, this.#pace.most());
      try {
        const results = await this.#commit(group.map(({ write }) => write));
        group.forEach(({ resolve }, at) => resolve(results[at] as never)); // in the order of the writes
      } catch (error) {
        const failure = this.#failure(error);
        for (const { reject } of group) reject(failure);
      }
    }
    this.#working = undefined;
  }
}
