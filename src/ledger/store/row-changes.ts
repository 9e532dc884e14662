// Changes of rows: put into the working set, and among the changes of the transaction.
import { foldedPayee } from '../history.ts';
import type { EntryData, Intent, Outcome } from '../records.ts';
import type { RunRow } from '../run-records.ts';
import { DOUBT_ENTRIES, type FoldEntry, next, UNKNOWN_ROW } from '../state.ts';
import type { Changes } from './changes.ts';
import { CHANGED, foldOf, type KeptRow, rowValues } from './kept-row.ts';
import type { Value } from './question.ts';
import type { WorkingSet } from './working-set.ts';

/** Of an entry, beside its row, type and time. */
interface EntryFields {
  readonly body?: string | null;
  readonly idempotencyKey?: string | null;
  readonly idempotencyHeader?: string | null;
  readonly httpStatus?: number | null;
  readonly answer?: string | null;
  readonly by?: string | null;
  readonly data?: EntryData;
}

export class RowChanges {
  protected readonly changes: Changes;
  protected readonly set: WorkingSet;
  protected readonly environment: number;
  /** Rows that their run no longer reports. */
  readonly unreported: { readonly runId: string; readonly sequence: number }[] = [];

  constructor(changes: Changes, set: WorkingSet, environment: number) {
    this.changes = changes;
    this.set = set;
    this.environment = environment;
  }

  stored(key: string): KeptRow | undefined {
    return this.set.stored(key);
  }

  /** The same row may be reported again; another row under its ordinal is a defect. */
  runRow(runId: string, row: RunRow): void {
    const { sequence, line, key, reference, status, createdId, currency, amount, message, code } = row;
    const there = this.set.runRow(runId, sequence);
    // A row that was altered in the queue has no key.
    if (there && there.key !== null && (there.key !== key || there.line !== line))
      throw new Error(`two rows of run ${runId} have the ordinal ${sequence} (lines ${line} and another)`);
    this.set.noteRunRow(runId, sequence, key, line);
    this.changes.chainRow('run_rows', {
      ...{ run_id: runId, sequence, line, key, reference, status, created_id: createdId },
      ...{ currency, amount, message, code },
    });
  }

  protected dropRunRow(runId: string, sequence: number): void {
    if (!this.set.runRow(runId, sequence)) return;
    this.changes.unchainRow('run_rows', [runId, sequence]);
    this.unreported.push({ runId, sequence });
  }

  protected change(before: KeptRow, entry: FoldEntry, at: Date, createdId: string | null): void {
    const { state, byPerson } = next(before, entry);
    const doubtEntry = DOUBT_ENTRIES.includes(entry.type) ? this.changes.nextEntry : before.doubtEntry;
    this.#put({ ...before, state, byPerson, createdId, updatedAt: at, doubtEntry }, CHANGED);
  }

  /** The row gets this identity. Returns its values. */
  protected take(row: Intent | Outcome, entry: FoldEntry, at: Date): readonly Value[] {
    const before = this.set.stored(row.key);
    const { state, byPerson } = next(before ?? UNKNOWN_ROW, entry);
    const number = this.changes.nextEntry;
    const { account = '', payee = '' } = entry.resend === true && before ? before : (row as Partial<Intent>);
    return this.#put({
      key: row.key,
      reference: row.reference,
      folded: foldOf(row.reference),
      content: row.content,
      fingerprint: row.fingerprint,
      target: row.target,
      account,
      payee: foldedPayee(payee),
      runId: row.runId,
      batchId: row.batchId,
      line: row.line,
      sequence: row.sequence,
      currency: row.currency,
      amount: row.amount,
      state,
      byPerson,
      createdId: null,
      updatedAt: at,
      doubtEntry: DOUBT_ENTRIES.includes(entry.type) ? number : (before?.doubtEntry ?? null),
      intentEntry: entry.type === 'intent' ? number : (before?.intentEntry ?? 0),
      taken: number,
    });
  }

  #put(row: KeptRow, changed?: readonly string[]): readonly Value[] {
    const values = rowValues(this.environment, row);
    this.set.put(row);
    this.changes.put('rows', [this.environment, row.key], values, changed);
    return values;
  }

  protected entry(
    row: { readonly key: string; readonly runId: string; readonly line: number },
    entry: FoldEntry,
    at: Date,
    fields: EntryFields,
    identity: readonly Value[] | null,
  ): void {
    // In the order of ENTRY_COLUMNS.
    const values = [
      this.changes.nextEntry,
      this.environment,
      row.key,
      row.runId,
      row.line,
      entry.type,
      entry.resend === true ? 1 : 0,
      at.getTime(),
      fields.body,
      fields.idempotencyKey,
      fields.idempotencyHeader,
      fields.httpStatus,
      fields.answer,
      fields.by,
      JSON.stringify(fields.data ?? {}),
    ];
    this.changes.entry(values, identity);
  }
}

export function outcomeFields(
  { httpStatus, answer, message, attempts, startedAt }: Outcome,
  createdId: string | null,
): EntryFields {
  const data: { -readonly [K in keyof EntryData]: EntryData[K] } = { message, attempts };
  if (startedAt) data.startedAt = startedAt.toISOString();
  if (createdId !== null) data.createdId = createdId;
  return { httpStatus, answer, data };
}
