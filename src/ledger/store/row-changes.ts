// Rows as a transaction leaves them: put over what is at hand, and among what it writes. It decides nothing about who may.
import { kindOfKey } from '../keys.ts';
import type { EntryData, Outcome, RowIdentity, RunRow } from '../records.ts';
import { type EntryType, type FoldEntry, type Life, next, type RowState, UNKNOWN_ROW } from '../state.ts';
import type { Changes } from './changes.ts';
import { foldOf } from './folded.ts';
import type { Value } from './question.ts';
import { IDENTITY_COLUMNS, ROW_KEY } from './tables.ts';
import type { Values, WorkingSet } from './working-set.ts';

/** What an entry keeps beside its row, its type and its time. */
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

/** What an outcome or a person's word changes of a row. */
const CHANGED = ['state', 'by_person', 'created_id', 'updated_at', 'doubt_entry'];

export class RowChanges {
  protected readonly changes: Changes;
  protected readonly set: WorkingSet;
  protected readonly environment: number;
  /** Rows of which a run says nothing any more. */
  readonly untold: { readonly runId: string; readonly sequence: number }[] = [];

  constructor(changes: Changes, set: WorkingSet, environment: number) {
    this.changes = changes;
    this.set = set;
    this.environment = environment;
  }

  /** The same row may be told again; another row under its ordinal is a defect. */
  runRow(runId: string, row: RunRow): void {
    const { sequence, line, key, reference, status, createdId, currency, amount, message, code } = row;
    const there = this.set.runRow(runId, sequence);
    // Of a row that was altered in the queue no key was known.
    if (there && there.key !== null && (there.key !== key || there.line !== line))
      throw new Error(`two rows of run ${runId} have the ordinal ${sequence} (lines ${line} and another)`);
    this.set.noteRunRow(runId, sequence, key, line);
    const values = { run_id: runId, sequence, line, key, reference, status, created_id: createdId };
    this.changes.told('run_rows', { ...values, currency, amount, message, code });
  }

  protected untellRunRow(runId: string, sequence: number): void {
    if (!this.set.runRow(runId, sequence)) return;
    this.changes.untold('run_rows', [runId, sequence]);
    this.untold.push({ runId, sequence });
  }

  protected change(before: Values, entry: FoldEntry, at: Date, createdId: string | null): void {
    const { state, byPerson } = next(lifeOf(before), entry);
    const number = this.changes.nextEntry;
    const changed: Values = {
      state,
      by_person: Number(byPerson),
      created_id: createdId,
      updated_at: at.getTime(),
      doubt_entry: isDoubting(entry.type) ? number : (before['doubt_entry'] ?? null),
    };
    this.#put({ ...before, ...changed }, CHANGED);
  }

  /** What the row is from now on. */
  protected take(row: RowIdentity, entry: FoldEntry, at: Date): readonly Value[] {
    const before = this.set.stored(row.key);
    const { state, byPerson } = next(lifeOf(before), entry);
    const number = this.changes.nextEntry;
    const values: Values = {
      environment: this.environment,
      key: row.key,
      kind: kindOfKey(row.key),
      reference: row.reference,
      folded: foldOf(row.reference),
      content: row.content,
      fingerprint: row.fingerprint,
      target: row.target,
      run_id: row.runId,
      batch_id: row.batchId,
      line: row.line,
      sequence: row.sequence,
      currency: row.currency,
      amount: row.amount,
      state,
      by_person: Number(byPerson),
      created_id: null,
      updated_at: at.getTime(),
      doubt_entry: isDoubting(entry.type) ? number : (before?.['doubt_entry'] ?? null),
      taken: number,
      intent_entry: entry.type === 'intent' ? number : (before?.['intent_entry'] ?? 0),
    };
    this.#put(values);
    return IDENTITY_COLUMNS.map((column) => values[column]);
  }

  #put(row: Values, changed?: readonly string[]): void {
    this.set.put(row);
    this.changes.put('rows', ROW_KEY, row, changed);
  }

  protected entry(
    row: { readonly key: string; readonly runId: string; readonly line: number },
    entry: FoldEntry,
    at: Date,
    fields: EntryFields,
    identity: readonly Value[] | null,
  ): void {
    this.changes.entry(
      {
        environment: this.environment,
        key: row.key,
        run_id: row.runId,
        line: row.line,
        type: entry.type,
        resend: entry.resend === true ? 1 : 0,
        at: at.getTime(),
        body: fields.body,
        body_hash: fields.bodyHash,
        idempotency_key: fields.idempotencyKey,
        idempotency_header: fields.idempotencyHeader,
        http_status: fields.httpStatus,
        answer: fields.answer,
        by: fields.by,
        data: JSON.stringify(fields.data ?? {}),
      },
      identity,
    );
  }
}

/** What an outcome's entry keeps. */
export function toldBy(
  { httpStatus, answer, message, attempts, startedAt }: Outcome,
  createdId: string | null,
): EntryFields {
  const data = {
    message,
    attempts,
    ...(startedAt && { startedAt: startedAt.toISOString() }),
    ...(createdId !== null && { createdId }),
  };
  return { httpStatus, answer, data };
}

/** Whether a row comes to be in doubt by it. */
const isDoubting = (type: EntryType): boolean => type === 'in_doubt' || type === 'corrected_in_doubt';

export function lifeOf(row: Values | undefined): Life {
  if (!row) return UNKNOWN_ROW;
  return { state: row['state'] as RowState, byPerson: row['by_person'] === 1 }; // as it was written
}
