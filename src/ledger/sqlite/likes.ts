// What was or may have been paid and looks like what is about to be sent: asked inside the transaction that writes the intent,
// for what has come to be since the run looked at its whole file.
import { kindOfKey } from '../keys.ts';
import type { Intent, RowRecord } from '../records.ts';
import type { RowState } from '../state.ts';
import type { Connection } from './connection.ts';
import { lookedUp } from './folded.ts';
import { type Raw, ROW_COLUMNS, toRow } from './rows.ts';

export const list = (states: readonly RowState[]): string => states.map((state) => `'${state}'`).join(', ');

/** What may have been paid. */
export const MAYBE_PAID = list(['created', 'sending', 'in_doubt']);

export class Likes {
  readonly #environment: number;
  readonly #selectAlike;
  readonly #selectReference;

  constructor(db: Connection, environment: number) {
    this.#environment = environment;
    // Two ranges of one index, so that a file of a million equal rows doesn't walk its own.
    const alike = (run: string): string =>
      `SELECT ${ROW_COLUMNS} FROM rows INDEXED BY rows_fingerprint
       WHERE environment = ?1 AND fingerprint = ?2 AND fingerprint <> '' AND run_id ${run} ?3
         AND key <> ?4 AND intent_entry > ?5 AND state IN (${MAYBE_PAID})`;
    this.#selectAlike = db.prepare(`${alike('<')} UNION ALL ${alike('>')} LIMIT 1`);
    this.#selectReference = db.prepare(
      `SELECT ${ROW_COLUMNS} FROM rows INDEXED BY rows_reference
       WHERE environment = ? AND kind = ? AND folded IS NOT NULL AND folded = ? AND reference <> ?
         AND state IN (${MAYBE_PAID}) LIMIT 1`,
    );
  }

  /** Under this very fingerprint: what a migration took from a stored body is older than any run that asks. */
  payment({ fingerprint, runId, key }: Intent, since: number): RowRecord | undefined {
    const raw = this.#selectAlike.get(this.#environment, fingerprint, runId, key, since) as Raw | undefined; // shape: ROW_COLUMNS
    return raw && toRow(raw);
  }

  /** Under a reference that only looks another. */
  reference({ key, reference }: Intent): RowRecord | undefined {
    if (reference === null) return undefined;
    const folded = lookedUp(reference);
    const raw = this.#selectReference.get(this.#environment, kindOfKey(key), folded, reference) as
      Raw | undefined; // shape: ROW_COLUMNS
    return raw && toRow(raw);
  }
}
