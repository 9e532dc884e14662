// A run's process holds an exclusive lock on a small file next to the ledger's real file as long as it is alive.
// Unlike a pid, a lock can't be reused, and it works between containers on one host.
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';

import Database from 'libsql';

import type { Connection } from './connection.ts';

const lockPath = (ledger: string, runId: string): string => `${ledger}.${runId}.lock`;

export class RunLock {
  readonly #db: Connection;
  readonly #path: string;

  /** Takes the lock of a new run. */
  constructor(ledger: string, runId: string) {
    this.#path = lockPath(ledger, runId);
    closeSync(openSync(this.#path, 'ax', 0o600)); // owner-only from the first moment
    this.#db = new Database(this.#path);
    this.#db.exec('BEGIN EXCLUSIVE');
  }

  release(): void {
    // Removed while it is locked: otherwise another process could take the run for dead before it has ended.
    rmSync(this.#path, { force: true });
    rmSync(`${this.#path}-journal`, { force: true });
    this.#db.close();
  }
}

/** Whether the run holds its lock now. A dead run's lock file is removed. */
export function isAlive(ledger: string, runId: string): boolean {
  const path = lockPath(ledger, runId);
  if (!existsSync(path)) return false;
  const db = new Database(path);
  try {
    db.exec('PRAGMA busy_timeout = 0');
    db.exec('BEGIN EXCLUSIVE');
    rmSync(path, { force: true }); // under the lock: another process could have made a new one
    db.exec('ROLLBACK');
    return false;
  } catch {
    return true; // locked, or not known: to treat a live run as dead would be dangerous
  } finally {
    db.close();
  }
}
