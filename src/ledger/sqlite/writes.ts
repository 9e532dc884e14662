// The statements that change a row, each to be run inside a group commit. A row's state and its entry are written in
// one transaction; which states may come before is taken from the fold's table.
import type { Intent, IntentResult, Resolution, RowIdentity, RunRow, Settlement } from '../ledger.ts';
import { allowedFrom, type EntryType, type FoldEntry, type RowState, TRANSITIONS } from '../state.ts';
import type { Connection } from './open.ts';
import { type Raw, ROW_COLUMNS, toRow } from './rows.ts';

const list = (states: readonly RowState[]): string => states.map((state) => `'${state}'`).join(', ');

interface Runnable {
  run(...values: readonly unknown[]): { readonly changes: number };
}

interface EntryFields {
  readonly body?: string | null;
  readonly bodyHash?: string | null;
  readonly idempotencyKey?: string | null;
  readonly httpStatus?: number | null;
  readonly answer?: string | null;
  readonly data?: string;
}

export class RowWrites {
  readonly #environment: number;
  readonly #insertEntry;
  readonly #upserts = new Map<string, Runnable>();
  readonly #updates = new Map<EntryType, Runnable>();
  readonly #select;
  readonly #insertRunRow;
  readonly #db: Connection;

  constructor(db: Connection, environment: number) {
    this.#db = db;
    this.#environment = environment;
    this.#insertEntry = db.prepare(
      `INSERT INTO entries (environment, key, run_id, line, type, resend, at, body, body_hash, idempotency_key, http_status, answer, data)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#select = db.prepare(`SELECT ${ROW_COLUMNS} FROM rows WHERE environment = ? AND key = ?`);
    this.#insertRunRow = db.prepare(
      `INSERT OR REPLACE INTO run_rows (run_id, line, key, reference, status, transfer_id, currency, amount, message)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  row(key: string): ReturnType<typeof toRow> | undefined {
    const raw = this.#select.get(this.#environment, key) as Raw | undefined; // shape: ROW_COLUMNS
    return raw && toRow(raw);
  }

  /** Makes this run the row's owner, if the row is free. */
  intend(intent: Intent): IntentResult {
    if (!this.#take(intent, { type: 'intent', resend: intent.resend }, intent.at)) {
      const current = this.row(intent.key);
      if (!current) throw new Error(`row ${intent.key} refused an intent but isn't there`);
      return { ok: false, current };
    }
    this.#entry(intent, { type: 'intent', resend: intent.resend }, intent.at, {
      body: intent.body,
      bodyHash: intent.bodyHash,
      idempotencyKey: intent.idempotencyKey,
      answer: intent.quote,
    });
    return { ok: true };
  }

  /** Writes an outcome: over this run's own intent, or (rejected, failed) over a free row that was never sent. */
  settle(settlement: Settlement): void {
    const { type, at } = settlement;
    const update = this.#prepared(
      this.#updates,
      type,
      `UPDATE rows SET state = '${TRANSITIONS[type].to}', transfer_id = ?, updated_at = ?
       WHERE environment = ? AND key = ? AND run_id = ? AND state = 'sending'`,
    );
    const done = update.run(
      settlement.transferId,
      at.getTime(),
      this.#environment,
      settlement.key,
      settlement.runId,
    );
    // Not over an intent of ours: then the row was stopped before it, or another run owns it by now.
    if (done.changes === 0) {
      if (type === 'created' || type === 'in_doubt')
        throw new Error(`no open intent of this run for ${settlement.key}`);
      if (!this.#take(settlement, { type }, at)) return;
    }
    this.#entry(settlement, { type }, at, {
      httpStatus: settlement.httpStatus,
      answer: settlement.answer,
      data: JSON.stringify({ message: settlement.message, attempts: settlement.attempts }),
    });
  }

  runRow(runId: string, row: RunRow): void {
    this.#insertRunRow.run(
      runId,
      row.line,
      row.key,
      row.reference,
      row.status,
      row.transferId,
      row.currency,
      row.amount,
      row.message,
    );
  }

  /** Turns the intents that a dead run left without an outcome into in_doubt rows. Returns how many. */
  orphan(runId: string, at: Date): number {
    const open = this.#db
      .prepare(`SELECT ${ROW_COLUMNS} FROM rows WHERE environment = ? AND state = 'sending' AND run_id = ?`)
      .all(this.#environment, runId) as Raw[]; // shape: ROW_COLUMNS
    for (const raw of open) {
      const row = toRow(raw);
      this.settle({
        ...row,
        at,
        type: 'in_doubt',
        transferId: null,
        httpStatus: null,
        answer: null,
        message: 'the run ended while the request was under way',
        attempts: [],
      });
      this.runRow(runId, {
        line: row.line,
        key: row.key,
        reference: row.reference ?? '',
        status: 'in_doubt',
        transferId: '',
        currency: row.currency,
        amount: row.amount,
        message: 'the run ended while the request was under way',
      });
    }
    return open.length;
  }

  resolve(resolution: Resolution): boolean {
    const type = resolution.as === 'created' ? 'resolved_created' : 'resolved_not_created';
    const { from, to } = TRANSITIONS[type];
    const done = this.#db
      .prepare(
        `UPDATE rows SET state = '${to}', transfer_id = ?, updated_at = ?
         WHERE environment = ? AND key = ? AND state IN (${list(from)})`,
      )
      .run(resolution.transferId, resolution.at.getTime(), this.#environment, resolution.key);
    if (done.changes === 0) return false;
    this.#entry(resolution, { type }, resolution.at, {
      data: JSON.stringify({ reason: resolution.reason, transferId: resolution.transferId }),
    });
    return true;
  }

  #take(row: RowIdentity, entry: FoldEntry, at: Date): boolean {
    if (entry.resend === true && this.row(row.key) === undefined) return false; // nothing there to send again
    const id = `${entry.type}${entry.resend === true ? '+' : ''}`;
    const upsert = this.#prepared(
      this.#upserts,
      id,
      `INSERT INTO rows (environment, key, state, reference, content, run_id, batch_id, line, currency, amount, transfer_id, updated_at)
       VALUES (?, ?, '${TRANSITIONS[entry.type].to}', ?, ?, ?, ?, ?, ?, ?, NULL, ?)
       ON CONFLICT (environment, key) DO UPDATE SET state = excluded.state, reference = excluded.reference,
         content = excluded.content, run_id = excluded.run_id, batch_id = excluded.batch_id, line = excluded.line,
         currency = excluded.currency, amount = excluded.amount, transfer_id = NULL, updated_at = excluded.updated_at
       WHERE rows.state IN (${list(allowedFrom(entry).filter((state) => state !== 'sending'))})`,
    );
    const { key, reference, content, runId, batchId, line, currency, amount } = row;
    const values = [
      this.#environment,
      key,
      reference,
      content,
      runId,
      batchId,
      line,
      currency,
      amount,
      at.getTime(),
    ];
    return upsert.run(...values).changes === 1;
  }

  #entry(
    row: { key: string; runId: string; line: number },
    entry: FoldEntry,
    at: Date,
    fields: EntryFields,
  ): void {
    this.#insertEntry.run(
      this.#environment,
      row.key,
      row.runId,
      row.line,
      entry.type,
      entry.resend === true ? 1 : 0,
      at.getTime(),
      fields.body ?? null,
      fields.bodyHash ?? null,
      fields.idempotencyKey ?? null,
      fields.httpStatus ?? null,
      fields.answer ?? null,
      fields.data ?? '{}',
    );
  }

  #prepared<K>(cache: Map<K, Runnable>, id: K, sql: string): Runnable {
    const found = cache.get(id);
    if (found) return found;
    const made = this.#db.prepare(sql);
    cache.set(id, made);
    return made;
  }
}
