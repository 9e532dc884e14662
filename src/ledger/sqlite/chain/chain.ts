// The hash chain of what the ledger holds. Each transaction that changes something ends with one link: for each entry and
// each row that it wrote a line with its digest, and a head over the link before and these lines. It is written in the same
// transaction, so that nothing is there that no link tells of (verify.ts). It decides nothing.
import { sha256 } from '../../keys.ts';
import { refuseMoved } from '../../moved.ts';
import { COVERED, type CoveredTable, LINK } from '../../store/tables.ts';
import { NO_TIP, type Tip } from '../../tip.ts';
import { type Connection, transaction } from '../connection.ts';
import { readMove } from '../moves.ts';
import { digest, genesis, headOf, type Value } from './record.ts';

const LAST = 'SELECT number AS link, sequence, head FROM links ORDER BY number DESC LIMIT 1';

/** Where the chain ends now. */
export function readTip(db: Connection): Tip {
  const last = db.prepare(LAST).get() as Tip | undefined; // the columns above
  return last
    ? { link: last.link, sequence: last.sequence, head: last.head }
    : { ...NO_TIP, head: start(db) };
}

/** The head of a link, or of the beginning (0); `undefined` for a link that isn't there. */
export function headAt(db: Connection, number: number): string | undefined {
  if (number === 0) return start(db);
  const link = db.prepare('SELECT head FROM links WHERE number = ?').get(number) as
    { head: string } | undefined; // one column
  return link?.head;
}

/** Whether a link of this height has this head. Links are looked for by their number: heights only go up with it. */
export function hadTip(db: Connection, { sequence, head }: Pick<Tip, 'sequence' | 'head'>): boolean {
  const at = db.prepare('SELECT sequence FROM links WHERE number = ?');
  const heightAt = (number: number): number =>
    (at.get(number) as { sequence: number } | undefined)?.sequence ?? 0; // one column
  const { link: last } = readTip(db);
  let [low, high] = [0, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (heightAt(middle) < sequence) low = middle + 1;
    else high = middle;
  }
  for (let number = low; number <= last && heightAt(number) === sequence; number++) {
    if (headAt(db, number) === head) return true;
  }
  return false;
}

function start(db: Connection): string {
  const meta = db.prepare('SELECT ledger_id, created_at FROM meta').get() as {
    ledger_id: string;
    created_at: number;
  }; // one row by the schema
  return genesis(meta.ledger_id, meta.created_at);
}

/** What tells the chain of writes, inside its transaction. */
export interface Links {
  /** Of the link that is being made. */
  readonly number: number;
  /** The number that the next entry has. */
  readonly nextEntry: number;
  /** All entries after this one were written here: nobody else has written since. */
  readonly ownAfter: number;
  /** An entry, by its values; `identity`: of the row that it takes, where it takes one. */
  entry(values: readonly Value[], identity: readonly Value[] | null): void;
  /** A row of a table, by its values: written with the link's number. */
  told(table: CoveredTable, key: readonly (string | number)[], values: readonly Value[]): void;
  /** A row of a table that was added, changed or deleted in any way: it is read again when the link is made. */
  changed(table: CoveredTable, ...key: readonly (string | number)[]): void;
}

export class Chain implements Links {
  readonly #db: Connection;
  readonly #now: () => number;
  readonly #last;
  readonly #insert;
  readonly #arriving: boolean;
  #before: Tip = NO_TIP;
  #entries: string[] = [];
  readonly #rows = new Map<string, string>();
  readonly #changed = new Map<string, { table: CoveredTable; key: readonly (string | number)[] }>();
  #tip: Tip = NO_TIP;
  ownAfter = Infinity;

  /** `arriving`: also in a ledger that is being moved (ledger/copy). */
  constructor(db: Connection, now: () => number, { arriving = false } = {}) {
    this.#db = db;
    this.#now = now;
    this.#arriving = arriving;
    this.#last = db.prepare(LAST);
    this.#insert = db.prepare(
      'INSERT INTO links (number, at, sequence, records, head) VALUES (?, ?, ?, ?, ?)',
    );
  }

  /** Where the chain ended after the last transaction here. */
  get tip(): Tip {
    return this.#tip;
  }

  get number(): number {
    return this.#before.link + 1;
  }

  get nextEntry(): number {
    return this.#before.sequence + this.#entries.length + 1;
  }

  /** Runs `work` in a transaction of its own, and chains what it tells of. */
  transaction<T>(work: () => T): T {
    let after = this.#tip;
    const result = transaction(this.#db, () => {
      this.begin();
      const done = work();
      after = this.seal();
      return done;
    });
    this.#tip = after;
    return result;
  }

  entry(values: readonly Value[], identity: readonly Value[] | null): void {
    const line = `${this.nextEntry} ${digest('entries', values)}`;
    this.#entries.push(identity === null ? line : `${line} ${digest('identity', identity)}`);
  }

  told(table: CoveredTable, key: readonly (string | number)[], values: readonly Value[]): void {
    const name = JSON.stringify(key);
    this.#rows.set(`${table}${name}`, `${table} ${digest(table, values)} ${name}`);
  }

  changed(table: CoveredTable, ...key: readonly (string | number)[]): void {
    this.#changed.set(`${table}${JSON.stringify(key)}`, { table, key });
  }

  /** Looks where the chain ends, in a transaction that has begun. */
  begin(): void {
    this.#entries = [];
    this.#rows.clear();
    this.#changed.clear();
    const last = this.#last.get() as Tip | undefined; // the columns of LAST
    this.#before = last ?? { ...NO_TIP, head: start(this.#db) };
    if (this.#before.head === this.#tip.head) return;
    this.ownAfter = this.#before.sequence;
    // Somebody else has written since: perhaps that the ledger is elsewhere from now on.
    if (!this.#arriving) refuseMoved(readMove(this.#db));
  }

  /** The link of what was told since, where anything was. */
  seal(): Tip {
    for (const { table, key } of this.#changed.values()) this.#tellAgain(table, key);
    const { link, sequence, head } = this.#before;
    if (this.#entries.length === 0 && this.#rows.size === 0) return { link, sequence, head };
    return this.write([...this.#entries, ...this.#rows.values()].join('\n'), this.nextEntry - 1);
  }

  /** One link more: for whoever makes its lines otherwise. `sequence`: the highest entry's number with it. */
  write(lines: string, sequence: number): Tip {
    const [number, at] = [this.number, this.#now()];
    const head = headOf(this.#before.head, { number, at, sequence, records: sha256(lines) });
    this.#insert.run(number, at, sequence, lines, head);
    this.#before = { link: number, sequence, head };
    return this.#before;
  }

  #tellAgain(table: CoveredTable, key: readonly (string | number)[]): void {
    const where = COVERED[table].key.map((column) => `${column} = ?`).join(' AND ');
    this.#db.prepare(`UPDATE ${table} SET ${LINK} = ? WHERE ${where}`).run(this.number, ...key);
    const row = this.#db.prepare(`SELECT * FROM ${table} WHERE ${where}`).get(...key) as
      Record<string, Value> | undefined; // the whole table row
    if (row)
      this.told(
        table,
        key,
        COVERED[table].columns.map((column) => row[column]),
      );
    else this.#rows.set(`${table}${JSON.stringify(key)}`, `${table} - ${JSON.stringify(key)}`);
  }
}
