// Rows as they are stored, read one after the other: no more than one is held. Reads only.
import type { Connection } from '../file/connection.ts';
import type { Value } from '../store/question.ts';
import { type CoveredTable, LEDGER_TABLES, quoted } from '../store/tables.ts';

export type Stored = Readonly<Record<string, Value>>;

export const valuesOf = (row: Stored, columns: readonly string[]): Value[] =>
  columns.map((column) => row[column]);

/** All rows of a table, by its key. */
export function storedRows(db: Connection, table: string): Iterable<Stored> {
  const { key = [], columns = [] } = LEDGER_TABLES[table] ?? {};
  const sql = `SELECT ${quoted(columns)} FROM ${table} ORDER BY ${quoted(key)}`;
  return db.prepare(sql).iterate() as Iterable<Stored>; // the columns above
}

/** Reads single rows of a table by the values of its key. */
export function byKey(
  db: Connection,
  table: CoveredTable | 'rows',
): (...key: readonly Value[]) => Stored | undefined {
  const { key = [], columns = [] } = LEDGER_TABLES[table] ?? {};
  const where = key.map((column) => `"${column}" = ?`).join(' AND ');
  const one = db.prepare(`SELECT ${quoted(columns)} FROM ${table} WHERE ${where}`);
  return (...values) => (isKey(values) ? (one.get(...values) as Stored | undefined) : undefined); // the columns above
}

/** The database's driver ends the process over some other values. */
export function isKey(values: readonly Value[]): values is readonly (string | number)[] {
  return values.every((value) => typeof value === 'string' || typeof value === 'number');
}
