// The statements that change a row, each to be run inside a group commit. A row's state and its entry are written in
// one transaction; which states may come before is taken from the table of transitions.
import { spellings } from '../../interface/created-id.ts';
import { kindOfKey } from '../keys.ts';
import type { Intent, IntentResult, Outcome, RecordResult, RowIdentity, RowRecord } from '../records.ts';
import { UNREPORTED } from '../resolution.ts';
import { notBefore } from '../resolution.ts';
import type { Resolution } from '../said.ts';
import type { Beside } from '../standing-again.ts';
import { allowedFrom, ASIDE, type EntryType, type FoldEntry, type RowState, TRANSITIONS } from '../state.ts';
import { IDENTITY_COLUMNS } from '../store/tables.ts';
import type { Links } from './chain/chain.ts';
import type { Connection } from './connection.ts';
import { EntryWrites, type Identity, identityOf } from './entry-writes.ts';
import { Likes, list } from './likes.ts';
import { LostRows } from './lost-rows.ts';
import { type Raw, ROW_COLUMNS, toRow } from './rows.ts';
import { RunRows } from './run-rows.ts';

/** The table's conditions on the row that an entry follows, and what becomes of a person's word, as SQL. */
const wordRule = (type: EntryType): string =>
  ({ word: ' AND rows.by_person = 1', no_word: ' AND rows.by_person = 0', any: '' })[TRANSITIONS[type].while];
const wordAfter = (type: EntryType): string => (TRANSITIONS[type].byPerson ? '1' : '0');
const where = (type: EntryType, from: readonly RowState[]): string =>
  `rows.state IN (${list(from)})${wordRule(type)}`;

/** When the row came to be in doubt last. */
const doubted = (type: EntryType, at: string): string =>
  type === 'in_doubt' || type === 'corrected_in_doubt' ? `, doubted_at = ${at}` : '';

/** The planner alone walks the whole environment: it is told the index, and the condition that the index is made on. */
export const OPEN_ROWS = `INDEXED BY rows_open WHERE state IN ('sending', 'in_doubt')`;

/** No other row of its kind has the id that was created, in either of its spellings. */
const ID_IS_FREE = ` AND NOT EXISTS (SELECT 1 FROM rows AS other INDEXED BY rows_created
  WHERE other.environment = ?3 AND other.kind = ?6 AND other.created_id IN (?7, ?8) AND other.key <> ?4)`;

function bothSpellings(id: string): readonly [string, string] {
  const [own = '', capitals = own] = spellings(id);
  return [own, capitals];
}

interface Runnable {
  /** One list: libsql flattens separate values into one, for each call. */
  run(values: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
}

export class RowWrites {
  readonly #environment: number;
  readonly #db: Connection;
  readonly runRows: RunRows;
  readonly #statements = new Map<string, Runnable>();
  readonly #select;
  readonly #likes: Likes;
  readonly #lost: LostRows;
  readonly #selectCreated;
  readonly #links: Links;
  readonly #entries: EntryWrites;
  /** The run of the last intent here, and the entry before the first of its own that follow one another. */
  #run = { id: '', after: 0 };

  constructor(db: Connection, environment: number, links: Links) {
    this.#db = db;
    this.#links = links;
    this.#environment = environment;
    this.runRows = new RunRows(db, links);
    this.#entries = new EntryWrites(db, environment, links);
    this.#select = db.prepare(`SELECT ${ROW_COLUMNS} FROM rows WHERE environment = ? AND key = ?`);
    this.#likes = new Likes(db, environment);
    this.#lost = new LostRows(db, environment);
    this.#selectCreated = db.prepare(
      `SELECT key FROM rows INDEXED BY rows_created
       WHERE environment = ? AND kind = ? AND created_id IN (?, ?) AND key <> ? LIMIT 1`,
    );
  }

  row(key: string): RowRecord | undefined {
    const raw = this.#select.get(this.#environment, key) as Raw | undefined; // shape: ROW_COLUMNS
    return raw && toRow(raw);
  }

  /** Another row of the same kind that has this created id, in whatever case a UUID is written. */
  holderOf(createdId: string, key: string): RowRecord | undefined {
    const ids = bothSpellings(createdId);
    const found = this.#selectCreated.get(this.#environment, kindOfKey(key), ...ids, key) as
      { key: string } | undefined; // one column
    return found && this.row(found.key);
  }

  /** Makes this run the row's owner, if the row is free and nobody has sent its like meanwhile. */
  intend(intent: Intent): IntentResult {
    const othersWrote = this.#othersWrote(intent);
    const { alikeSince, resend } = intent;
    this.#lost.refuse(intent.key);
    const alike = othersWrote && alikeSince !== null ? this.#likes.payment(intent, alikeSince) : undefined;
    if (alike) return { ok: false, why: 'alike', current: alike };
    const like = !resend && (othersWrote || alikeSince === null) ? this.#likes.reference(intent) : undefined;
    if (like) return { ok: false, why: 'reference_like', current: like };
    const entry = { type: 'intent', resend: intent.resend } as const;
    const identity = this.#take(intent, entry, intent.at);
    if (!identity) {
      const current = this.row(intent.key);
      if (!current) throw new Error(`row ${intent.key} refused an intent but isn't there`);
      return { ok: false, why: 'owned', current };
    }
    const { body, bodyHash, idempotencyKey, idempotencyHeader, quote: answer, payee } = intent;
    const data = payee === undefined ? {} : { payee };
    this.#entries.write(
      intent,
      entry,
      intent.at,
      { body, bodyHash, idempotencyKey, idempotencyHeader, answer, data },
      identity,
    );
    return { ok: true };
  }

  /** Whether anybody else has written anything since: only then can there be what this run didn't see. */
  #othersWrote({ runId, alikeSince: since }: Intent): boolean {
    if (this.#run.id !== runId) this.#run = { id: runId, after: this.#links.nextEntry - 1 };
    return since !== null && since < Math.max(this.#run.after, this.#links.ownAfter);
  }

  /** Writes an outcome: over this run's own intent, or (rejected, failed) over a free row that was never sent. */
  record(outcome: Outcome): RecordResult {
    const { type, at, key } = outcome;
    const createdId = type === 'created' ? outcome.createdId : null;
    const update = this.#prepared(
      `outcome ${type}${createdId === null ? '' : '+'}`,
      `UPDATE rows SET state = '${TRANSITIONS[type].to}', by_person = ${wordAfter(type)}, created_id = ?1, updated_at = ?2${doubted(type, '?2')}
       WHERE environment = ?3 AND key = ?4 AND run_id = ?5 AND state = 'sending'${createdId === null ? '' : ID_IS_FREE}`,
    );
    const ids = createdId === null ? [] : [kindOfKey(key), ...bothSpellings(createdId)];
    const done = update.run([createdId, at.getTime(), this.#environment, key, outcome.runId, ...ids]);
    const holder = done.changes > 0 || createdId === null ? undefined : this.holderOf(createdId, key);
    if (holder) return { ok: false, why: 'id_taken', current: holder };
    // Not over an intent of ours: then the row was stopped before it, or another run owns it by now.
    let identity: Identity | null = null;
    if (done.changes === 0) {
      if (type === 'created' || type === 'in_doubt') throw new Error(`no open intent of this run for ${key}`);
      identity = this.#take(outcome, { type }, at);
      if (!identity) return { ok: true };
    }
    const { httpStatus, answer, message, attempts, startedAt } = outcome;
    const data = {
      message,
      attempts,
      ...(startedAt && { startedAt: startedAt.toISOString() }),
      ...(createdId !== null && { createdId }),
    };
    this.#entries.write(outcome, { type }, at, { httpStatus, answer, data }, identity);
    return { ok: true };
  }

  /** Turns the intents that a dead run left without an outcome into in_doubt rows. Returns how many. */
  orphan(runId: string, at: Date): number {
    const open = this.#db
      .prepare(
        `SELECT ${ROW_COLUMNS} FROM rows ${OPEN_ROWS} AND environment = ? AND state = 'sending' AND run_id = ?`,
      )
      .all(this.#environment, runId) as Raw[]; // shape: ROW_COLUMNS
    for (const raw of open) {
      const row = toRow(raw);
      const unknown = { createdId: null, httpStatus: null, answer: null, startedAt: null, attempts: [] };
      this.record({ ...row, ...unknown, at: notBefore(at, row), type: 'in_doubt', message: UNREPORTED });
      this.runRows.orphaned(row, UNREPORTED);
    }
    return open.length;
  }

  /** Writes a person's word over a row that the table lets take it. */
  say(type: EntryType, said: Resolution, beside?: Beside): boolean {
    // Of a ledger in a file no host is ever given up that could come back.
    if (ASIDE.includes(type)) return false;
    const row = this.row(said.key);
    const at = row ? notBefore(said.at, row) : said.at;
    const done = this.#db
      .prepare(
        `UPDATE rows SET state = '${TRANSITIONS[type].to}', by_person = ${wordAfter(type)}, created_id = ?1, updated_at = ?2${doubted(type, '?2')}
         WHERE environment = ?3 AND key = ?4 AND ${where(type, TRANSITIONS[type].from)}`,
      )
      .run(said.createdId, at.getTime(), this.#environment, said.key);
    if (done.changes === 0) return false;
    const data = { reason: said.reason, createdId: said.createdId, ...beside?.data };
    const { identity, ...sent } = beside?.takes ?? {};
    const own = identity ? this.#become(identity) : null;
    this.#entries.write(said, { type }, at, { by: said.by, data, ...sent }, own);
    return true;
  }

  /** The row is another sending's from the next entry on. */
  #become(row: RowIdentity): Identity {
    const identity = identityOf(this.#environment, row);
    this.#db
      .prepare(
        `UPDATE rows SET (${IDENTITY_COLUMNS.join(', ')}, taken) = (${identity.map(() => '?').join(', ')}, ?) WHERE environment = ? AND key = ?`,
      )
      .run([...identity, this.#links.nextEntry, this.#environment, row.key]);
    return identity;
  }

  /** What the row is from now on; `null` where it isn't free. */
  #take(row: RowIdentity, entry: FoldEntry, at: Date): Identity | null {
    if (entry.resend === true && this.row(row.key) === undefined) return null; // nothing there to send again
    const { type } = entry;
    const upsert = this.#prepared(
      `take ${type}${entry.resend === true ? '+' : ''}`,
      `INSERT INTO rows (${IDENTITY_COLUMNS.join(', ')}, updated_at, taken, intent_entry, state)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '${TRANSITIONS[type].to}')
       ON CONFLICT (environment, key) DO UPDATE SET state = excluded.state, by_person = ${wordAfter(type)},
         reference = excluded.reference, folded = excluded.folded, content = excluded.content, fingerprint = excluded.fingerprint,
         target = excluded.target, run_id = excluded.run_id, batch_id = excluded.batch_id, line = excluded.line, sequence = excluded.sequence,
         currency = excluded.currency, amount = excluded.amount, created_id = NULL, updated_at = excluded.updated_at,
         taken = excluded.taken${type === 'intent' ? ', intent_entry = excluded.intent_entry' : ''}
       WHERE ${where(
         type,
         allowedFrom(entry).filter((state) => state !== 'sending'),
       )}`,
    );
    const identity = identityOf(this.#environment, row);
    const number = this.#links.nextEntry;
    const { changes } = upsert.run([...identity, at.getTime(), number, type === 'intent' ? number : 0]);
    return changes === 1 ? identity : null;
  }

  #prepared(id: string, sql: string): Runnable {
    const found = this.#statements.get(id);
    if (found) return found;
    const made = this.#db.prepare(sql);
    this.#statements.set(id, made);
    return made;
  }
}
