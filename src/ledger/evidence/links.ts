// Reads stored rows one after the other, and the links of the hash chain with their lines.
import type { Connection } from '../file/connection.ts';
import { digest, entryLine, genesis } from '../store/digest.ts';
import { asNumber, asText, type SqlValue } from '../store/question.ts';
import { COVERED, type CoveredTable, ENTRY_COLUMNS, LEDGER_TABLES, quoted } from '../store/tables.ts';

export type StoredRow = Readonly<Record<string, SqlValue>>;

export const valuesOf = (row: StoredRow, columns: readonly string[]): SqlValue[] =>
  columns.map((column) => row[column]);

/** All rows of a table, by its key. */
export function storedRows(db: Connection, table: string): Iterable<StoredRow> {
  const { key = [], columns = [] } = LEDGER_TABLES[table] ?? {};
  const sql = `SELECT ${quoted(columns)} FROM ${table} ORDER BY ${quoted(key)}`;
  return db.prepare(sql).iterate() as Iterable<StoredRow>; // the columns above
}

/** Reads single rows of a table by the values of its key. */
export function byKey(db: Connection, table: string): (...key: readonly SqlValue[]) => StoredRow | undefined {
  const { key = [], columns = [] } = LEDGER_TABLES[table] ?? {};
  const where = key.map((column) => `"${column}" = ?`).join(' AND ');
  const one = db.prepare(`SELECT ${quoted(columns)} FROM ${table} WHERE ${where}`);
  return (...values) => (isKey(values) ? (one.get(...values) as StoredRow | undefined) : undefined); // the columns above
}

/** The database's driver ends the process for some other values. */
export function isKey(values: readonly SqlValue[]): values is readonly (string | number)[] {
  return values.every((value) => typeof value === 'string' || typeof value === 'number');
}

export interface LinkRow {
  readonly number: number;
  readonly at: number;
  readonly sequence: number;
  /** The digest of its entries. */
  readonly entries: string;
  /** The lines of its other rows. */
  readonly records: string;
  readonly head: string;
}

export function* linksOf(db: Connection): Generator<LinkRow> {
  for (const row of storedRows(db, 'links')) {
    const [number, at, sequence] = ['number', 'at', 'sequence'].map((name) => asNumber(row[name]));
    // An altered link may have another value than a text. Its head then does not follow.
    const [entries = '', records = '', head = ''] = ['entries', 'records', 'head'].map((name) =>
      typeof row[name] === 'string' ? row[name] : '?',
    );
    yield { number: number ?? -1, at: at ?? -1, sequence: sequence ?? -1, entries, records, head };
  }
}

/** The head of a link, or before the first link (0), even if it was altered; `undefined` for a missing link. */
export function headOfLink(db: Connection, link: number): string | undefined {
  if (link === 0) {
    const meta = db.prepare('SELECT ledger_id, created_at FROM meta').get() as StoredRow | undefined; // the columns above
    return genesis(asText(meta?.['ledger_id']), asNumber(meta?.['created_at']));
  }
  const row = byKey(db, 'links')(link);
  return row && asText(row['head']);
}

/** The line of a stored entry. */
export const lineOfEntry = (row: StoredRow): string =>
  entryLine(asNumber(row['seq']), digest('entries', valuesOf(row, ENTRY_COLUMNS)));

/** A line for a row of a table in COVERED. */
export interface RowLine {
  readonly table: CoveredTable;
  /** As JSON. */
  readonly key: string;
  /** `undefined` for a row that was deleted. */
  readonly digest: string | undefined;
}

/** `undefined` for a line that paybatch has not written. */
export function readLine(line: string): RowLine | undefined {
  const [, table = '', digest = '', key = ''] = /^(\w+) ([-\w]+) (\[.*\])$/s.exec(line) ?? [];
  if (!isCovered(table)) return undefined;
  return { table, key, digest: digest === '-' ? undefined : digest };
}

export const linesOf = (records: string): string[] => (records === '' ? [] : records.split('\n'));

export const isCovered = (table: string): table is CoveredTable => Object.hasOwn(COVERED, table);
