// Concurrent writes share one transaction and so one sync of the disk. None is skipped: a write's promise resolves
// only after the commit that holds it, and rejects when that commit failed.
import { LedgerError } from '../ledger-error.ts';
import { words } from './connection.ts';

interface Waiting {
  readonly write: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: LedgerError) => void;
  result: unknown;
}

type Transact = (work: () => void) => void;

export class GroupCommit {
  readonly #transaction: Transact;
  readonly #committed: () => void;
  #waiting: Waiting[] = [];
  /** Transactions committed so far. */
  commits = 0;

  /** `transact`: runs work in a transaction. `committed` is called after each commit, before anybody is told of it; what it throws fails all that was in it. */
  constructor(transact: Transact, committed: () => void = () => undefined) {
    this.#transaction = transact;
    this.#committed = committed;
  }

  /** Runs `write` inside the next transaction. It must not be asynchronous, and says no by its result, not by throwing. */
  submit<T>(write: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject, result: undefined });
      if (this.#waiting.length === 1) {
        setImmediate(() => {
          this.flush();
        });
      }
    });
  }

  /** Commits what is waiting now. */
  flush(): void {
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length === 0) return;
    try {
      this.#transaction(() => {
        for (const item of group) item.result = item.write();
      });
      this.#committed();
    } catch (error) {
      const failure = couldNotWrite(error);
      for (const item of group) item.reject(failure);
      return;
    }
    this.commits++;
    for (const item of group) item.resolve(item.result as never); // each promise was made with its own write
  }
}

export function couldNotWrite(error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  return new LedgerError(`the ledger could not be written: ${words(error)}`, error);
}
