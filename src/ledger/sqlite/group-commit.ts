// Concurrent writes share one transaction and so one sync of the disk. None is skipped: a write's promise resolves
// only after the commit that holds it, and rejects when that commit failed.
import { LedgerError } from '../ledger.ts';
import { type Connection, words } from './open.ts';

interface Waiting {
  readonly write: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: LedgerError) => void;
  result: unknown;
}

export class GroupCommit {
  readonly #db: Connection;
  #waiting: Waiting[] = [];
  /** Transactions committed so far. */
  commits = 0;

  constructor(db: Connection) {
    this.#db = db;
  }

  /** Runs `write` inside the next transaction. It must not be asynchronous, and says no by its result, not by throwing. */
  submit<T>(write: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject, result: undefined });
      if (this.#waiting.length === 1) setImmediate(() => this.flush());
    });
  }

  /** Commits what is waiting now. */
  flush(): void {
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length === 0) return;
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      try {
        for (const item of group) item.result = item.write();
        this.#db.exec('COMMIT');
      } catch (error) {
        this.#rollback();
        throw error;
      }
    } catch (error) {
      const failure = new LedgerError(`the ledger could not be written: ${words(error)}`, error);
      for (const item of group) item.reject(failure);
      return;
    }
    this.commits++;
    for (const item of group) item.resolve(item.result as never); // each promise was made with its own write
  }

  #rollback(): void {
    try {
      this.#db.exec('ROLLBACK');
    } catch {
      // SQLite rolls back by itself after some I/O errors; then there is nothing left to roll back.
    }
  }
}
