// Opens the ledger's file: owner-only, write-ahead log with every commit synced, schema brought up to date.
import { closeSync, fchmodSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import Database from 'libsql';

import { LedgerError } from '../ledger.ts';
import { MIGRATIONS } from './schema.ts';

export type Connection = InstanceType<typeof Database>;

/** How long one process waits for another's write before it gives up. */
const BUSY_MS = 15_000;

/** Errors: {@link LedgerError} in words for the person who has only the log. */
export function openDatabase(path: string): Connection {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const existed = statSync(path, { throwIfNoEntry: false });
    if (existed && !existed.isFile()) throw new Error('it is no regular file');
    const fd = openSync(path, 'a', 0o600);
    fchmodSync(fd, 0o600);
    closeSync(fd);
    const db = new Database(path);
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    db.exec('PRAGMA journal_mode = WAL');
    // NORMAL loses acknowledged commits on power loss: a lost intent is a payout sent twice.
    db.exec('PRAGMA synchronous = FULL');
    const set = db.prepare('PRAGMA synchronous').get() as { synchronous: number }; // SQLite's own pragma
    if (set.synchronous !== 2)
      throw new Error('it does not sync its commits (PRAGMA synchronous = FULL has no effect)');
    migrate(db, path);
    return db;
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    throw new LedgerError(`the ledger ${path} can't be opened: ${words(error)}. Nothing was sent`, error);
  }
}

function migrate(db: Connection, path: string): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    const row = db.prepare('PRAGMA user_version').get() as { user_version: number }; // SQLite's own pragma
    if (row.user_version > MIGRATIONS.length) {
      throw new LedgerError(
        `the ledger ${path} was written by a newer paybatch (schema ${row.user_version}, this one knows ${MIGRATIONS.length}): use that version. Nothing was sent`,
      );
    }
    for (const step of MIGRATIONS.slice(row.user_version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

/** The database's complaint in plain words. */
export function words(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/disk is full|SQLITE_FULL|ENOSPC/i.test(message)) return 'the disk is full';
  if (/not a database/i.test(message)) return 'the file is no ledger (not an SQLite database)';
  if (/locked|SQLITE_BUSY/i.test(message)) return 'another process holds it';
  if (/readonly|EACCES|EROFS|unable to open/i.test(message)) return `no permission to write it (${message})`;
  return message;
}
