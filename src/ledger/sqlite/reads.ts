// What is read from the ledger, of one environment. Nothing here writes.
import { type PaidRecord, paidRecord } from '../paid.ts';
import type {
  BatchRecord,
  Doubt,
  LedgerEntry,
  RowRecord,
  RowStatus,
  RunKind,
  RunRow,
  RunRowRecord,
} from '../records.ts';
import { UNREPORTED } from '../resolution.ts';
import { resolvedFor } from '../resolution.ts';
import type { BodiesAsked, ForeignRow, RowBody, SentRow } from '../sent.ts';
import { AMOUNT, amountText, sentBody } from '../store/tables.ts';
import { bodiesSince } from './bodies.ts';
import type { Connection } from './connection.ts';
import { doubtsOf } from './doubts.ts';
import { lookedUp } from './folded.ts';
import { MAYBE_PAID } from './likes.ts';
import { type Raw, ROW_COLUMNS, toBatch, toEntry, toRow, toRunRow, toSent } from './rows.ts';
import { OPEN_ROWS } from './writes.ts';

/** A list as one parameter: SQLite unrolls it. */
const LISTED = 'IN (SELECT value FROM json_each(?))';

/** Rows of a run that are held at once. */
const PAGE = 2_000;

/** Of the last entries, and of when runs began and ended: a clock that was set back writes earlier times behind later ones. */
export const LATEST = `SELECT max(at) AS at FROM (SELECT at FROM (SELECT at FROM entries ORDER BY seq DESC LIMIT 2000) AS entry
  UNION ALL SELECT max(started_at) FROM runs UNION ALL SELECT max(finished_at) FROM runs) AS known`;

export class Reads {
  readonly db: Connection;
  readonly #environment: number;

  constructor(db: Connection, environment: number) {
    this.db = db;
    this.#environment = environment;
  }

  lookup(keys: readonly string[]): Map<string, RowRecord> {
    const found = this.#rows(`WHERE key ${LISTED}`, JSON.stringify(keys));
    return new Map(found.map((row) => [row.key, row]));
  }

  alike(fingerprints: readonly string[]): RowRecord[] {
    const like = [...new Set(fingerprints)].filter((fingerprint) => fingerprint !== '');
    // The second condition is what lets the partial index be used.
    return this.#rows(
      `INDEXED BY rows_fingerprint WHERE fingerprint ${LISTED} AND fingerprint <> '' AND state IN (${MAYBE_PAID})`,
      JSON.stringify(like),
    );
  }

  alikeElsewhere(fingerprints: readonly string[]): ForeignRow[] {
    const like = [...new Set(fingerprints)].filter((fingerprint) => fingerprint !== '');
    const found = this.db
      .prepare(
        `SELECT ${ROW_COLUMNS}, (SELECT name FROM environments WHERE id = rows.environment) AS environment_name
         FROM rows INDEXED BY rows_fingerprint
         WHERE environment IN (SELECT id FROM environments WHERE id <> ?) AND fingerprint ${LISTED}
           AND fingerprint <> '' AND state IN (${MAYBE_PAID})`,
      )
      .all(this.#environment, JSON.stringify(like)) as Raw[]; // the columns above
    return found.map((raw) => ({ ...toRow(raw), environment: String(raw.environment_name) }));
  }

  referencesLike(kind: RunKind, references: readonly string[]): RowRecord[] {
    const folded = new Set(references.map(lookedUp));
    return this.#rows(
      `INDEXED BY rows_reference WHERE folded IS NOT NULL AND kind = '${kind}' AND folded ${LISTED}
         AND state IN (${MAYBE_PAID})`,
      JSON.stringify([...folded]),
    );
  }

  knows(createdIds: readonly string[]): Set<string> {
    const found = this.db
      .prepare(
        `SELECT DISTINCT created_id FROM rows INDEXED BY rows_created WHERE environment = ? AND kind IN ('payouts', 'customers', 'trades')
           AND created_id ${LISTED}`,
      )
      .all(this.#environment, JSON.stringify(createdIds)) as { created_id: string }[]; // one column
    return new Set(found.map((row) => row.created_id));
  }

  named(createdIds: readonly string[]): Set<string> {
    const found = this.db
      .prepare(
        `SELECT DISTINCT json_extract(data, '$.createdId') AS id FROM entries
         WHERE environment = ? AND type IN ('resolved_created', 'corrected_created') AND id ${LISTED}`,
      )
      .all(this.#environment, JSON.stringify(createdIds)) as { id: string }[]; // one column
    return new Set(found.map(({ id }) => id));
  }

  heldByOthers(runId: string, keys: readonly { key: string; hash: bigint }[]): Map<string, string> {
    const statement = this.db.prepare(
      'SELECT run_id FROM claims WHERE environment = ? AND hash = ? AND run_id <> ?',
    );
    const held = new Map<string, string>();
    for (const { key, hash } of keys) {
      const row = statement.get(this.#environment, hash, runId) as { run_id: string } | undefined; // one column
      if (row) held.set(key, row.run_id);
    }
    return held;
  }

  paid(keys: readonly string[]): Map<string, PaidRecord> {
    const created = this.#rows(`WHERE key ${LISTED} AND state = 'created'`, JSON.stringify(keys));
    const paid = new Map<string, PaidRecord>();
    for (const [key, entries] of this.entriesOf(created.map((row) => row.key))) {
      const record = paidRecord(key, entries);
      if (record) paid.set(key, record);
    }
    return paid;
  }

  entries(key: string): LedgerEntry[] {
    return this.entriesOf([key]).get(key) ?? [];
  }

  lastEntryAt(): Date | null {
    const { at } = this.db.prepare(LATEST).get() as { at: number | null }; // one column
    return at === null ? null : new Date(at);
  }

  runsOfFile(kind: RunKind, fileHash: string): string[] {
    const found = this.db
      .prepare('SELECT id FROM runs WHERE environment = ? AND kind = ? AND file_hash = ? ORDER BY begun DESC')
      .all(this.#environment, kind, fileHash) as { id: string }[]; // one column
    return found.map(({ id }) => id);
  }

  batch(kind: RunKind, id: string): BatchRecord | undefined {
    const raw = this.db
      .prepare('SELECT * FROM batches WHERE environment = ? AND kind = ? AND id = ?')
      .get(this.#environment, kind, id) as Raw | undefined; // the whole table row
    return raw && toBatch(raw);
  }

  /** The rows of a run in file order; an intent without an outcome is under way, or in doubt if the run is dead. */
  *runRowPages(id: string, alive: boolean, only?: readonly RowStatus[]): Generator<RunRowRecord[]> {
    const message = alive ? 'under way' : UNREPORTED;
    const under = this.#underWay(id, message);
    const told = this.#toldAmong(id, [...under.keys()]);
    const untold = [...under.values()]
      .filter(({ key }) => !told.has(key ?? ''))
      .sort((a, b) => a.sequence - b.sequence);
    const page = this.db.prepare(
      `SELECT * FROM run_rows WHERE run_id = ?1 AND sequence > ?2 AND (?3 IS NULL OR status IN (SELECT value FROM json_each(?3))) ORDER BY sequence LIMIT ${PAGE}`,
    );
    for (let last = -1, ended = false; !ended;) {
      const raws = page.all(id, last, only ? JSON.stringify(only) : null) as Raw[]; // the whole table row
      const rows = raws.map(toRunRow);
      last = rows.at(-1)?.sequence ?? last;
      ended = rows.length < PAGE;
      const whole = rows.map((row) => under.get(row.key ?? '') ?? row);
      while (untold[0] && (ended || untold[0].sequence < last)) whole.push(...untold.splice(0, 1));
      whole.sort((a, b) => a.sequence - b.sequence);
      yield this.#withWords(id, whole);
    }
  }

  /** Rows of a run whose request has no outcome yet, by key: never many. */
  #underWay(id: string, message: string): Map<string, RunRow> {
    const open = this.#rows(`${OPEN_ROWS} AND state = 'sending' AND run_id = ?`, id);
    return new Map(
      open.map(({ key, line, sequence, currency, amount, reference }) => {
        const row = { key, line, sequence, currency, amount, message, reference: reference ?? '' };
        return [key, { ...row, createdId: '', status: 'in_doubt', code: 'in_doubt' }];
      }),
    );
  }

  #toldAmong(id: string, keys: readonly string[]): Set<string> {
    if (keys.length === 0) return new Set();
    const found = this.db
      .prepare(`SELECT key FROM run_rows WHERE run_id = ? AND key ${LISTED}`)
      .all(id, JSON.stringify(keys)) as { key: string }[]; // one column
    return new Set(found.map(({ key }) => key));
  }

  #withWords(runId: string, rows: readonly RunRow[]): RunRowRecord[] {
    const keys = rows.flatMap((row) => (row.status === 'in_doubt' && row.key !== null ? [row.key] : []));
    const entries = this.entriesOf(keys);
    const run = this.db.prepare('SELECT started_at FROM runs WHERE id = ?').get(runId) as
      { started_at: number } | undefined; // one column
    const startedAt = new Date(run?.started_at ?? 0);
    return rows.map((row) => {
      const own = row.status === 'in_doubt' && row.key !== null ? entries.get(row.key) : undefined;
      return { ...row, resolved: own ? resolvedFor(own, runId, startedAt) : null };
    });
  }

  doubts(): Doubt[] {
    const rows = this.#rows(`${OPEN_ROWS} AND state = 'in_doubt'`);
    return doubtsOf(
      { db: this.db, environment: this.#environment },
      rows,
      this.entriesOf(rows.map(({ key }) => key)),
    );
  }

  /** Walks the rows: once for a statement, not in a run. */
  sentSince(since: Date, amounts: readonly string[]): SentRow[] {
    const raws = this.db
      .prepare(
        `SELECT r.environment, r.key, r.reference, r.run_id, r.line, r.amount, r.currency, r.created_id, r.updated_at,
           (SELECT min(at) FROM entries WHERE environment = r.environment AND key = r.key AND type = 'intent') AS first_at,
           ${sentBody('r')} AS body
         FROM rows r
         WHERE r.intent_entry > 0 AND r.updated_at >= ? AND r.kind = 'payouts' AND (r.state IN (${MAYBE_PAID}) OR r.by_person = 1)
           AND ${AMOUNT} IN (SELECT value FROM json_each(?))`,
      )
      .all(since.getTime(), JSON.stringify(amounts.map(amountText))) as Raw[]; // the columns above
    return raws.map((raw) => toSent(raw, this.#environment));
  }

  bodiesSince(asked: BodiesAsked, after: string): RowBody[] {
    return bodiesSince(this.db, this.#environment, asked, after);
  }

  /** `from`: an index that the planner would not find by itself, and the condition. Its values come first. */
  #rows(from: string, ...values: readonly (string | number)[]): RowRecord[] {
    const found = this.db
      .prepare(`SELECT ${ROW_COLUMNS} FROM rows ${from} AND environment = ?`)
      .all(...values, this.#environment) as Raw[]; // shape: ROW_COLUMNS
    return found.map(toRow);
  }

  entriesOf(keys: readonly string[]): Map<string, LedgerEntry[]> {
    const found = this.db
      .prepare(`SELECT * FROM entries WHERE environment = ? AND key ${LISTED} ORDER BY seq`)
      .all(this.#environment, JSON.stringify(keys)) as Raw[]; // the whole table row
    const entries = new Map<string, LedgerEntry[]>();
    for (const raw of found) {
      const key = String(raw.key);
      const known = entries.get(key);
      if (known) known.push(toEntry(raw));
      else entries.set(key, [toEntry(raw)]);
    }
    return entries;
  }
}
