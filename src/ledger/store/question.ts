// Questions for a ledger's database, each written once for both. A question is a generator: it yields statements and
// is given their rows, at once by a file, later by a server. Values are $1, $2 and so on; a list is one value, as
// JSON.
export type Value = string | number | Uint8Array | ArrayBuffer | null | undefined;

/** A row of the database, by its columns. */
export type Raw = Readonly<Record<string, string | number | null>>;

/** What the databases write differently. */
export interface Dialect {
  /** A list of texts as the table `q`, in its column `value`. */
  readonly texts: (parameter: number) => string;
  /** A list of lists likewise: their values are `q.value ->> 0`, `q.value ->> 1`. */
  readonly lists: (parameter: number) => string;
  /** For each `q`, the rows `r` of a table that meet a condition. Uses an index even in a table without statistics. */
  readonly each: (list: string, table: string, condition: string, index?: string) => string;
  /** The rows of a query as one text, a JSON list of lists of these columns. */
  readonly collect: (columns: readonly string[], query: string) => string;
  /** Tells the planner of an index that it doesn't find by itself. */
  readonly by: (index: string) => string;
}

export interface Ask {
  readonly sql: string | ((dialect: Dialect) => string);
  readonly values: readonly Value[];
}

/** Statements that are yielded together are asked in one turn. */
export type Question<T> = Generator<readonly Ask[], T, readonly (readonly Raw[])[]>;

export function* ask(sql: Ask['sql'], ...values: readonly Value[]): Question<readonly Raw[]> {
  const [rows = []] = yield [{ sql, values }];
  return rows;
}

/** By a database in this process. */
export function answerAtOnce<T>(question: Question<T>, rowsOf: (ask: Ask) => readonly Raw[]): T {
  let step = question.next([]);
  while (step.done !== true) step = question.next(step.value.map(rowsOf));
  return step.value;
}

/** By a server. */
export async function answer<T>(
  question: Question<T>,
  rowsOf: (asks: readonly Ask[]) => Promise<readonly (readonly Raw[])[]>,
): Promise<T> {
  let step = question.next([]);
  while (step.done !== true) step = question.next(await rowsOf(step.value));
  return step.value;
}

export const json = (list: readonly unknown[]): string => JSON.stringify(list);

/** Anything else is an empty text. */
export const asText = (value: Value): string => (typeof value === 'string' ? value : '');

export const textOrNull = (value: Value): string | null => (typeof value === 'string' ? value : null);
export const numberOrNull = (value: Value): number | null => (typeof value === 'number' ? value : null);

/** Anything else is -1, which no number of the ledger is. */
export const asNumber = (value: Value): number => (typeof value === 'number' ? value : -1);
