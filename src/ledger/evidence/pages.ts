// A table from its first row to its last by its key, some thousands at a time: no more is ever held.
import type { Connection } from '../file/connection.ts';
import type { Value } from '../store/question.ts';

const PAGE = 2_000;

export type Stored = Readonly<Record<string, Value>>;

/** The database's driver ends the process over some other values. */
export function isKey(values: readonly Value[]): values is readonly (string | number)[] {
  return values.every((value) => typeof value === 'string' || typeof value === 'number');
}

/** `columns`: what is selected. */
export function* pages(
  db: Connection,
  table: string,
  key: readonly string[],
  { columns = '*', size = PAGE }: { readonly columns?: string; readonly size?: number } = {},
): Generator<readonly Stored[]> {
  const names = key.join(', ');
  const from = `SELECT ${columns} FROM ${table}`;
  const order = `ORDER BY ${names} LIMIT ${size}`;
  const first = db.prepare(`${from} ${order}`);
  const next = db.prepare(`${from} WHERE (${names}) > (${key.map(() => '?').join(', ')}) ${order}`);
  let page = first.all() as Stored[]; // the columns above
  for (;;) {
    const last = page.at(-1);
    if (last) yield page;
    if (!last || page.length < size) return;
    const end = key.map((column) => last[column]);
    if (!isKey(end)) return; // no key of ours: whoever counts the rows finds it
    page = next.all(...end) as Stored[]; // the columns above
  }
}
