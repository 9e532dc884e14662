// Changes of rows, in the working set and in the changes of the transaction.
import { packed } from '../../message.ts';
import { foldedPayee } from '../history.ts';
import { hashNumber, referenceOf } from '../keys.ts';
import type { Intent, LedgerEntry, Outcome } from '../records.ts';
import type { RunRow } from '../run-records.ts';
import { DOUBT_ENTRIES, type FoldEntry, next, UNKNOWN_ROW } from '../state.ts';
import type { Changes } from './changes.ts';
import { identityDigest } from './digest.ts';
import { packData } from './entry-data.ts';
import type { SqlValue } from './question.ts';
import { CHANGED, foldOf, type KeptRow, rowValues } from './row.ts';
import type { Named } from './tables.ts';
import type { WorkingSet } from './working-set.ts';

/** What an entry has in addition to its row, type and time. */
type EntryFields = Partial<Omit<LedgerEntry, 'number' | 'type' | 'resend' | 'at' | 'runId' | 'line'>> & {
  /** The row as its run reports it after the entry. */
  readonly report?: RunRow | undefined;
};

/** The row as its run reports it after an outcome. */
export function reportOf(outcome: Outcome): RunRow {
  const { sequence, line, key, reference, type, status, createdId, currency, amount, message, code } =
    outcome;
  const id = type === 'created' ? (createdId ?? '') : '';
  const own = { sequence, line, key, reference: reference ?? '', status, createdId: id };
  return { ...own, currency, amount, message, code };
}

/** Whether an entry of this type has everything that its run reports of the row. */
const isFullReport = (type: string, { status, reference, key }: RunRow): boolean =>
  status === type && reference === (referenceOf(key ?? '') ?? '');

export class RowChanges {
  protected readonly changes: Changes;
  protected readonly set: WorkingSet;
  protected readonly environment: number;
  /** Reports that are in the entries. */
  protected readonly inEntries = new Set<RunRow>();
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
    this.#noteReport(runId, row, false);
    this.changes.chainRow('run_rows', {
      run_id: runId,
      sequence,
      line,
      key,
      reference,
      status,
      created_id: createdId,
      currency,
      amount,
      message: packed(message),
      code,
    });
  }

  #noteReport(runId: string, { sequence, key, line }: RunRow, byEntry: boolean): void {
    const there = this.set.runRow(runId, sequence);
    // A row that was altered in the queue was reported without a key.
    if (there && there.key !== null && (there.key !== key || there.line !== line))
      throw new Error(`two rows of run ${runId} have the ordinal ${sequence} (lines ${line} and another)`);
    this.set.noteRunRow(runId, sequence, { key, line, byEntry: byEntry || there?.byEntry === true });
  }

  #isFirst(runId: string, { sequence }: RunRow): boolean {
    return this.set.runRow(runId, sequence) === undefined;
  }

  protected dropRunRow(runId: string, sequence: number): void {
    const there = this.set.runRow(runId, sequence);
    if (!there) return;
    const { key, line } = there;
    // An entry stays as it is. A row of the run without a status hides its report.
    if (there.byEntry) this.changes.chainRow('run_rows', { run_id: runId, sequence, key, line, status: '' });
    else this.changes.unchainRow('run_rows', [runId, sequence]);
    this.unreported.push({ runId, sequence });
  }

  protected change(before: KeptRow, entry: FoldEntry, at: Date, createdId: string | null): void {
    const { state, byPerson } = next(before, entry);
    const doubtEntry = DOUBT_ENTRIES.includes(entry.type) ? this.changes.nextEntry : before.doubtEntry;
    const stateEntry = this.changes.nextEntry;
    this.#put({ ...before, state, byPerson, createdId, updatedAt: at, stateEntry, doubtEntry }, CHANGED);
  }

  /** Gives the row this identity. Returns the row's values. */
  protected take(row: Intent | Outcome, entry: FoldEntry, at: Date): readonly SqlValue[] {
    const before = this.set.stored(row.key);
    const { state, byPerson } = next(before ?? UNKNOWN_ROW, entry);
    const number = this.changes.nextEntry;
    const { account, payee } = entry.resend === true && before ? before : whoOf(row);
    return this.#put({
      key: row.key,
      reference: row.reference,
      folded: foldOf(row.reference),
      content: row.content,
      fingerprint: row.fingerprint,
      target: row.target,
      account,
      payee,
      runId: row.runId,
      run: this.#numberOf('run', row.runId),
      batchId: row.batchId,
      batch: this.#numberOf('batch', row.batchId),
      line: row.line,
      sequence: row.sequence,
      currency: row.currency,
      amount: row.amount,
      state,
      byPerson,
      createdId: null,
      updatedAt: at,
      stateEntry: number,
      doubtEntry: DOUBT_ENTRIES.includes(entry.type) ? number : (before?.doubtEntry ?? null),
      intentEntry: entry.type === 'intent' ? number : (before?.intentEntry ?? 0),
      taken: number,
    });
  }

  #numberOf(kind: Named, name: string): number {
    const known = this.set.numberOf(kind, name);
    if (known !== undefined) return known;
    const id = this.changes.nextEntry;
    this.set.putNumber(kind, name, id);
    this.changes.chainRow('names', { kind, name, id });
    return id;
  }

  #put(row: KeptRow, changed?: readonly string[]): readonly SqlValue[] {
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
    identity: readonly SqlValue[] | null,
  ): void {
    const { data = {}, report } = fields;
    const inEntry =
      report && this.#isFirst(row.runId, report) && isFullReport(entry.type, report) ? report : undefined;
    if (inEntry) {
      this.#noteReport(row.runId, inEntry, true);
      this.inEntries.add(inEntry);
    }
    // In the order of ENTRY_COLUMNS.
    const values = [
      this.changes.nextEntry,
      this.environment,
      row.key,
      this.#numberOf('run', row.runId),
      row.line,
      inEntry?.sequence,
      entry.type,
      entry.resend === true ? 1 : 0,
      at.getTime(),
      fields.body,
      fields.idempotencyKey,
      fields.idempotencyHeader,
      fields.httpStatus,
      fields.answer,
      fields.by,
      data.createdId,
      data.message && packed(data.message),
      inEntry?.code,
      inEntry?.currency,
      inEntry?.amount,
      identity && identityDigest(identity),
      packData(data, at),
    ];
    this.changes.entry(values);
  }
}

/** Who is paid. An outcome without an intent does not say it. */
function whoOf({ account = '', payee = '' }: Partial<Intent>): Pick<KeptRow, 'account' | 'payee'> {
  return { account: account === '' ? null : hashNumber(account), payee: foldedPayee(payee) };
}

export function outcomeFields(
  { httpStatus, answer, message, attempts, startedAt }: Outcome,
  createdId: string | null,
): EntryFields {
  return { httpStatus, answer, data: { attempts, createdId, message, startedAt: startedAt?.toISOString() } };
}
