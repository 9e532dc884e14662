// A connection to the ledger's file: write-ahead log, every commit synced. It makes no file and knows no schema.
import { statSync } from 'node:fs';

import Database from 'libsql';

import { PaybatchError } from '../../errors.ts';
import { type Message, verbatim } from '../../message.ts';
import { Fault } from '../ledger-error.ts';
import { type DatabaseFault, fileMessage } from './messages.ts';

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
    if (set.synchronous !== 2) throw new Fault(fileMessage('unsynced'));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** To read only: also on a full disk, or in a folder that can't be written. */
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

/** The address of a file that nobody writes: SQLite makes no log and no index for it. */
export const immutable = (path: string, how = 'immutable=1'): string =>
  `file:${path.replaceAll('%', '%25').replaceAll('?', '%3f').replaceAll('#', '%23')}?${how}`;

/** Runs `work` in a transaction that begins as a writer. */
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

/** The database's error as a message: verbatim if it is not a known one. */
export function fileComplaint(error: unknown): Message {
  if (error instanceof PaybatchError) return error.told;
  const message = error instanceof Error ? error.message : String(error);
  if (/disk is full|SQLITE_FULL|ENOSPC/i.test(message)) return fault('full');
  if (NO_DATABASE.test(message)) return fault('no_database');
  if (/disk I\/O error/i.test(message)) return fault('disk', message);
  if (/locked|SQLITE_BUSY/i.test(message)) return fault('held');
  if (/readonly|EACCES|EROFS|unable to open/i.test(message)) return fault('no_permission', message);
  return verbatim(message);
}

const fault = (is: DatabaseFault, detail = ''): Message => fileMessage('database_fault', { is, detail });
