// Rows as a transaction leaves them: put over what is at hand, and among what it writes. It decides nothing about who may.
import type { Outcome, RowIdentity, RunRow } from '../records.ts';
import { type Value } from '../sqlite/chain/record.ts';
import { type EntryFields, identityOf } from '../sqlite/entry-writes.ts';
import { type EntryType, type FoldEntry, type Life, next, type RowState, UNKNOWN_ROW } from '../state.ts';
import { ENTRY_COLUMNS, IDENTITY_COLUMNS } from '../store/tables.ts';
import type { AtHand } from './at-hand.ts';
import type { Values } from './changes.ts';
import type { Tx } from './transactions.ts';

/** Who writes. */
export interface Writer {
  readonly environment: number;
  /** Of this process; empty before it has one. */
  readonly worker: string;
  /** All entries after this one were written here, for this run. */
  readonly ownAfter: number;
  readonly run: string;
  /** Requests that this process has under way: the entries of their intents, by key. */
  readonly held: ReadonlyMap<string, number>;
}

/** For what is written in nobody's name. */
export const nobody = (environment: number): Writer => ({
  environment,
  ...{ worker: '', ownAfter: 0, run: '', held: new Map() },
});

export class RowStore {
  protected readonly tx: Tx;
  protected readonly hand: AtHand;
  protected readonly writer: Writer;

  constructor(tx: Tx, hand: AtHand, writer: Writer) {
    this.tx = tx;
    this.hand = hand;
    this.writer = writer;
  }

  /** The same row may be told again; another row under its ordinal is a defect. */
  runRow(runId: string, row: RunRow): void {
    const { sequence, line, key, reference, status, createdId, currency, amount, message, code } = row;
    const there = this.hand.runRow(runId, sequence);
    // Of a row that was altered in the queue no key was known.
    const isOther = there && there.key !== null && (there.key !== key || there.line !== line);
    if (isOther)
      throw new Error(`two rows of run ${runId} have the ordinal ${sequence} (lines ${line} and another)`);
    this.hand.noteRunRow(runId, sequence, key, line);
    const texts = [reference, status, createdId, currency, amount, message, code];
    this.tx.changes.told('run_rows', [runId, sequence], [runId, sequence, line, key, ...texts]);
  }

  /** Rows that are open again. */
  readonly untold: { readonly runId: string; readonly sequence: number }[] = [];

  /** The run says nothing of the row any more. */
  protected untellRunRow(runId: string, sequence: number): void {
    if (!this.hand.runRow(runId, sequence)) return;
    this.tx.changes.untold('run_rows', [runId, sequence]);
    this.untold.push({ runId, sequence });
  }

  /** What became of this intent is told: nobody holds it any more. */
  protected settle(key: string, entry: number): void {
    if (this.hand.open(key)?.entry !== entry) return;
    this.hand.setOpen(key, undefined);
    this.tx.changes.drop('intents', [this.writer.environment, key]);
  }

  protected change(before: Values, entry: FoldEntry, at: Date, createdId: string | null): void {
    const { state, byPerson } = next(lifeOf(before), entry);
    const changed = { state, by_person: Number(byPerson), created_id: createdId, updated_at: at.getTime() };
    const doubted = state === 'in_doubt' && isDoubting(entry.type) ? { doubted_at: at.getTime() } : {};
    this.put({ ...before, ...changed, ...doubted });
  }

  /** What the row is from now on. */
  protected take(row: RowIdentity, entry: FoldEntry, at: Date): readonly Value[] {
    const identity = identityOf(this.writer.environment, row);
    const before = this.hand.stored(row.key);
    const { state, byPerson } = next(lifeOf(before), entry);
    const number = this.tx.changes.nextEntry;
    this.put({
      ...Object.fromEntries(IDENTITY_COLUMNS.map((column, index) => [column, identity[index] ?? null])),
      state,
      by_person: Number(byPerson),
      created_id: null,
      updated_at: at.getTime(),
      doubted_at: isDoubting(entry.type) ? at.getTime() : (before?.['doubted_at'] ?? null),
      taken: number,
      intent_entry: entry.type === 'intent' ? number : (before?.['intent_entry'] ?? 0),
    });
    return identity;
  }

  private put(row: Values): void {
    this.hand.put(row);
    this.tx.changes.put('rows', row);
  }

  protected entry(
    row: { readonly key: string; readonly runId: string; readonly line: number },
    entry: FoldEntry,
    at: Date,
    fields: EntryFields,
    identity: readonly Value[] | null,
  ): void {
    const values: Record<(typeof ENTRY_COLUMNS)[number], Value> = {
      seq: this.tx.changes.nextEntry,
      environment: this.writer.environment,
      key: row.key,
      run_id: row.runId,
      line: row.line,
      type: entry.type,
      resend: entry.resend === true ? 1 : 0,
      at: at.getTime(),
      body: fields.body ?? null,
      body_hash: fields.bodyHash ?? null,
      idempotency_key: fields.idempotencyKey ?? null,
      idempotency_header: fields.idempotencyHeader ?? null,
      http_status: fields.httpStatus ?? null,
      answer: fields.answer ?? null,
      by: fields.by ?? null,
      data: JSON.stringify(fields.data ?? {}),
    };
    this.tx.changes.entry(
      ENTRY_COLUMNS.map((column) => values[column]),
      identity,
    );
  }
}

/** Whether a row comes to be in doubt by it. */
const isDoubting = (type: EntryType): boolean => type === 'in_doubt' || type === 'corrected_in_doubt';

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

export function lifeOf(row: Values | undefined): Life {
  if (!row) return UNKNOWN_ROW;
  return { state: row['state'] as RowState, byPerson: row['by_person'] === 1 }; // as it was written
}
