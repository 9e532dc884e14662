// What was paid before, on SQLite. A run that ends takes in what it has paid, so that a payment's own way stays free of it;
// what a run left behind that was killed is taken in by the next. Whoever only looks folds the rest in memory.
import type { FileTotal, Habit, LastPaid, Nameless } from '../../history.ts';
import type { Summary } from '../../history-summary.ts';
import type { Changes } from '../../store/changes.ts';
import type { Connection } from '../connection.ts';
import { HistoryFold } from './fold.ts';
import { Summaries } from './summaries.ts';

/** Entries that are taken in at once: others may write in between. */
const STEP = 4_000;

export class SqliteHistory {
  readonly #db: Connection;
  readonly #environment: number;
  #fold: HistoryFold;
  /** The last entry that `#fold` has seen. */
  #seen: number;
  /** As it was when it was asked for first; `null` for none. */
  #summary: Summary | null | undefined;

  constructor(db: Connection, environment: number) {
    this.#db = db;
    this.#environment = environment;
    this.#fold = new HistoryFold(db);
    this.#seen = -1;
  }

  /** Takes in some more entries and writes them, inside a transaction. False when nothing was left, and the summary is made. */
  step(changes: Changes): boolean {
    this.#fold = new HistoryFold(this.#db);
    this.#seen = -1;
    this.#summary = undefined;
    const from = this.#written();
    const height = this.#height();
    if (from >= height) {
      this.#summarize();
      return false;
    }
    const upTo = Math.min(from + STEP, height);
    const fold = new HistoryFold(this.#db);
    fold.take(from, upTo);
    for (const [environment, changed] of fold.flush(changes)) {
      const summaries = new Summaries(this.#db, environment);
      if (summaries.exists()) summaries.add(changed);
    }
    changes.told('history_mark', { one: 1, entry: upTo });
    return true;
  }

  #summarize(): void {
    const summaries = new Summaries(this.#db, this.#environment);
    if (summaries.exists()) summaries.tidy();
    else summaries.rebuild();
  }

  summary(): Summary | undefined {
    if (this.#tables().isPending) return undefined;
    if (this.#summary === undefined)
      this.#summary = new Summaries(this.#db, this.#environment).read() ?? null;
    return this.#summary ?? undefined;
  }

  habits(accounts: readonly string[]): Map<string, Habit[]> {
    const found = new Map<string, Habit[]>();
    for (const { median, ...habit } of this.#tables().habitsOf(accounts)) {
      const one = { ...habit, median: median === '' ? null : median };
      const known = found.get(habit.account);
      if (known) known.push(one);
      else found.set(habit.account, [one]);
    }
    return found;
  }

  lastPaid(payees: readonly string[]): Map<string, LastPaid> {
    return this.#tables().payeesOf(payees);
  }

  /** As it was written last. */
  namelessAccounts(): Nameless {
    const own = `environment = ?1 AND account <> '' AND entry > 0`;
    // Nearly always each account is some payee's last one: then nobody's earlier ones need to be read, which takes seven times as long.
    const some = `SELECT 1 FROM habits WHERE ${own} AND account NOT IN (SELECT account FROM payees WHERE environment = ?1) LIMIT 1`;
    if (this.#db.prepare(some).get(this.#environment) === undefined)
      return { accounts: 0, last: 0, lastNamed: 0 };
    const named = `SELECT json_extract(one.value, '$[1]') FROM payees, json_each(payees.recent) AS one WHERE environment = ?1`;
    const found = this.#db
      .prepare(
        `SELECT count(DISTINCT account) AS accounts, coalesce(max(entry), 0) AS last,
                (SELECT coalesce(max(entry), 0) FROM habits WHERE ${own} AND account IN (${named})) AS lastNamed
         FROM habits WHERE ${own} AND account NOT IN (${named})`,
      )
      .get(this.#environment); // its columns
    return found as Nameless;
  }

  fileTotals(currency: string, except: readonly string[]): FileTotal[] {
    return this.#tables()
      .filesOf(currency, except)
      .map(({ total, entry }) => ({ total, runId: this.placeOf(entry).runId }));
  }

  placeOf(entry: number): { runId: string; line: number } {
    const found = this.#db.prepare('SELECT run_id AS runId, line FROM entries WHERE seq = ?').get(entry) as
      { runId: string; line: number } | undefined; // its columns
    return { runId: found?.runId ?? '', line: found?.line ?? 0 };
  }

  /** With what has come since it was written. */
  #tables() {
    if (this.#seen === -1) this.#seen = this.#written();
    const height = this.#height();
    if (height > this.#seen) this.#fold.take(this.#seen, height);
    this.#seen = Math.max(this.#seen, height);
    return this.#fold.tablesOf(this.#environment);
  }

  #written(): number {
    return (this.#db.prepare('SELECT entry FROM history_mark').get() as { entry: number }).entry; // one row by the schema
  }

  #height(): number {
    return (this.#db.prepare('SELECT coalesce(max(seq), 0) AS top FROM entries').get() as { top: number })
      .top; // one column
  }
}
