// Rows as they are stored, for whoever compares them with what was told of them. The database's driver ends a text at its
// first NUL, while its conditions don't: where there is one, the row is read again by its bytes.
import type { Connection } from '../file/connection.ts';
import type { Value } from '../store/question.ts';
import { isKey, pages, type Stored } from './pages.ts';

export const valuesOf = (row: Stored, columns: readonly string[]): Value[] =>
  columns.map((column) => row[column]);

export class StoredRows {
  readonly columns: readonly string[];
  readonly #db: Connection;
  readonly #table: string;
  readonly #key: readonly string[];
  readonly #selected: string;
  readonly #one;

  /** `more`: columns that are read besides. */
  constructor(
    db: Connection,
    table: string,
    key: readonly string[],
    columns: readonly string[],
    more: readonly string[] = [],
  ) {
    this.#db = db;
    this.#table = table;
    this.#key = key;
    this.columns = columns;
    const texts = columns.map((column) => `coalesce(${column}, '')`).join(' || ');
    const all = [...new Set([...key, ...columns, ...more])].join(', ');
    this.#selected = `${all}, instr(CAST(${texts} AS BLOB), X'00') AS nul`;
    this.#one = db.prepare(`SELECT ${this.#selected} FROM ${table} WHERE ${this.#where()}`);
  }

  get(...key: readonly Value[]): Stored | undefined {
    if (!isKey(key)) return undefined;
    const row = this.#one.get(...key) as Stored | undefined; // the columns above
    return row && this.#exact(row);
  }

  *all(size?: number): Generator<Stored> {
    const how = { columns: this.#selected, ...(size !== undefined && { size }) };
    for (const page of pages(this.#db, this.#table, this.#key, how)) {
      for (const row of page) yield this.#exact(row);
    }
  }

  /** Between two values of the key's first column, the first excluded. */
  *between(after: number, upTo: number): Generator<Stored> {
    const [first = ''] = this.#key;
    const rows = this.#db
      .prepare(
        `SELECT ${this.#selected} FROM ${this.#table} WHERE ${first} > ? AND ${first} <= ? ORDER BY ${first}`,
      )
      .all(after, upTo) as Stored[]; // the columns above
    for (const row of rows) yield this.#exact(row);
  }

  #where(): string {
    return this.#key.map((column) => `${column} = ?`).join(' AND ');
  }

  #exact(row: Stored): Stored {
    const key = valuesOf(row, this.#key);
    if (row['nul'] === 0 || !isKey(key)) return row;
    const bytes = this.columns.map(
      (column) => `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) END AS ${column}`,
    );
    const texts = this.#db
      .prepare(`SELECT ${bytes.join(', ')} FROM ${this.#table} WHERE ${this.#where()}`)
      .get(...key) as Stored | undefined; // the columns above
    const decoded = this.columns.flatMap((column) => {
      const value = texts?.[column];
      const isBytes = value instanceof Uint8Array || value instanceof ArrayBuffer;
      return isBytes ? [[column, Buffer.from(new Uint8Array(value)).toString('utf8')] as const] : [];
    });
    return { ...row, ...Object.fromEntries(decoded) };
  }
}
