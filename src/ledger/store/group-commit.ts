// Concurrent writes share one transaction, and so one sync of the disk. While a commit is in progress, the next writes
// gather. A write's promise resolves only after the commit with this write, and rejects when that commit fails.
import { setImmediate, setTimeout } from 'node:timers/promises';

import type { LedgerError } from '../ledger-error.ts';
import type { RowWrite, WriteResult, WriteResults } from './row-write.ts';

interface WaitingWrite {
  readonly write: RowWrite;
  readonly resolve: (value: never) => void;
  readonly reject: (error: LedgerError) => void;
}

/** Writes all in one transaction. Errors: then it is not known whether any of them was written. */
type CommitGroup = (writes: readonly RowWrite[]) => readonly WriteResult[] | Promise<readonly WriteResult[]>;

interface CommitPace {
  /** Milliseconds between the beginnings of two commits. */
  readonly apartMs: number;
  /** The most writes in one commit. */
  readonly most: () => number;
}

/** Larger groups would keep other hosts waiting. */
const AT_ONCE: CommitPace = { apartMs: 0, most: () => 500 };

export class GroupCommit {
  readonly #commit: CommitGroup;
  readonly #failure: (error: unknown) => LedgerError;
  readonly #pace: CommitPace;
  #waiting: WaitingWrite[] = [];
  #working: Promise<void> | undefined;
  #begunAt = -Infinity;

  constructor(commit: CommitGroup, failure: (error: unknown) => LedgerError, pace = AT_ONCE) {
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

  /** Waits until no write is in progress. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  async #work(): Promise<void> {
    // Writes of the same turn share the commit.
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
