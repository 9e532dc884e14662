// Questions for a ledger's database, each written once for both databases. A question is a generator: it yields
// statements and receives their rows, at once from a file, later from a server. Values are $1, $2 and so on. A list is
// one value, as JSON.
export type SqlValue = string | number | Uint8Array | ArrayBuffer | null | undefined;

/** A row of the database, by its columns. */
export type RawRow = Readonly<Record<string, string | number | null>>;

/** SQL that differs between the databases. */
export interface Dialect {
  /** A list of texts as the table `q`, in its column `value`. */
  readonly texts: (parameter: number) => string;
  /** A list of lists likewise: their values are `q.value ->> 0`, `q.value ->> 1`. */
  readonly lists: (parameter: number) => string;
  /** For each `q`, the rows `r` of a table that meet a condition. Uses an index even in a table without statistics. */
  readonly each: (list: string, table: string, condition: string, index?: string) => string;
  /** The rows of a query as one text, a JSON list of lists of these columns. */
  readonly collect: (columns: readonly string[], query: string) => string;
  /** Names an index that the planner doesn't find by itself. */
  readonly by: (index: string) => string;
}

export interface Ask {
  readonly sql: string | ((dialect: Dialect) => string);
  readonly values: readonly SqlValue[];
}

/** Statements that are yielded together are sent together. */
export type Question<T> = Generator<readonly Ask[], T, readonly (readonly RawRow[])[]>;

export function* ask(sql: Ask['sql'], ...values: readonly SqlValue[]): Question<readonly RawRow[]> {
  const [rows = []] = yield [{ sql, values }];
  return rows;
}

/** By a database in this process. */
export function answerAtOnce<T>(question: Question<T>, rowsOf: (ask: Ask) => readonly RawRow[]): T {
  let step = question.next([]);
  while (step.done !== true) step = question.next(step.value.map(rowsOf));
  return step.value;
}

/** By a server. */
export async function answer<T>(
  question: Question<T>,
  rowsOf: (asks: readonly Ask[]) => Promise<readonly (readonly RawRow[])[]>,
): Promise<T> {
  let step = question.next([]);
  while (step.done !== true) step = question.next(await rowsOf(step.value));
  return step.value;
}

export const json = (list: readonly unknown[]): string => JSON.stringify(list);

/** The empty text for any other value. */
export const asText = (value: SqlValue): string => (typeof value === 'string' ? value : '');

export const textOrNull = (value: SqlValue): string | null => (typeof value === 'string' ? value : null);
export const numberOrNull = (value: SqlValue): number | null => (typeof value === 'number' ? value : null);

/** -1 for any other value: the ledger has no negative numbers. */
export const asNumber = (value: SqlValue): number => (typeof value === 'number' ? value : -1);
