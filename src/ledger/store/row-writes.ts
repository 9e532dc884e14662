// Decides what the writes of a run change in a working set. Pure. The table of transitions (state.ts) says which entry
// may follow which. This file says who may write it: one run owns a row, and one host holds its intent.
import { unpacked } from '../../message.ts';
import { type LedgerError, refusal } from '../ledger-error.ts';
import { ledgerMessage, rowNote } from '../messages.ts';
import type { Intent, IntentResult, Outcome, RecordResult } from '../records.ts';
import { notBefore } from '../resolution.ts';
import type { Resolution } from '../resolution-records.ts';
import type { RunRow } from '../run-records.ts';
import { ASIDE, type EntryType, mayFollow, UNKNOWN_ROW } from '../state.ts';
import type { Changes, Tx } from './changes.ts';
import type { SqlValue } from './question.ts';
import type { KeptRow } from './row.ts';
import { outcomeFields, reportOf, RowChanges } from './row-changes.ts';
import { type Hosts, othersWrote, type RowWrite, type Writer, type WriteResult } from './row-write.ts';
import { packPart } from './run-rows.ts';
import type { WorkingSet } from './working-set.ts';

export class RowWrites extends RowChanges {
  readonly #writer: Writer;
  /** `undefined` for a ledger of one host. */
  readonly #hosts: Hosts | undefined;
  /** Intents of this group: their entries, by key. */
  readonly made = new Map<string, number>();
  /** By run: how many more rows are in doubt. */
  readonly doubts = new Map<string, number>();
  /** Runs that have ended, and now have an open row again. */
  readonly reopened = new Set<string>();

  constructor(changes: Changes, set: WorkingSet, writer: Writer, hosts?: Hosts) {
    super(changes, set, writer.environment);
    this.#writer = writer;
    this.#hosts = hosts;
  }

  apply(write: RowWrite): WriteResult {
    switch (write.do) {
      case 'intend':
        return this.#intend(write.intent);
      case 'record': {
        if (this.#isWithAnother(write.outcome)) return { ok: true };
        const report = reportOf(write.outcome);
        const result = this.#record(write.outcome, report);
        if (result.ok && !this.inEntries.has(report)) this.#report(write.outcome, report);
        return result;
      }
      case 'note':
        for (const row of write.rows) if (!this.#hasBegun(write.runId, row)) this.runRow(write.runId, row);
        return undefined;
      case 'keep': {
        const { runId, kind, part } = write.part;
        this.changes.chainRow('run_parts', { run_id: runId, kind, part, data: packPart(write.part) });
        return undefined;
      }
      case 'remember': {
        const { key, text, at } = write;
        const remembered = { environment: this.environment, sha256: key, document_id: text };
        this.changes.chainRow('uploads', { ...remembered, at: at.getTime() });
        return undefined;
      }
      default:
        return write satisfies never;
    }
  }

  /** Another host of the run has sent the row, and reports it. This host has no intent for it. */
  #isWithAnother({ type, key, runId }: Outcome): boolean {
    if (!this.#hosts || type === 'created' || type === 'in_doubt') return false;
    if (this.made.has(key) || this.#writer.ownIntents.has(key)) return false;
    return this.set.mayBePaidBy(runId, key);
  }

  /** The same for a row that this host notes as not sent. */
  #hasBegun(runId: string, { status, key }: RunRow): boolean {
    return (
      this.#hosts !== undefined && status === 'not_sent' && key !== null && this.set.mayBePaidBy(runId, key)
    );
  }

  /**
   * A row that was not sent is free for any host, unless the run was stopped. The run then no longer reports it, and
   * is open again if it had ended. A row that a person resolved, or that another run sent, stays as reported.
   */
  #report({ runId, key }: Outcome, row: RunRow): void {
    const isOver = this.#hosts?.isOver(runId) === true;
    if (row.status !== 'not_sent' || this.#hosts?.stopped(runId) !== '') this.runRow(runId, row);
    else if (!isOver || this.#isUntouched(runId, key)) {
      this.dropRunRow(runId, row.sequence);
      if (isOver) this.reopened.add(runId);
    }
  }

  #isUntouched(runId: string, key: string): boolean {
    const stored = this.set.stored(key);
    return stored?.runId === runId && !stored.byPerson;
  }

  #intend(intent: Intent): IntentResult {
    if (this.#hosts?.isOurs === false) throw leaseLost();
    const stopped = unpacked(this.#hosts?.stopped(intent.runId) ?? '');
    if (stopped) return { ok: false, why: 'stopped', reason: stopped };
    const { set } = this;
    const { alikeSince, resend, key } = intent;
    const others = othersWrote(intent, this.#writer);
    const held = others || alikeSince === null ? set.holds(intent, others ? alikeSince : null) : undefined;
    if (held) return held;
    const entry = { type: 'intent', resend } as const;
    const current = set.stored(key);
    if (!mayFollow(current ?? UNKNOWN_ROW, entry)) {
      if (!current) throw new Error(`row ${key} refused an intent but isn't there`);
      return { ok: false, why: 'owned', current };
    }
    const contradictedBy = current && !resend ? set.contradictedBy(key) : undefined;
    if (current && contradictedBy !== undefined)
      return { ok: false, why: 'contradicted', current: { ...current, contradictedBy } };
    const { body, idempotencyKey, idempotencyHeader, quote: answer, payee } = intent;
    const number = this.changes.nextEntry;
    const identity = this.take(intent, entry, intent.at);
    const data = payee === undefined ? {} : { payee };
    const fields = { body, idempotencyKey, idempotencyHeader, answer, data };
    this.entry(intent, entry, intent.at, fields, identity);
    this.#hosts?.hold(this.changes, key, number);
    this.made.set(key, number);
    return { ok: true };
  }

  /** An outcome of this run's intent; or, if rejected or failed, of a free row that was never sent. */
  #record(outcome: Outcome, report: RunRow): RecordResult {
    const { type, at, key, runId } = outcome;
    const before = this.set.stored(key);
    const createdId = type === 'created' ? outcome.createdId : null;
    const isOpen = before?.state === 'sending' && before.runId === runId;
    const held = this.made.get(key) ?? this.#writer.ownIntents.get(key);
    if (before && held !== undefined && !(isOpen && before.intentEntry === held))
      return this.#late(outcome, report, { before, held });
    const holder = isOpen && createdId !== null ? this.set.holderOf(createdId, key) : undefined;
    if (holder) return { ok: false, why: 'id_taken', current: holder };
    let identity: readonly SqlValue[] | null = null;
    if (isOpen) {
      if (type === 'in_doubt') this.#count(runId, 1);
      this.change(before, { type }, at, createdId);
      this.#hosts?.settle(this.changes, key, before.intentEntry);
    } else {
      if (type === 'created' || type === 'in_doubt') throw new Error(`no open intent of this run for ${key}`);
      // The row was stopped before its intent, or another run owns it now.
      if (before?.state === 'sending' || !mayFollow(before ?? UNKNOWN_ROW, { type })) return { ok: true };
      identity = this.take(outcome, { type }, at);
    }
    this.entry(outcome, { type }, at, { ...outcomeFields(outcome, createdId), report }, identity);
    return { ok: true };
  }

  /** An outcome that comes after the lease was lost: it resolves a doubt, or contradicts a person's resolution. */
  #late(
    outcome: Outcome,
    report: RunRow,
    { before, held }: { readonly before: KeptRow; readonly held: number },
  ): RecordResult {
    const { type, at, key } = outcome;
    const createdId = type === 'created' ? outcome.createdId : null;
    this.#hosts?.settle(this.changes, key, held);
    const isOurs = before.intentEntry === held;
    if (isOurs && before.state === 'in_doubt') {
      if (type === 'in_doubt') return { ok: true };
      const holder = createdId === null ? undefined : this.set.holderOf(createdId, key);
      if (holder) return { ok: false, why: 'id_taken', current: holder };
      const entry = { type, resend: true } as const;
      this.#count(outcome.runId, -1);
      this.change(before, entry, at, createdId);
      this.entry(outcome, entry, at, { ...outcomeFields(outcome, createdId), report }, null);
      return { ok: true };
    }
    const wasPaid = isOurs && before.state === 'created' && before.createdId === createdId;
    // It contradicts nothing: the same was known, or nobody said that it was paid, or the outcome is unknown.
    if (type === 'created' ? wasPaid : !(isOurs && before.state === 'created') || type === 'in_doubt')
      return { ok: true };
    this.entry(outcome, { type: 'contradicted' }, at, outcomeFields(outcome, createdId), null);
    this.inEntries.add(report); // until the person corrects it, the run shows the resolution
    return { ok: true };
  }

  #count(runId: string, more: number): void {
    this.doubts.set(runId, (this.doubts.get(runId) ?? 0) + more);
  }

  /** The outcome of a request whose run or host is gone is unknown. */
  putInDoubt(key: string, at: Date): void {
    const row = this.set.stored(key);
    if (row?.state !== 'sending') return;
    const [message, type, since] = [rowNote('unreported'), 'in_doubt', notBefore(at, row)] as const;
    this.#count(row.runId, 1);
    this.change(row, { type }, since, null);
    const reference = row.reference ?? '';
    const report = { ...row, reference, createdId: '', status: type, message, code: type };
    this.entry(row, { type }, since, { data: { message, attempts: [] }, report }, null);
    if (!this.inEntries.has(report)) this.runRow(row.runId, report);
  }

  /** Writes a resolution, if the row's state allows it. */
  resolve(type: EntryType, resolution: Resolution): boolean {
    const { key, createdId, reason, by } = resolution;
    const before = this.set.stored(key);
    if (!before || !mayFollow(before, { type })) return false;
    const at = notBefore(resolution.at, before);
    if (!ASIDE.includes(type)) this.change(before, { type }, at, createdId);
    this.entry(resolution, { type }, at, { by, data: { reason, createdId } }, null);
    return true;
  }
}

const leaseLost = (): LedgerError => refusal('lease_lost', ledgerMessage('lease_lost'));

export interface DecidedGroup {
  readonly writer: Writer;
  readonly results: readonly WriteResult[];
  readonly rows: RowWrites;
}

/** Errors: any; then nothing of the group is written. */
export function decideGroup(
  { changes }: Tx,
  writes: readonly RowWrite[],
  { writer, set, hosts }: { readonly writer: Writer; readonly set: WorkingSet; readonly hosts?: Hosts },
): DecidedGroup {
  const rows = new RowWrites(changes, set, writer, hosts);
  return { writer, results: writes.map((write) => rows.apply(write)), rows };
}
