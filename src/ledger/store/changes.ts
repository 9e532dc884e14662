// What one transaction writes, gathered: entries, and rows by table and key, with the lines by which the hash chain tells of
// them. It decides nothing; how it is written is the driver's.
import { sha256 } from '../keys.ts';
import type { Tip } from '../tip.ts';
import type { Value } from './question.ts';
import { digest, headOf } from './record.ts';
import { COVERED, type CoveredTable, ENTRY_COLUMNS, LEDGER_TABLES, LINK } from './tables.ts';
import type { Values } from './working-set.ts';

/** A row as it is from now on. `changed`: it is there, and only these columns are others. */
export interface Put {
  readonly values: Values;
  readonly changed: readonly string[] | undefined;
}

export class Changes {
  readonly #before: Tip;
  readonly #at: number;
  readonly #entries: string[] = [];
  readonly #lines = new Map<string, string>();
  readonly puts = new Map<string, Map<string, Put>>();
  readonly drops = new Map<string, Map<string, readonly Value[]>>();

  /** `before`: where the chain ends. `at`: when, in milliseconds. */
  constructor(before: Tip, at: number) {
    this.#before = before;
    this.#at = at;
  }

  /** Of the link that is being made. */
  get number(): number {
    return this.#before.link + 1;
  }

  /** The number that the next entry has. */
  get nextEntry(): number {
    return this.#before.sequence + this.#entries.length + 1;
  }

  /** An entry, by the values of its columns but its number. `taken`: the identity of the row that it takes, where it takes one. */
  entry(said: Values, taken: readonly Value[] | null): void {
    const number = this.nextEntry;
    const values: Values = cleaned({ ...said, seq: number });
    const line = `${number} ${digest('entries', valuesOf(values, ENTRY_COLUMNS))}`;
    this.#entries.push(taken === null ? line : `${line} ${digest('identity', taken.map(clean))}`);
    this.#keep('entries', String(number), values, undefined);
  }

  /** A row of a table that the chain covers, by its values. */
  told(table: CoveredTable, said: Values): void {
    const { key, columns } = COVERED[table];
    const values = cleaned({ ...said, [LINK]: this.number });
    const name = nameOf(key, values);
    this.#keep(table, name, values, undefined);
    this.#lines.set(`${table}${name}`, `${table} ${digest(table, valuesOf(values, columns))} ${name}`);
  }

  /** Such a row is gone. */
  untold(table: CoveredTable, key: readonly (string | number)[]): void {
    const name = JSON.stringify(key);
    this.#lines.set(`${table}${name}`, `${table} - ${name}`);
    this.drop(table, key);
  }

  /** A row of a table that the chain tells of otherwise, or not at all. */
  put(table: string, key: readonly string[], said: Values, changed?: readonly string[]): void {
    const values = cleaned(said);
    this.#keep(table, nameOf(key, values), values, changed);
  }

  #keep(table: string, name: string, values: Values, changed: readonly string[] | undefined): void {
    this.drops.get(table)?.delete(name);
    const puts = within(this.puts, table);
    const before = puts.get(name);
    const isWhole = changed === undefined || (before && before.changed === undefined);
    puts.set(name, {
      values,
      changed: isWhole ? undefined : [...new Set([...(before?.changed ?? []), ...changed])],
    });
  }

  drop(table: string, key: readonly Value[]): void {
    const name = JSON.stringify(key);
    this.puts.get(table)?.delete(name);
    within(this.drops, table).set(name, key);
  }

  /** The link of what was told; the tip as it was where nothing was. */
  seal(): Tip {
    const lines = [...this.#entries, ...this.#lines.values()];
    if (lines.length === 0) return this.#before;
    const [number, at, sequence, records] = [this.number, this.#at, this.nextEntry - 1, lines.join('\n')];
    const head = headOf(this.#before.head, { number, at, sequence, records: sha256(records) });
    this.put('links', LEDGER_TABLES['links']?.key ?? [], { number, at, sequence, records, head });
    return { link: number, sequence, head };
  }
}

const nameOf = (key: readonly string[], values: Values): string =>
  JSON.stringify(key.map((column) => values[column]));

const valuesOf = (values: Values, columns: readonly string[]): Value[] =>
  columns.map((column) => values[column]);

function within<K, V>(maps: Map<string, Map<K, V>>, name: string): Map<K, V> {
  let map = maps.get(name);
  if (!map) maps.set(name, (map = new Map<K, V>()));
  return map;
}

/** Text as every database can hold it, and as it is hashed: no NUL, no half of a pair. */
function clean(value: Value): Value {
  if (typeof value !== 'string' || isClean(value)) return value;
  return value.toWellFormed().replaceAll('\0', '\uFFFD');
}

const isClean = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The same values where nothing of them has to be cleaned: nearly always. */
function cleaned(values: Values): Values {
  for (const name in values) {
    const value = values[name];
    if (typeof value === 'string' && !isClean(value))
      return Object.fromEntries(Object.entries(values).map(([column, one]) => [column, clean(one)]));
  }
  return values;
}
