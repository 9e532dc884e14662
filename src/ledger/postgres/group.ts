// Concurrent writes share one transaction: while one is under way, the next gathers. A write's promise resolves only after
// the commit that holds it.
import type { LedgerError } from '../ledger-error.ts';
import type { RowWrite, WriteResult, WriteResults } from '../store/row-write.ts';

interface Waiting {
  readonly write: RowWrite;
  readonly resolve: (value: never) => void;
  readonly reject: (error: LedgerError) => void;
}

/** More would keep the other hosts waiting. */
const MOST = 500;

export class Group {
  readonly #commit: (writes: readonly RowWrite[]) => Promise<readonly WriteResult[]>;
  readonly #told: (error: unknown) => LedgerError;
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;
  /** Transactions committed so far. */
  commits = 0;

  constructor(
    commit: (writes: readonly RowWrite[]) => Promise<readonly WriteResult[]>,
    told: (error: unknown) => LedgerError,
  ) {
    this.#commit = commit;
    this.#told = told;
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
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, MOST);
      try {
        const results = await this.#commit(group.map(({ write }) => write));
        this.commits++;
        group.forEach(({ resolve }, at) => resolve(results[at] as never)); // in the order of the writes
      } catch (error) {
        const failure = this.#told(error);
        for (const { reject } of group) reject(failure);
      }
    }
    this.#working = undefined;
  }
}
