// The driver of a ledger on Postgres: its dialect, and the writes of a transaction as one statement.
import type { Tip } from '../records.ts';
import { Changes, type Tx } from '../store/changes.ts';
import {
  answer,
  type Ask,
  type Dialect,
  type Question,
  type RawRow,
  type SqlValue,
} from '../store/question.ts';
import { readTip } from '../store/reads.ts';
import { LEDGER_TABLES, type LedgerTable, quoted, table, upsertSql } from '../store/tables.ts';
import type { ServerSession } from './connections.ts';

/** A subquery for each key: without statistics, the planner assumes that a table is almost empty. */
const DIALECT: Dialect = {
  texts: (parameter) => `json_array_elements_text($${parameter}::json) AS q(value)`,
  lists: (parameter) => `json_array_elements($${parameter}::json) AS q(value)`,
  each: (list, table, condition) =>
    `${list} CROSS JOIN LATERAL (SELECT * FROM ${table} r WHERE ${condition} OFFSET 0) AS r`,
  collect: (columns, query) =>
    `(SELECT coalesce(json_agg(json_build_array(${columns.join(', ')})), '[]')::text FROM (${query}) AS c)`,
  by: () => '',
};

const textOf = ({ sql }: Ask): string => (typeof sql === 'string' ? sql : sql(DIALECT));

/** `isOften`: for frequent questions: the server plans each statement once for each connection. */
export function answerOver<T>(
  { query, prepared }: Pick<ServerSession, 'query'> & Partial<ServerSession>,
  question: Question<T>,
  { isOften = false } = {},
): Promise<T> {
  const ask = (isOften && prepared) || query;
  return answer(question, (asks) => Promise.all(asks.map((one) => ask<RawRow>(textOf(one), one.values))));
}

/** With requests in progress, and those whose host has not reported the outcome. They are not in the hash chain. */
export const POSTGRES_TABLES: Readonly<Record<string, LedgerTable>> = {
  ...LEDGER_TABLES,
  intents: table('environment key', 'environment key entry worker'),
};
/** The statement and its values; `undefined` if there is nothing to write. */
export function statementOf({ drops, puts }: Changes): { text: string; values: string[] } | undefined {
  const parts: string[] = [];
  const values: string[] = [];
  for (const [name, rows] of drops) {
    const table = POSTGRES_TABLES[name];
    if (!table || rows.size === 0) continue;
    values.push(JSON.stringify([...rows.values()].map((key) => named(table.key, key))));
    parts.push(
      `DELETE FROM "${name}" WHERE (${quoted(table.key)}) IN (SELECT ${quoted(table.key)} FROM json_populate_recordset(NULL::"${name}", $${values.length}))`,
    );
  }
  for (const [name, rows] of puts) {
    const table = POSTGRES_TABLES[name];
    if (!table || rows.size === 0) continue;
    values.push(JSON.stringify([...rows.values()].map((put) => named(table.columns, put.values))));
    const written = `json_populate_recordset(NULL::"${name}", $${values.length})`;
    parts.push(upsertSql(name, table, `SELECT ${quoted(table.columns)} FROM ${written}`));
  }
  if (parts.length === 0) return undefined;
  const last = parts.pop() ?? '';
  const before = parts.map((part, at) => `w${at} AS (${part})`);
  return { text: `${before.length > 0 ? `WITH ${before.join(', ')} ` : ''}${last}`, values };
}

/** Chains and writes what `work` changes, in a transaction that holds the ledger's lock. */
export async function writeChained<T>(
  session: ServerSession,
  at: Date,
  work: (tx: Tx) => Question<T>,
): Promise<{ result: T; tip: Tip }> {
  const before = await answerOver(session, readTip());
  const changes = new Changes(before, at.getTime());
  const result = await answerOver(session, work({ changes, before }));
  const tip = changes.seal();
  const statement = statementOf(changes);
  if (statement) await session.query(statement.text, statement.values);
  return { result, tip };
}

/** About a third of a row's columns are NULL, and left out. */
function named(columns: readonly string[], values: readonly SqlValue[]): Record<string, SqlValue> {
  const row: Record<string, SqlValue> = {};
  for (const [at, column] of columns.entries()) {
    const value = values[at];
    if (value !== null && value !== undefined) row[column] = value;
  }
  return row;
}
