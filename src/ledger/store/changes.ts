// What one transaction writes: entries, rows by table and key, and its link in the hash chain. A row is the list of
// its columns' values. A driver writes it.
import { sha256 } from '../keys.ts';
import type { Tip } from '../records.ts';
import { digest, entriesDigest, entryLine, headOf, keyOf, lineOf, SHORT } from './digest.ts';
import type { RawRow, SqlValue } from './question.ts';
import { COVERED, type CoveredTable } from './tables.ts';

/** `changed`: the row exists, and only these columns differ. */
interface RowPut {
  readonly values: readonly SqlValue[];
  readonly changed: readonly string[] | undefined;
}

type RowKey = readonly SqlValue[];

export class Changes {
  readonly #before: Tip;
  readonly #at: number;
  readonly #entries: string[] = [];
  readonly #lines = new Map<string, string>();
  readonly puts = new Map<string, Map<string | number, RowPut>>();
  readonly drops = new Map<string, Map<string | number, RowKey>>();
  nextEntry: number;
  readonly number: number;

  /** `before`: where the chain ends. `at`: when, in milliseconds. */
  constructor(before: Tip, at: number) {
    this.#before = before;
    this.#at = at;
    this.nextEntry = before.sequence + 1;
    this.number = before.link + 1;
  }

  /** The next entry, without its digest. */
  entry(values: SqlValue[]): void {
    const number = this.nextEntry++;
    cleanAll(values);
    const whole = digest('entries', values);
    this.#entries.push(entryLine(number, whole));
    values.push(whole.slice(0, SHORT));
    within(this.puts, 'entries').set(number, { values, changed: undefined });
  }

  /** A row of a table that the chain covers. */
  chainRow(table: CoveredTable, row: RawRow | Readonly<Record<string, SqlValue>>): void {
    const values = COVERED[table].columns.map((column): SqlValue => row[column]);
    cleanAll(values);
    const name = JSON.stringify(keyOf(table, values));
    this.#lines.set(`${table}${name}`, lineOf(table, values, name));
    this.#keep(table, name, { values: [...values, this.number], changed: undefined });
  }

  unchainRow(table: CoveredTable, key: RowKey): void {
    const name = JSON.stringify(key);
    this.#lines.set(`${table}${name}`, `${table} - ${name}`);
    this.drop(table, key);
  }

  /** A row without a line in the link. */
  put(table: string, key: RowKey, values: SqlValue[], changed?: readonly string[]): void {
    cleanAll(values);
    this.#keep(table, JSON.stringify(key), { values, changed });
  }

  #keep(table: string, name: string, put: RowPut): void {
    this.drops.get(table)?.delete(name);
    const puts = within(this.puts, table);
    const before = puts.get(name);
    const isWhole = before !== undefined && before.changed === undefined;
    puts.set(name, isWhole ? { values: put.values, changed: undefined } : put);
  }

  drop(table: string, key: RowKey): void {
    const name = JSON.stringify(key);
    this.puts.get(table)?.delete(name);
    within(this.drops, table).set(name, key);
  }

  /** Adds the link. Returns the end of the chain, unchanged if there is nothing to chain. */
  seal(): Tip {
    if (this.#entries.length === 0 && this.#lines.size === 0) return this.#before;
    const [number, at, sequence] = [this.number, this.#at, this.nextEntry - 1];
    const [entries, records] = [entriesDigest(this.#entries), [...this.#lines.values()].join('\n')];
    const head = headOf(this.#before.head, { number, at, sequence, entries, records: sha256(records) });
    this.put('links', [number], [number, at, sequence, entries, records, head]);
    return { link: number, sequence, head };
  }
}

function within<V>(maps: Map<string, Map<string | number, V>>, table: string): Map<string | number, V> {
  let map = maps.get(table);
  if (!map) maps.set(table, (map = new Map<string | number, V>()));
  return map;
}

/** Values that every database can hold: no `undefined`, no NUL in a text, no half of a surrogate pair. */
function cleanAll(values: SqlValue[]): void {
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (value === undefined) values[at] = null;
    if (typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))) continue;
    values[at] = value.toWellFormed().replaceAll('\0', '\uFFFD');
  }
}

/** A transaction. */
export interface Tx {
  readonly changes: Changes;
  /** Where the chain ended before it. */
  readonly before: Tip;
}
