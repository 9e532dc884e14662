// What is asked of a ledger's database, whichever it is. A question is a generator: it yields statements, and is given their
// rows. One store answers at once, the other when its server has, so that each question is written once. Values are $1, $2 and
// so on; a list is one value, as JSON.
export type Value = string | number | Uint8Array | ArrayBuffer | null | undefined;

/** A row of the database, by its columns. Whoever reads one trusts what this program alone has written under the schema. */
export type Raw = Readonly<Record<string, string | number | null>>;

/** The few words that the databases have for the same thing. */
export interface Dialect {
  /** A list of texts as the table `q`, in its column `value`. */
  readonly texts: (parameter: number) => string;
  /** A list of lists likewise, or what a column holds: their values are `q.value ->> 0`, `q.value ->> 1`. */
  readonly lists: (parameter: number | string) => string;
  /** For each `q`, the rows `r` of a table that meet a condition. By an index, whatever the planner believes of the table. */
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

/** Of a question that may be asked in several turns, by a database that answers at once. */
export function answerAtOnce<T>(question: Question<T>, rowsOf: (ask: Ask) => readonly Raw[]): T {
  let step = question.next([]);
  while (step.done !== true) step = question.next(step.value.map(rowsOf));
  return step.value;
}

/** The same by a server. */
export async function answer<T>(
  question: Question<T>,
  rowsOf: (asks: readonly Ask[]) => Promise<readonly (readonly Raw[])[]>,
): Promise<T> {
  let step = question.next([]);
  while (step.done !== true) step = question.next(await rowsOf(step.value));
  return step.value;
}

export const json = (list: readonly unknown[]): string => JSON.stringify(list);

/** For people, and where a text is expected: what is none is an empty one. */
export const asText = (value: Value): string => (typeof value === 'string' ? value : '');

/** What is none is a number that nothing has. */
export const asNumber = (value: Value): number => (typeof value === 'number' ? value : -1);
