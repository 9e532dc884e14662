// A file that is filled with what another ledger holds. It is synced once, at the end.
import Database from 'libsql';

import type { Raw } from '../store/question.ts';
import { quoted } from '../store/tables.ts';
import type { Connection } from './connection.ts';
import { makeIndexes, makeTables } from './schema.ts';

/** Makes the tables in a file that isn't there yet, or is empty. */
export function beginFilling(path: string, ledgerId: string, createdAt: number): Connection {
  const db = new Database(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  makeTables(db);
  insertInto(db, 'meta', [{ one: 1, ledger_id: ledgerId, created_at: createdAt }]);
  return db;
}

/** Of rows that are there already nothing is changed. */
export function insertInto(db: Connection, table: string, rows: readonly Raw[]): void {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const insert = db.prepare(
    `INSERT OR IGNORE INTO ${table} (${quoted(columns)}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  db.exec('BEGIN');
  for (const row of rows) insert.run(columns.map((column) => row[column]));
  db.exec('COMMIT');
}

/** All of it in one file: no log lies beside it. */
export function endFilling(db: Connection): void {
  makeIndexes(db);
  db.exec('PRAGMA synchronous = FULL');
  db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
}
