// The statement that adds an entry, to be run inside a group commit: its number is the chain's next.
import { kindOfKey } from '../keys.ts';
import type { EntryData, RowIdentity } from '../records.ts';
import type { FoldEntry } from '../state.ts';
import type { Links } from './chain/chain.ts';
import type { Value } from './chain/record.ts';
import type { Connection } from './connection.ts';
import { foldOf } from './folded.ts';

export interface EntryFields {
  readonly body?: string | null;
  readonly bodyHash?: string | null;
  readonly idempotencyKey?: string | null;
  readonly idempotencyHeader?: string | null;
  readonly httpStatus?: number | null;
  readonly answer?: string | null;
  readonly by?: string | null;
  readonly data?: EntryData;
}

/** The values of chain/record.ts's identity columns. */
export type Identity = readonly Value[];

export function identityOf(
  environment: number,
  {
    key,
    reference,
    content,
    fingerprint,
    target = '',
    runId,
    batchId,
    line,
    sequence,
    currency,
    amount,
  }: RowIdentity,
): Identity {
  const own = [content, fingerprint, target, runId, batchId, line, sequence, currency, amount];
  return [environment, key, kindOfKey(key), reference, foldOf(reference), ...own];
}

export class EntryWrites {
  readonly #environment: number;
  readonly #links: Links;
  readonly #insert;

  constructor(db: Connection, environment: number, links: Links) {
    this.#environment = environment;
    this.#links = links;
    this.#insert = db.prepare(
      `INSERT INTO entries (seq, environment, key, run_id, line, type, resend, at, body, body_hash, idempotency_key, idempotency_header, http_status, answer, by, data)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /** `identity`: of the row that it takes, where it takes one. */
  write(
    row: { readonly key: string; readonly runId: string; readonly line: number },
    entry: FoldEntry,
    at: Date,
    fields: EntryFields,
    identity: Identity | null,
  ): void {
    const values = [
      this.#links.nextEntry,
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
      fields.idempotencyHeader ?? null,
      fields.httpStatus ?? null,
      fields.answer ?? null,
      fields.by ?? null,
      JSON.stringify(fields.data ?? {}),
    ];
    this.#insert.run(values);
    this.#links.entry(values, identity);
  }
}
