// Concurrent writes share one transaction and so one sync of the disk. None is skipped: a write's promise resolves only after
// the commit that holds it, and rejects when that commit failed.
import { LedgerError } from '../ledger-error.ts';
import { decide, OwnWrites, type Tx, workingSet } from '../store/group.ts';
import type { Question } from '../store/question.ts';
import type { RowWrite, WriteResult, WriteResults } from '../store/row-write.ts';
import { words } from './connection.ts';
import type { FileDriver } from './driver.ts';

interface Waiting {
  readonly write: RowWrite;
  readonly resolve: (value: never) => void;
  readonly reject: (error: LedgerError) => void;
}

/** The writes of a run as transactions, one after the other. */
export class Commits {
  readonly #driver: FileDriver;
  readonly #own: OwnWrites;
  /** The head after the last of them. */
  #head = '';

  constructor(driver: FileDriver, environment: number) {
    this.#driver = driver;
    this.#own = new OwnWrites(environment);
  }

  /** All of them in one transaction. What it throws, it has not written. */
  commit(writes: readonly RowWrite[]): readonly WriteResult[] {
    const { writer, decided } = this.#driver.transaction((tx) => this.#decide(tx, writes));
    this.#own.committed(writes, writer, decided);
    this.#head = this.#driver.tip.head;
    return decided.results;
  }

  *#decide(tx: Tx, writes: readonly RowWrite[]) {
    const writer = this.#own.actual(writes, tx.before, this.#head);
    const set = yield* workingSet(writes, writer);
    return { writer, decided: decide(tx, writes, { writer, set }) };
  }
}

export class FileGroup {
  readonly #driver: FileDriver;
  readonly #commits: Commits;
  readonly #committed: () => void;
  #waiting: Waiting[] = [];
  /** Groups committed so far. */
  commits = 0;

  /** `committed` is called after each commit, before anybody is told of it; what it throws fails all that was in it. */
  constructor(driver: FileDriver, environment: number, committed: () => void) {
    this.#driver = driver;
    this.#commits = new Commits(driver, environment);
    this.#committed = committed;
  }

  submit<W extends RowWrite>(write: W): Promise<WriteResults[W['do']]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.flush());
    });
  }

  /** A transaction of its own, after what is waiting. */
  async transact<T>(work: (tx: Tx) => Question<T>): Promise<T> {
    await Promise.resolve();
    this.flush();
    try {
      const result = this.#driver.transaction(work);
      this.#committed();
      return result;
    } catch (error) {
      throw couldNotWrite(error);
    }
  }

  /** Commits what is waiting now. */
  flush(): void {
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length === 0) return;
    try {
      const results = this.#commits.commit(group.map(({ write }) => write));
      this.#committed();
      this.commits++;
      group.forEach(({ resolve }, at) => resolve(results[at] as never)); // in the order of the writes
    } catch (error) {
      const failure = couldNotWrite(error);
      for (const { reject } of group) reject(failure);
    }
  }
}

export function couldNotWrite(error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  return new LedgerError(`the ledger could not be written: ${words(error)}`, error);
}
