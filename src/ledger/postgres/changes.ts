// What one transaction writes, gathered: rows by table and key, written by one statement, and the lines by which the hash
// chain tells of them. It decides nothing.
import { sha256 } from '../keys.ts';
import type { Links } from '../sqlite/chain/chain.ts';
import { digest, headOf, type Value } from '../sqlite/chain/record.ts';
import { COVERED, type CoveredTable, LINK } from '../store/tables.ts';
import { LEDGER_TABLES, quoted, type Table } from '../store/tables.ts';
import type { Tip } from '../tip.ts';
import { WORK_TABLES } from './tables.ts';

export type Values = Readonly<Record<string, Value>>;

const TABLES: Readonly<Record<string, Table>> = { ...LEDGER_TABLES, ...WORK_TABLES };
/** Entries and links are only ever added. */
const ADDED = new Set(['entries', 'links', 'run_parts']);

type Told = Pick<Links, 'number' | 'nextEntry' | 'entry' | 'told'>;

export class Changes implements Told {
  readonly #before: Tip;
  readonly #at: number;
  readonly #entries: string[] = [];
  readonly #lines = new Map<string, string>();
  readonly #upserts = new Map<string, Map<string, Values>>();
  readonly #deletes = new Map<string, Map<string, readonly Value[]>>();

  constructor(before: Tip, at: number) {
    this.#before = before;
    this.#at = at;
  }

  get number(): number {
    return this.#before.link + 1;
  }

  get nextEntry(): number {
    return this.#before.sequence + this.#entries.length + 1;
  }

  entry(said: readonly Value[], taken: readonly Value[] | null): void {
    const [values, identity] = [said.map(clean), taken && taken.map(clean)];
    const number = this.nextEntry;
    const line = `${number} ${digest('entries', values)}`;
    this.#entries.push(identity === null ? line : `${line} ${digest('identity', identity)}`);
    this.#keep('entries', String(number), recordOf(TABLES['entries']?.columns ?? [], values));
  }

  told(table: CoveredTable, key: readonly (string | number)[], said: readonly Value[]): void {
    const values = said.map(clean);
    const name = JSON.stringify(key);
    const record = recordOf(COVERED[table].columns, values);
    record[LINK] = this.number;
    this.#keep(table, name, record);
    this.#lines.set(`${table}${name}`, `${table} ${digest(table, values)} ${name}`);
  }

  /** A row of a table that the chain covers is gone. */
  untold(table: CoveredTable, key: readonly (string | number)[]): void {
    const name = JSON.stringify(key);
    this.#lines.set(`${table}${name}`, `${table} - ${name}`);
    this.drop(table, key);
  }

  /** Of a table that the chain tells of otherwise, or not at all. */
  put(table: string, said: Values): void {
    const columns = Object.keys(said);
    const values = recordOf(
      columns,
      columns.map((column) => clean(said[column] ?? null)),
    );
    this.#keep(table, JSON.stringify((TABLES[table]?.key ?? []).map((column) => values[column])), values);
  }

  #keep(table: string, name: string, values: Values): void {
    this.#deletes.get(table)?.delete(name);
    within(this.#upserts, table).set(name, values);
  }

  drop(table: string, key: readonly Value[]): void {
    const name = JSON.stringify(key);
    this.#upserts.get(table)?.delete(name);
    within(this.#deletes, table).set(name, key);
  }

  /** The link of what was told; the tip as it was where nothing was. */
  seal(): Tip {
    const lines = [...this.#entries, ...this.#lines.values()];
    if (lines.length === 0) return this.#before;
    const [number, at, sequence, records] = [this.number, this.#at, this.nextEntry - 1, lines.join('\n')];
    const head = headOf(this.#before.head, { number, at, sequence, records: sha256(records) });
    this.put('links', { number, at, sequence, records, head });
    return { link: number, sequence, head };
  }

  /** All of it as one statement with its values; `undefined` where there is nothing to write. */
  statement(): { text: string; values: string[] } | undefined {
    const parts: string[] = [];
    const values: string[] = [];
    for (const [name, rows] of this.#deletes) {
      const table = TABLES[name];
      if (!table || rows.size === 0) continue;
      values.push(JSON.stringify([...rows.values()].map((key) => recordOf(table.key, key))));
      parts.push(
        `DELETE FROM "${name}" WHERE (${quoted(table.key)}) IN (SELECT ${quoted(table.key)} FROM json_populate_recordset(NULL::"${name}", $${values.length}))`,
      );
    }
    for (const [name, rows] of this.#upserts) {
      const table = TABLES[name];
      if (!table || rows.size === 0) continue;
      values.push(JSON.stringify([...rows.values()]));
      parts.push(upsert(name, table, values.length));
    }
    if (parts.length === 0) return undefined;
    const last = parts.pop() ?? '';
    const before = parts.map((part, at) => `w${at} AS (${part})`);
    return { text: `${before.length > 0 ? `WITH ${before.join(', ')} ` : ''}${last}`, values };
  }
}

function upsert(name: string, { key, columns }: Table, parameter: number): string {
  const rest = columns.filter((column) => !key.includes(column));
  const replaced = rest.map((column) => `"${column}" = excluded."${column}"`).join(', ');
  return (
    `INSERT INTO "${name}" (${quoted(columns)}) SELECT ${quoted(columns)} FROM json_populate_recordset(NULL::"${name}", $${parameter})` +
    (ADDED.has(name) ? '' : ` ON CONFLICT (${quoted(key)}) DO UPDATE SET ${replaced}`)
  );
}

/** What is NULL is left out, and is so in the statement: about a third of what a row's columns take. */
function recordOf(columns: readonly string[], values: readonly Value[]): Record<string, Value> {
  const record: Record<string, Value> = {};
  for (const [at, column] of columns.entries()) {
    const value = values[at] ?? null;
    if (value !== null) record[column] = value;
  }
  return record;
}

function within<K, V>(maps: Map<string, Map<K, V>>, name: string): Map<K, V> {
  let map = maps.get(name);
  if (!map) maps.set(name, (map = new Map<K, V>()));
  return map;
}

/** Text as Postgres can hold it, and as it is hashed: no NUL, no half of a pair. */
function clean(value: Value): Value {
  if (typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))) return value;
  return value.toWellFormed().replaceAll('\0', '\uFFFD');
}
