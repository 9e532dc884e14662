// A connection to the ledger's file: write-ahead log, every commit synced. It makes no file and knows no schema.
import { closeSync, openSync, readSync, statSync } from 'node:fs';

import Database from 'libsql';

export type Connection = InstanceType<typeof Database>;

/** How long one process waits for another's write before it gives up. */
const BUSY_MS = 15_000;

export function connect(path: string): Connection {
  const db = new Database(path);
  try {
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    db.exec('PRAGMA journal_mode = WAL');
    // NORMAL loses acknowledged commits on power loss: a lost intent is a payout sent twice.
    db.exec('PRAGMA synchronous = FULL');
    const set = db.prepare('PRAGMA synchronous').get() as { synchronous: number }; // SQLite's own pragma
    if (set.synchronous !== 2)
      throw new Error('it does not sync its commits (PRAGMA synchronous = FULL has no effect)');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** To read only. On a full disk, or in a folder that can't be written, the file is read without what readers share. */
export function connectToLook(path: string): Connection {
  try {
    const db = connect(path);
    db.prepare('SELECT count(*) AS tables FROM sqlite_master').get();
    return db;
  } catch (error) {
    if (!/readonly|unable to open|I\/O|full/i.test(String(error))) throw error;
    const isAtRest = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
    const db = new Database(isAtRest ? immutable(path) : path);
    if (!isAtRest) db.exec('PRAGMA locking_mode = EXCLUSIVE');
    return db;
  }
}

/** The address of a file that nobody writes: SQLite makes no log and no index of it. */
export const immutable = (path: string, how = 'immutable=1'): string =>
  `file:${path.replaceAll('%', '%25').replaceAll('?', '%3f').replaceAll('#', '%23')}?${how}`;

/** Runs `work` in a transaction of its own that begins as a writer. */
export function transaction<T>(db: Connection, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    rollback(db);
    throw error;
  }
}

export function rollback(db: Connection): void {
  try {
    db.exec('ROLLBACK');
  } catch {
    // SQLite rolls back by itself after some I/O errors; then there is nothing left to roll back.
  }
}

const NO_DATABASE = /not a database/i;
const BEGINNING = 'SQLite format 3\0';

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(BEGINNING.length);
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}

/** SQLite says "not a database" of a damaged or unreadable ledger, too. `begins`: for tests. */
export function wordsOf(path: string, error: unknown, begins = beginningOf): string {
  if (!(error instanceof Error) || !NO_DATABASE.test(error.message)) return words(error);
  try {
    if (begins(path) === BEGINNING)
      return 'it begins as a ledger does, and is damaged, or its disk is faulty: copy the file away before anything else is tried';
  } catch (fault) {
    const { code = 'unknown' } = fault as NodeJS.ErrnoException; // the system's
    return `it can't be read (${code}): its disk is faulty, or gone`;
  }
  return words(error);
}

/** The database's complaint in plain words. */
export function words(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/disk is full|SQLITE_FULL|ENOSPC/i.test(message)) return 'the disk is full';
  if (NO_DATABASE.test(message)) return 'the file is not a ledger (not an SQLite database)';
  if (/disk I\/O error/i.test(message)) return `its disk is full, or faulty (${message}): make room there`;
  if (/locked|SQLITE_BUSY/i.test(message)) return 'another process holds it';
  if (/readonly|EACCES|EROFS|unable to open/i.test(message)) return `no permission to write it (${message})`;
  return message;
}
