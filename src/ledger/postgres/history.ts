// What was paid before, on Postgres. Its tables are written by the one fold that every store has (sqlite/history), over a
// database in memory that holds just what the fold looks at.
import type { PaymentHistory } from '../history.ts';
import type { FileTotal, Habit, LastPaid, Nameless } from '../history.ts';
import { foldedPayee } from '../history.ts';
import type { Connection } from '../sqlite/connection.ts';
import { destinationOf, HistoryFold } from '../sqlite/history/fold.ts';
import { SqliteHistory } from '../sqlite/history/history.ts';
import { scratch as newScratch } from '../sqlite/schema.ts';
import type { Connections, Row, Session } from './connections.ts';
import { insertInto } from './scratch.ts';
import type { Tx } from './transactions.ts';

/** Entries that are taken in at once: others may write in between. */
const STEP = 4_000;

const PAYMENTS = `type IN ('created', 'resolved_created', 'corrected_created', 'corrected_not_created') AND substr(key, 1, 8) = 'payouts:'`;

type Query = Session['query'];

/** Whose history is asked for, besides those that the entries speak of. */
interface Asked {
  readonly accounts: readonly string[];
  readonly payees: readonly string[];
  readonly files: boolean;
}

const NOBODY: Asked = { accounts: [], payees: [], files: false };

export class PostgresHistory {
  readonly #db: Connections;
  readonly #environment: number;

  constructor(db: Connections, environment: number) {
    this.#db = db;
    this.#environment = environment;
  }

  /** As a ledger offers it, which brings it up to date in steps: whoever else writes gets in between. */
  written(write: (work: (tx: Tx) => Promise<boolean>) => Promise<boolean>): PaymentHistory {
    return {
      catchUp: async () => {
        while (await write((tx) => this.step(tx)));
      },
      summary: () => Promise.resolve(undefined),
      habits: (accounts) => this.habits(accounts),
      lastPaid: (payees) => this.lastPaid(payees),
      namelessAccounts: () => this.namelessAccounts(),
      fileTotals: (currency, except) => this.fileTotals(currency, except),
      placeOf: (entry) => this.placeOf(entry),
    };
  }

  /** Takes in some more entries and writes them, inside a transaction. False when there is nothing left. */
  async step(tx: Tx): Promise<boolean> {
    const from = await writtenUpTo(tx.query);
    const height = tx.before.sequence;
    if (from >= height) return false;
    const upTo = Math.min(from + STEP, height);
    const scratch = await fetched(tx.query, from, upTo, NOBODY);
    try {
      const { changes } = tx;
      const fold = new HistoryFold(scratch);
      fold.take(from, upTo);
      fold.flush(changes);
      changes.told('history_mark', { one: 1, entry: upTo });
    } finally {
      scratch.close();
    }
    return upTo < height;
  }

  habits(accounts: readonly string[]): Promise<ReadonlyMap<string, readonly Habit[]>> {
    return this.#ask({ ...NOBODY, accounts }, (history) => history.habits(accounts));
  }

  lastPaid(payees: readonly string[]): Promise<ReadonlyMap<string, LastPaid>> {
    return this.#ask({ ...NOBODY, payees }, (history) => history.lastPaid(payees));
  }

  /** As it was written last. */
  async namelessAccounts(): Promise<Nameless> {
    const own = `environment = $1 AND account <> '' AND entry > 0`;
    const named = `SELECT one ->> 1 FROM payees, jsonb_array_elements(recent::jsonb) AS one WHERE environment = $1`;
    const [found] = await this.#db.query<{ accounts: number; last: string; last_named: string }>(
      `SELECT count(DISTINCT account)::int AS accounts, coalesce(max(entry), 0) AS last,
              (SELECT coalesce(max(entry), 0) FROM habits WHERE ${own} AND account IN (${named})) AS last_named
       FROM habits WHERE ${own} AND account NOT IN (${named})`,
      [this.#environment],
    );
    return {
      accounts: found?.accounts ?? 0,
      last: Number(found?.last ?? 0),
      lastNamed: Number(found?.last_named ?? 0),
    };
  }

  fileTotals(currency: string, except: readonly string[]): Promise<readonly FileTotal[]> {
    return this.#ask({ ...NOBODY, files: true }, (history) => history.fileTotals(currency, except));
  }

  async placeOf(entry: number): Promise<{ readonly runId: string; readonly line: number }> {
    const [found] = await this.#db.query<{ run_id: string; line: number }>(
      'SELECT run_id, line FROM entries WHERE seq = $1',
      [entry],
    );
    return { runId: found?.run_id ?? '', line: found?.line ?? 0 };
  }

  /** With what has come since the tables were written, which is folded for this question alone. */
  async #ask<T>(asked: Asked, answer: (history: SqliteHistory) => T): Promise<T> {
    const scratch = await this.#db.steady(async (session) => {
      const query: Query = (text, values) => session.query(text, values);
      const [height] = await query<{ top: number }>('SELECT coalesce(max(seq), 0) AS top FROM entries');
      const from = await writtenUpTo(query);
      return fetched(query, from, height?.top ?? 0, asked);
    });
    try {
      return answer(new SqliteHistory(scratch, this.#environment));
    } finally {
      scratch.close();
    }
  }
}

async function writtenUpTo(query: Query): Promise<number> {
  const [mark] = await query<{ entry: number }>('SELECT entry FROM history_mark');
  return mark?.entry ?? 0;
}

/** The tables of a ledger, with payments from `from` to `upTo` and what is known of whom they speak of. */
async function fetched(query: Query, from: number, upTo: number, asked: Asked): Promise<Connection> {
  const entries = await query<Row>(
    `SELECT * FROM entries WHERE seq <= $2 AND (environment, key) IN
       (SELECT environment, key FROM entries WHERE seq > $1 AND seq <= $2 AND ${PAYMENTS})`,
    [from, upTo],
  );
  const accounts = [...asked.accounts];
  const payees = [...asked.payees];
  for (const { body, data } of entries) {
    if (typeof body !== 'string') continue;
    accounts.push(destinationOf(body)?.account ?? '');
    const { payee } = JSON.parse(String(data)) as { payee?: string }; // as the intent's entry has it
    payees.push(foldedPayee(payee ?? ''));
  }
  const scratch = newScratch();
  scratch.prepare('INSERT INTO history_mark (one, entry) VALUES (1, ?)').run(from);
  insertInto(scratch, 'entries', entries);
  insertInto(scratch, 'habits', await query<Row>('SELECT * FROM habits WHERE account = ANY($1)', [accounts]));
  insertInto(scratch, 'payees', await query<Row>('SELECT * FROM payees WHERE payee = ANY($1)', [payees]));
  if (entries.length > 0) {
    const runs = [...new Set(entries.map(({ run_id: id }) => id))];
    insertInto(scratch, 'runs', await query<Row>('SELECT * FROM runs WHERE id = ANY($1)', [runs]));
    insertInto(scratch, 'batches', await query<Row>('SELECT * FROM batches'));
  }
  if (entries.length > 0 || asked.files) {
    const totals = await query<Row>('SELECT * FROM file_totals');
    insertInto(scratch, 'file_totals', totals);
    insertInto(scratch, 'entries', await lastEntriesOf(query, totals));
  }
  return scratch;
}

/** By them a file's total names its run. */
const lastEntriesOf = (query: Query, totals: readonly Row[]): Promise<Row[]> =>
  query<Row>(`SELECT * FROM entries WHERE seq = ANY($1)`, [totals.map(({ entry }) => entry)]);
