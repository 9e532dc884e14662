// The summary of what was paid before, as it is stored: a first part with all of it, and one more for each step that changed it,
// which are put into the first once they weigh something. A ledger without a first part (of an earlier version, or a copy) has its
// tables asked, until the next run makes one of them.
import { habitRecord, payeeRecord, Summary } from '../../history-summary.ts';
import { bytesOf, type Known, merged, packed, RECORD_BYTES } from '../../summary-records.ts';
import type { Connection } from '../connection.ts';

/** Changes up to here, or to a quarter of all, are left in parts of their own. */
const LOOSE_BYTES = 64 * 1024;

const AT_ONCE = 2_000;

interface Part {
  readonly part: number;
  readonly data: Uint8Array | ArrayBuffer;
}

export class Summaries {
  readonly #db: Connection;
  readonly #environment: number;

  constructor(db: Connection, environment: number) {
    this.#db = db;
    this.#environment = environment;
  }

  /** `undefined` where there is none. */
  read(): Summary | undefined {
    const parts = this.parts();
    return parts.length === 0 ? undefined : new Summary(merged(parts));
  }

  /** In their order; none where the first is missing. */
  parts(): Uint8Array[] {
    const stored = this.#db
      .prepare('SELECT part, data FROM summaries WHERE environment = ? ORDER BY part')
      .all(this.#environment) as Part[]; // its columns
    return stored[0]?.part === 0 ? stored.map(({ data }) => new Uint8Array(data)) : [];
  }

  exists(): boolean {
    const sql = 'SELECT 1 FROM summaries WHERE environment = ? AND part = 0';
    return this.#db.prepare(sql).get(this.#environment) !== undefined;
  }

  /** Inside a transaction. */
  add(records: readonly Known[]): void {
    if (records.length === 0) return;
    const last = this.#db
      .prepare('SELECT max(part) AS part FROM summaries WHERE environment = ?')
      .get(this.#environment) as { part: number }; // one column
    this.#put(last.part + 1, packed(records));
  }

  /** Puts the parts together where that is worth it, inside a transaction. */
  tidy(): void {
    const { base, loose } = this.#db
      .prepare(
        `SELECT coalesce(sum(length(data)) FILTER (WHERE part = 0), 0) AS base,
           coalesce(sum(length(data)) FILTER (WHERE part > 0), 0) AS loose FROM summaries WHERE environment = ?`,
      )
      .get(this.#environment) as { base: number; loose: number }; // the columns above
    if (loose <= Math.max(LOOSE_BYTES, base / 4)) return;
    const whole = bytesOf(merged(this.parts()));
    this.#clear();
    this.#put(0, whole);
  }

  /** Makes it anew of the tables, inside a transaction. */
  rebuild(): void {
    this.#clear();
    this.#put(0, this.#anew());
  }

  /** Whether its parts come to what the tables say. */
  isWhole(): boolean {
    const parts = this.parts();
    const isEven = parts.every(({ length }) => length % RECORD_BYTES === 0);
    return isEven && bytesOf(merged(parts)).equals(this.#anew());
  }

  #anew(): Buffer {
    return bytesOf(merged([new Uint8Array(0), packed(this.#fromTables())]));
  }

  *#fromTables(): Generator<Known> {
    for (const [account, currency, median] of this.#pages('habits', ['account', 'currency'], ['median']))
      yield habitRecord(account ?? '', currency ?? '', median);
    for (const [payee, account] of this.#pages('payees', ['payee'], ['account']))
      yield payeeRecord(payee ?? '', account ?? '', true);
  }

  /** Many rows as one text: libsql takes four times as long to hand each over as to find it. */
  *#pages(table: string, key: readonly string[], more: readonly string[]): Generator<string[]> {
    const columns = [...key, ...more].join(` || char(31) || `);
    const page = this.#db.prepare(
      `SELECT group_concat(found, char(30)) AS found FROM (SELECT ${columns} AS found FROM ${table}
       WHERE environment = ? AND entry > 0 AND (${key.join(', ')}) > (${key.map(() => '?').join(', ')})
       ORDER BY ${key.join(', ')} LIMIT ${AT_ONCE})`,
    );
    for (let after = key.map(() => ''); ;) {
      const { found } = page.get(this.#environment, ...after) as { found: string | null }; // one column
      if (found === null) return;
      const rows = found.split('\u001e').map((text) => text.split('\u001f'));
      yield* rows;
      after = (rows.at(-1) ?? []).slice(0, key.length);
    }
  }

  #clear(): void {
    this.#db.prepare('DELETE FROM summaries WHERE environment = ?').run(this.#environment);
  }

  #put(part: number, data: Buffer): void {
    this.#db.prepare('INSERT INTO summaries VALUES (?, ?, ?)').run(this.#environment, part, data);
  }
}
