// The driver of a ledger in a file: a question is answered at once, and a transaction is asked, decided and written in one
// breath. Its connection may be this thread's, or that of the ledger's own.
import { refuseMoved } from '../moved.ts';
import { Changes, type Put } from '../store/changes.ts';
import type { Tx } from '../store/group.ts';
import {
  answerAtOnce,
  type Ask,
  type Dialect,
  type Question,
  type Raw,
  type Value,
} from '../store/question.ts';
import * as reads from '../store/reads.ts';
import { rowLost } from '../store/row-lost.ts';
import { LEDGER_TABLES, quoted, type Table } from '../store/tables.ts';
import { NO_TIP, type Tip } from '../tip.ts';
import { type Connection, transaction } from './connection.ts';

const DIALECT: Dialect = {
  texts: (parameter) => `json_each($${parameter}) AS q`,
  lists: (of) => `json_each(${typeof of === 'number' ? `$${of}` : of}) AS q`,
  each: (list, table, condition, index) =>
    `${list} CROSS JOIN ${table} AS r${index === undefined ? '' : ` INDEXED BY ${index}`} WHERE ${condition}`,
  // As a text: a value of SQLite's JSON would be taken in with the list of columns around it.
  collect: (columns, query) =>
    `(SELECT json_group_array(json_array(${columns.join(', ')})) || '' FROM (${query}))`,
  by: (index) => `INDEXED BY ${index}`,
};

/** Entries, links and pages are only ever added. */
const ADDED = new Set(['entries', 'links', 'run_parts']);

type Statement = ReturnType<Connection['prepare']>;

interface Writing {
  readonly statement: Statement;
  /** Which of a row's values it takes, in its order; `undefined` for all of them in theirs. */
  readonly places: readonly number[] | undefined;
}

type Asking =
  { readonly names: readonly string[]; readonly statement: Statement } | { readonly writes: Statement };

export class FileDriver {
  readonly #db: Connection;
  readonly #now: () => number;
  /** Also in a ledger that is being moved (ledger/copy). */
  readonly #arriving: boolean;
  readonly #statements = new Map<string, Statement>();
  readonly #writings = new Map<string, Writing>();
  readonly #updates = new Map<string, Writing>();
  readonly #askings = new Map<Ask['sql'], Asking>();
  /** Of texts that are made once: the others are found by themselves. */
  readonly #made = new WeakMap<Exclude<Ask['sql'], string>, Asking>();
  /** Where the chain ended after the last transaction here. */
  tip: Tip = NO_TIP;

  constructor(db: Connection, now: () => number, { arriving = false } = {}) {
    this.#db = db;
    this.#now = now;
    this.#arriving = arriving;
  }

  answer<T>(question: Question<T>): T {
    return answerAtOnce(question, (one) => this.#rows(one));
  }

  /** Runs `work` in a transaction of its own, and chains and writes what it changes. */
  transaction<T>(work: (tx: Tx) => Question<T>): T {
    const { result, tip } = transaction(this.#db, () => this.inside(work));
    this.tip = tip;
    return result;
  }

  /** The same in a transaction that has begun, and that somebody else ends. */
  inside<T>(work: (tx: Tx) => Question<T>): { result: T; tip: Tip } {
    const before = this.answer(reads.readTip());
    // Somebody else has written since: perhaps that the ledger is elsewhere from now on.
    if (before.head !== this.tip.head && !this.#arriving) refuseMoved(this.answer(reads.readMove()));
    const changes = new Changes(before, this.#now());
    const result = this.answer(work({ changes, before }));
    const tip = changes.seal();
    this.write(changes);
    return { result, tip };
  }

  write({ drops, puts }: Changes): void {
    for (const [table, rows] of drops) {
      const sql = `DELETE FROM ${table} WHERE ${equal(tableOf(table).key)}`;
      for (const values of rows.values()) this.#run(this.#prepared(sql), values);
    }
    for (const [table, rows] of puts) for (const [name, put] of rows) this.#put(table, name, put);
  }

  #put(table: string, name: string | number, { values, changed }: Put): void {
    const { statement, places } = changed ? this.#update(table, changed) : this.#insert(table);
    const { changes } = statement.run(places ? places.map((at) => values[at]) : values);
    if (changed && changes !== 1) throw rowLost(String(name));
  }

  /** Made once for each table: texts for each row are most of what writing it costs. */
  #insert(table: string): Writing {
    const known = this.#writings.get(table);
    if (known) return known;
    const { key, columns } = tableOf(table);
    const made = { statement: this.#db.prepare(upsert(table, key, columns)), places: undefined };
    this.#writings.set(table, made);
    return made;
  }

  /** One table has always the same columns that change. */
  #update(table: string, changed: readonly string[]): Writing {
    const known = this.#updates.get(table);
    if (known) return known;
    const { key, columns } = tableOf(table);
    const set = changed.map((column) => `"${column}" = ?`).join(', ');
    const made = {
      statement: this.#db.prepare(`UPDATE ${table} SET ${set} WHERE ${equal(key)}`),
      places: [...changed, ...key].map((column) => columns.indexOf(column)),
    };
    this.#updates.set(table, made);
    return made;
  }

  #prepared(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)));
    return statement;
  }

  /** One list: libsql flattens separate values into one, for each call. */
  #run(statement: Statement, values: readonly Value[]): { changes: number } {
    return statement.run(values.map((value) => value ?? null));
  }

  #rows({ sql, values }: Ask): readonly Raw[] {
    const asking = this.#asking(sql);
    if ('writes' in asking) {
      this.#run(asking.writes, values);
      return [];
    }
    const { names, statement } = asking;
    const { found } = statement.get(values.map((value) => value ?? null)) as { found: string }; // one column
    if (found === '[]') return [];
    const rows = JSON.parse(found) as Raw[string][][]; // lists of the columns' values
    return rows.map((row) => {
      const raw: Record<string, Raw[string]> = {};
      for (let at = 0; at < names.length; at++) raw[names[at] ?? ''] = row[at] ?? null;
      return raw;
    });
  }

  #asking(sql: Ask['sql']): Asking {
    const known = this.#askings.get(sql) ?? (typeof sql === 'string' ? undefined : this.#made.get(sql));
    if (known) return known;
    const text = (typeof sql === 'string' ? sql : sql(DIALECT)).replaceAll(/\$(\d+)/g, '?$1');
    const asking = this.#askings.get(text) ?? this.#prepare(text);
    this.#askings.set(text, asking);
    if (typeof sql === 'string') this.#askings.set(sql, asking);
    else this.#made.set(sql, asking);
    return asking;
  }

  /** Many rows as one text: libsql takes three times as long to hand each over. */
  #prepare(sql: string): Asking {
    const statement = this.#db.prepare(sql);
    if (!sql.trimStart().startsWith('SELECT')) return { writes: statement };
    const names = statement.columns().map(({ name }) => name);
    return {
      names,
      statement: this.#db.prepare(
        `SELECT json_group_array(json_array(${quoted(names)})) AS found FROM (${sql})`,
      ),
    };
  }
}

/** For whoever has no driver, and asks once. */
export const answerFrom = <T>(db: Connection, question: Question<T>): T =>
  new FileDriver(db, Date.now).answer(question);

export const readTip = (db: Connection): Tip => answerFrom(db, reads.readTip());

export const headAt = (db: Connection, link: number): string | undefined =>
  answerFrom(db, reads.headAt(link));

const tableOf = (name: string): Table => LEDGER_TABLES[name] ?? { key: [], columns: [] };

const equal = (key: readonly string[]): string => key.map((column) => `"${column}" = ?`).join(' AND ');

function upsert(table: string, key: readonly string[], columns: readonly string[]): string {
  const rest = columns.filter((column) => !key.includes(column));
  const insert = `INSERT INTO ${table} (${quoted(columns)}) VALUES (${columns.map(() => '?').join(', ')})`;
  if (ADDED.has(table)) return insert;
  return `${insert} ON CONFLICT (${quoted(key)}) DO UPDATE SET ${rest.map((column) => `"${column}" = excluded."${column}"`).join(', ')}`;
}
