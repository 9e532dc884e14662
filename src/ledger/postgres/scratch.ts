// Rows of Postgres put into tables of SQLite that have the same columns.
import type { Connection } from '../sqlite/connection.ts';
import { quoted } from '../store/tables.ts';
import type { Row } from './connections.ts';

/** Of rows that are there already nothing is changed. */
export function insertInto(db: Connection, table: string, rows: readonly Row[]): void {
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
