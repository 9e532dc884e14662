// The driver of a ledger in a file: a question is answered at once, and a transaction is asked, decided and written in one
// breath. Its connection may be this thread's, or that of the ledger's own.
import { refuseMoved } from '../moved.ts';
import { Changes } from '../store/changes.ts';
import type { Tx } from '../store/group.ts';
import {
  type Ask,
  answerAtOnce,
  ask,
  type Dialect,
  type Question,
  type Raw,
  type Value,
} from '../store/question.ts';
import { genesis } from '../store/record.ts';
import { readTip } from '../store/reads.ts';
import { LEDGER_TABLES, quoted } from '../store/tables.ts';
import type { Values } from '../store/working-set.ts';
import { NO_TIP, type Tip } from '../tip.ts';
import { type Connection, transaction } from './connection.ts';
import { readMove } from './moves.ts';

const DIALECT: Dialect = {
  texts: (parameter) => `json_each($${parameter}) AS q`,
  lists: (of) => `json_each(${typeof of === 'number' ? `$${of}` : of}) AS q`,
  each: (list, table, condition, index) =>
    `${list} CROSS JOIN ${table} AS r${index === undefined ? '' : ` INDEXED BY ${index}`} WHERE ${condition}`,
  by: (index) => `INDEXED BY ${index}`,
};

/** Entries, links and pages are only ever added. */
const ADDED = new Set(['entries', 'links', 'run_parts']);

interface Reading {
  readonly names: readonly string[];
  readonly statement: ReturnType<Connection['prepare']>;
}

export class FileDriver {
  readonly #db: Connection;
  readonly #now: () => number;
  /** Also in a ledger that is being moved (ledger/copy). */
  readonly #arriving: boolean;
  readonly #readings = new Map<string, Reading>();
  readonly #writings = new Map<string, ReturnType<Connection['prepare']>>();
  #genesis: string | undefined;
  /** Where the chain ended after the last transaction here. */
  tip: Tip = NO_TIP;

  constructor(db: Connection, now: () => number, { arriving = false } = {}) {
    this.#db = db;
    this.#now = now;
    this.#arriving = arriving;
  }

  /** What the chain begins with. */
  get genesis(): string {
    return (this.#genesis ??= this.answer(beginning()));
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
    const before = this.answer(readTip(this.genesis));
    // Somebody else has written since: perhaps that the ledger is elsewhere from now on.
    if (before.head !== this.tip.head && !this.#arriving) refuseMoved(readMove(this.#db));
    const changes = new Changes(before, this.#now());
    const result = this.answer(work({ changes, before }));
    const tip = changes.seal();
    this.write(changes);
    return { result, tip };
  }

  write({ drops, puts }: Changes): void {
    for (const [table, rows] of drops) {
      const { key } = LEDGER_TABLES[table] ?? { key: [] };
      for (const values of rows.values()) this.#run(`DELETE FROM ${table} WHERE ${equal(key)}`, values);
    }
    for (const [table, rows] of puts)
      for (const { values, changed } of rows.values()) this.#put(table, values, changed);
  }

  #put(table: string, values: Values, changed: readonly string[] | undefined): void {
    const { key, columns } = LEDGER_TABLES[table] ?? { key: [], columns: [] };
    if (changed) {
      const sql = `UPDATE ${table} SET ${changed.map((column) => `"${column}" = ?`).join(', ')} WHERE ${equal(key)}`;
      this.#run(
        sql,
        [...changed, ...key].map((column) => values[column]),
      );
    } else
      this.#run(
        upsert(table, key, columns),
        columns.map((column) => values[column]),
      );
  }

  #run(sql: string, values: readonly Value[]): void {
    let statement = this.#writings.get(sql);
    if (!statement) this.#writings.set(sql, (statement = this.#db.prepare(sql)));
    // One list: libsql flattens separate values into one, for each call.
    statement.run(values.map((value) => value ?? null));
  }

  #rows({ sql: text, values }: Ask): readonly Raw[] {
    const sql = (typeof text === 'string' ? text : text(DIALECT)).replaceAll(/\$(\d+)/g, '?$1');
    if (!sql.trimStart().startsWith('SELECT')) {
      this.#run(sql, values);
      return [];
    }
    const { names, statement } = this.#reading(sql);
    const { found } = statement.get(values.map((value) => value ?? null)) as { found: string }; // one column
    const rows = JSON.parse(found) as Raw[string][][]; // lists of the columns' values
    return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])));
  }

  /** Many rows as one text: libsql takes three times as long to hand each over. */
  #reading(sql: string): Reading {
    const known = this.#readings.get(sql);
    if (known) return known;
    const names = this.#db
      .prepare(sql)
      .columns()
      .map(({ name }) => name);
    const statement = this.#db.prepare(
      `SELECT json_group_array(json_array(${quoted(names)})) AS found FROM (${sql})`,
    );
    const reading = { names, statement };
    this.#readings.set(sql, reading);
    return reading;
  }
}

const equal = (key: readonly string[]): string => key.map((column) => `"${column}" = ?`).join(' AND ');

function upsert(table: string, key: readonly string[], columns: readonly string[]): string {
  const rest = columns.filter((column) => !key.includes(column));
  const insert = `INSERT INTO ${table} (${quoted(columns)}) VALUES (${columns.map(() => '?').join(', ')})`;
  if (ADDED.has(table)) return insert;
  return `${insert} ON CONFLICT (${quoted(key)}) DO UPDATE SET ${rest.map((column) => `"${column}" = excluded."${column}"`).join(', ')}`;
}

/** The chain begins with what the ledger is called and when it was made. */
function* beginning(): Question<string> {
  const [meta] = yield* ask('SELECT ledger_id, created_at FROM meta');
  return genesis(String(meta?.['ledger_id']), Number(meta?.['created_at']));
}
