// The tables of what was paid before, read and written as they stand: no rule in here. What is not written yet is kept over
// them in memory, so that whoever only looks sees the same as whoever writes.
import { AT_LEAST, LOOK_BACK, median } from '../../history.ts';
import { habitRecord, payeeRecord } from '../../history-summary.ts';
import type { Known } from '../../summary-records.ts';
import type { Changes } from '../../store/changes.ts';
import type { Connection } from '../connection.ts';

/** What each payment adds, newest last: the entry that made it, with an amount or an account. */
export type Recent = readonly (readonly [entry: number, value: string])[];

export interface FileSum {
  readonly total: string;
  readonly entry: number;
}

export interface HabitFigures {
  readonly account: string;
  readonly currency: string;
  /** Empty for too few. */
  readonly median: string;
  readonly of: number;
  readonly entry: number;
  readonly first: number;
}

type Key = readonly string[];

/** Some more than are looked at: a few may be taken back. */
const KEPT = 30;

export class HistoryTables {
  readonly #db: Connection;
  readonly #environment: number;
  readonly #habits = new Map<string, Recent>();
  readonly #payees = new Map<string, Recent>();
  readonly #files = new Map<string, FileSum>();
  /** Accounts that payees were last paid at, as it is written. */
  readonly #wasAt = new Map<string, string>();

  readonly #one;

  constructor(db: Connection, environment: number) {
    this.#db = db;
    this.#environment = environment;
    // Prepared once: a statement for each payment is memory that only the collector gives back, hundreds of megabytes later.
    this.#one = {
      habit: db.prepare('SELECT recent FROM habits WHERE environment = ? AND account = ? AND currency = ?'),
      payee: db.prepare('SELECT recent FROM payees WHERE environment = ? AND payee = ?'),
      file: db.prepare(
        'SELECT total, entry FROM file_totals WHERE environment = ? AND currency = ? AND batch = ?',
      ),
    };
  }

  habit(account: string, currency: string): Recent {
    const over = this.#habits.get(nameOf([account, currency]));
    if (over) return over;
    const raw = this.#one.habit.get(this.#environment, account, currency) as { recent: string } | undefined; // one column
    return raw ? recentOf(raw.recent) : [];
  }

  setHabit(account: string, currency: string, recent: Recent): void {
    this.#habits.set(nameOf([account, currency]), recent.slice(-KEPT));
  }

  payee(name: string): Recent {
    const over = this.#payees.get(name);
    if (over) return over;
    const raw = this.#one.payee.get(this.#environment, name) as { recent: string } | undefined; // one column
    const recent = raw ? recentOf(raw.recent) : [];
    const last = recent.at(-1);
    if (last) this.#wasAt.set(name, last[1]);
    return recent;
  }

  /** Whether something is not written yet. */
  get isPending(): boolean {
    return this.#habits.size + this.#payees.size > 0;
  }

  setPayee(name: string, recent: Recent): void {
    this.#payees.set(name, recent.slice(-KEPT));
  }

  file(currency: string, batch: string): FileSum | undefined {
    const over = this.#files.get(nameOf([currency, batch]));
    if (over) return over;
    return this.#one.file.get(this.#environment, currency, batch) as FileSum | undefined; // its columns
  }

  setFile(currency: string, batch: string, sum: FileSum): void {
    this.#files.set(nameOf([currency, batch]), sum);
  }

  /** Accounts with what each got, in each currency. */
  habitsOf(accounts: readonly string[]): HabitFigures[] {
    const stored = this.#texts(
      `SELECT group_concat(account || ?3 || currency || ?3 || median || ?3 || looked_at || ?3 || entry || ?3 || json_extract(recent, '$[0][0]'), ?4) AS found FROM habits
       WHERE environment = ?1 AND account IN (SELECT value FROM json_each(?2)) AND entry > 0`,
      accounts,
    ).map(([account = '', currency = '', usual = '', of = '', entry = '', first = '']): HabitFigures => {
      return { account, currency, median: usual, of: Number(of), entry: Number(entry), first: Number(first) };
    });
    if (this.#habits.size === 0) return stored;
    const wanted = new Set(accounts);
    const over = [...this.#habits].flatMap(([name, recent]) => {
      const [account = '', currency = ''] = keyOf(name);
      return wanted.has(account) && recent.length > 0 ? [{ account, currency, ...figuresOf(recent) }] : [];
    });
    const known = stored.filter(({ account, currency }) => !this.#habits.has(nameOf([account, currency])));
    return [...known, ...over];
  }

  payeesOf(names: readonly string[]): Map<string, { account: string; entry: number }> {
    const stored = this.#texts(
      `SELECT group_concat(payee || ?3 || account || ?3 || entry, ?4) AS found FROM payees
       WHERE environment = ?1 AND payee IN (SELECT value FROM json_each(?2)) AND entry > 0`,
      names,
    );
    const found = new Map(
      stored.map(([payee = '', account = '', entry = '']) => [payee, { account, entry: Number(entry) }]),
    );
    for (const name of this.#payees.size === 0 ? [] : names) {
      const over = this.#payees.get(name);
      if (!over) continue;
      const [entry, account] = over.at(-1) ?? [0, ''];
      if (entry === 0) found.delete(name);
      else found.set(name, { account, entry });
    }
    return found;
  }

  /** Many rows as one text: libsql takes four times as long to hand each over as to find it. */
  #texts(sql: string, wanted: readonly string[]): string[][] {
    const { found } = this.#db
      .prepare(sql)
      .get(this.#environment, JSON.stringify(wanted), BETWEEN, BEHIND) as { found: string | null }; // one column
    return found === null ? [] : found.split(BEHIND).map((text) => text.split(BETWEEN));
  }

  /** Newest first. */
  filesOf(currency: string, except: readonly string[]): FileSum[] {
    const left = (batch: string): boolean => !except.includes(batch);
    const stored = this.#db
      .prepare(
        `SELECT batch, total, entry FROM file_totals INDEXED BY file_totals_latest
         WHERE environment = ? AND currency = ? AND entry > 0 ORDER BY entry DESC LIMIT ?`,
      )
      .all(this.#environment, currency, LOOK_BACK + except.length + this.#files.size) as (FileSum & {
      batch: string;
    })[]; // its columns
    const known = stored.filter(({ batch }) => left(batch) && !this.#files.has(nameOf([currency, batch])));
    const over = [...this.#files].flatMap(([name, sum]) => {
      const [of, batch = ''] = keyOf(name);
      return of === currency && left(batch) && sum.entry > 0 ? [sum] : [];
    });
    return [...known, ...over].sort((a, b) => b.entry - a.entry).slice(0, LOOK_BACK);
  }

  /** What was set, among what a transaction writes. What has changed in the summary. */
  flush(changes: Pick<Changes, 'told'>): Known[] {
    const changed: Known[] = [];
    const environment = this.#environment;
    for (const [name, recent] of this.#habits) {
      const [account = '', currency = ''] = keyOf(name);
      const { median: usual, of, entry } = figuresOf(recent);
      const values = { environment, account, currency, median: usual, looked_at: of, entry };
      changes.told('habits', { ...values, recent: JSON.stringify(recent) });
      changed.push(habitRecord(account, currency, entry === 0 ? undefined : usual));
    }
    for (const [payee, recent] of this.#payees) {
      const [entry, account] = recent.at(-1) ?? [0, ''];
      changes.told('payees', { environment, payee, account, entry, recent: JSON.stringify(recent) });
      const before = this.#wasAt.get(payee);
      if (before !== undefined && before !== account) changed.push(payeeRecord(payee, before, false));
      if (entry > 0) changed.push(payeeRecord(payee, account, true));
    }
    for (const [name, { total, entry }] of this.#files) {
      const [currency = '', batch = ''] = keyOf(name);
      changes.told('file_totals', { environment, currency, batch, total, entry });
    }
    for (const map of [this.#habits, this.#payees, this.#files, this.#wasAt]) map.clear();
    return changed;
  }
}

/** In no account, payee or currency: control characters in them are refused before anything is sent. */
const BETWEEN = '\u001f';
const BEHIND = '\u001e';

const nameOf = (key: Key): string => key.join('\0');
const keyOf = (name: string): Key => name.split('\0');
const recentOf = (json: string): Recent => JSON.parse(json) as Recent; // as flush() wrote it

function figuresOf(recent: Recent): Omit<HabitFigures, 'account' | 'currency'> {
  const amounts = recent.slice(-LOOK_BACK).map(([, amount]) => amount);
  const [entry] = recent.at(-1) ?? [0];
  const [first] = recent[0] ?? [0];
  return { median: amounts.length < AT_LEAST ? '' : median(amounts), of: amounts.length, entry, first };
}
