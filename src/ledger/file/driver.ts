// The driver of a ledger in a file: answers questions, and makes transactions.
import { refuseMoved } from '../move.ts';
import { NO_TIP, type Tip } from '../records.ts';
import { Changes, type Tx } from '../store/changes.ts';
import { answerAtOnce, type Ask, type Dialect, type Question, type RawRow } from '../store/question.ts';
import * as reads from '../store/reads.ts';
import { rowLost } from '../store/row.ts';
import { LEDGER_TABLES, type LedgerTable, quoted, upsertSql } from '../store/tables.ts';
import { type Connection, transaction } from './connection.ts';

const DIALECT: Dialect = {
  texts: (parameter) => `json_each($${parameter}) AS q`,
  lists: (parameter) => `json_each($${parameter}) AS q`,
  each: (list, table, condition, index) =>
    `${list} CROSS JOIN ${table} AS r${index === undefined ? '' : ` INDEXED BY ${index}`} WHERE ${condition}`,
  // As a text: SQLite would nest a JSON value in the list of columns around it.
  collect: (columns, query) =>
    `(SELECT json_group_array(json_array(${columns.join(', ')})) || '' FROM (${query}))`,
  by: (index) => `INDEXED BY ${index}`,
};

type PreparedStatement = ReturnType<Connection['prepare']>;

interface RowStatement {
  readonly statement: PreparedStatement;
  /** The positions of the values that it takes; `undefined` for all values in their order. */
  readonly places: readonly number[] | undefined;
}

type QuestionStatement =
  | { readonly names: readonly string[]; readonly statement: PreparedStatement }
  | { readonly writes: PreparedStatement };

export class FileDriver {
  readonly #db: Connection;
  readonly #now: () => number;
  readonly #inserts = new Map<string, RowStatement>();
  readonly #updates = new Map<string, RowStatement>();
  readonly #askings = new Map<string, QuestionStatement>();
  /** Where the chain ended after the last transaction here. */
  tip: Tip = NO_TIP;

  constructor(db: Connection, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  answer<T>(question: Question<T>): T {
    return answerAtOnce(question, (one) => this.#rows(one));
  }

  /** Runs `work` in a transaction, and chains and writes what it changes. */
  transaction<T>(work: (tx: Tx) => Question<T>): T {
    const { result, tip } = transaction(this.#db, () => this.inside(work));
    this.tip = tip;
    return result;
  }

  /** The same in a transaction that the caller has begun and will end. */
  inside<T>(work: (tx: Tx) => Question<T>): { result: T; tip: Tip } {
    const before = this.answer(reads.readTip());
    // Another process has written since. Perhaps the ledger was moved.
    if (before.head !== this.tip.head) refuseMoved(this.answer(reads.readMove()));
    const changes = new Changes(before, this.#now());
    const result = this.answer(work({ changes, before }));
    const tip = changes.seal();
    this.write(changes);
    return { result, tip };
  }

  write({ drops, puts }: Changes): void {
    for (const [table, rows] of drops) {
      const gone = this.#db.prepare(`DELETE FROM ${table} WHERE ${equal(tableOf(table).key)}`);
      for (const key of rows.values()) gone.run(key.map((value) => value ?? null));
    }
    for (const [table, rows] of puts) {
      for (const [name, { values, changed }] of rows) {
        const { statement, places } = this.#writing(table, changed);
        const { changes } = statement.run(places ? places.map((at) => values[at]) : values);
        if (changed && changes !== 1) throw rowLost(String(name));
      }
    }
  }

  /** Made once for each table, whose rows always change the same columns. */
  #writing(table: string, changed: readonly string[] | undefined): RowStatement {
    const known = (changed ? this.#updates : this.#inserts).get(table);
    if (known) return known;
    const { key, columns } = tableOf(table);
    const values = `VALUES (${columns.map(() => '?').join(', ')})`;
    const set = (changed ?? []).map((column) => `"${column}" = ?`).join(', ');
    const sql = changed
      ? `UPDATE ${table} SET ${set} WHERE ${equal(key)}`
      : upsertSql(table, { key, columns }, values);
    const places = changed && [...changed, ...key].map((column) => columns.indexOf(column));
    const made = { statement: this.#db.prepare(sql), places };
    (changed ? this.#updates : this.#inserts).set(table, made);
    return made;
  }

  #rows({ sql, values }: Ask): readonly RawRow[] {
    const asking = this.#asking(sql);
    if ('writes' in asking) {
      asking.writes.run(values.map((value) => value ?? null));
      return [];
    }
    const { names, statement } = asking;
    const { found } = statement.get(values.map((value) => value ?? null)) as { found: string }; // one column
    if (found === '[]') return [];
    const rows = JSON.parse(found) as RawRow[string][][]; // lists of the columns' values
    return rows.map((row) => {
      const raw: Record<string, RawRow[string]> = {};
      for (let at = 0; at < names.length; at++) raw[names[at] ?? ''] = row[at] ?? null;
      return raw;
    });
  }

  #asking(sql: Ask['sql']): QuestionStatement {
    const text = (typeof sql === 'string' ? sql : sql(DIALECT)).replaceAll(/\$(\d+)/g, '?$1');
    const asking = this.#askings.get(text) ?? this.#prepare(text);
    this.#askings.set(text, asking);
    return asking;
  }

  /** All rows as one text: libsql takes three times as long for single rows. */
  #prepare(sql: string): QuestionStatement {
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

export const answerFrom = <T>(db: Connection, question: Question<T>): T =>
  new FileDriver(db, Date.now).answer(question);

export const tipOf = (db: Connection): Tip => answerFrom(db, reads.readTip());

const tableOf = (name: string): LedgerTable =>
  LEDGER_TABLES[name] ?? { key: [], columns: [], numbers: new Set() };

const equal = (key: readonly string[]): string => key.map((column) => `"${column}" = ?`).join(' AND ');
