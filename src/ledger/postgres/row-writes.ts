// The writes of a run, decided over what is at hand and gathered in one transaction. What may follow what is the table of
// transitions'; who may write it is told here: one run owns a row, one host holds its intent.
import { LedgerError } from '../ledger-error.ts';
import type { Intent, IntentResult, Outcome, RecordResult, RunRow } from '../records.ts';
import { notBefore } from '../resolution.ts';
import type { Resolution } from '../said.ts';
import { asNumber, type Value } from '../sqlite/chain/record.ts';
import type { RowWrite, WriteResults } from '../sqlite/row-write.ts';
import type { Beside } from '../standing-again.ts';
import { ASIDE, type EntryType, mayFollow } from '../state.ts';
import type { Values } from './changes.ts';
import { lifeOf, RowStore, toldBy, type Writer } from './row-store.ts';

export class RowWrites extends RowStore {
  /** What the group adds to those that are held. */
  readonly made = new Map<string, number>();
  /** By run: rows that have come to be in doubt, less those that no longer are. */
  readonly doubts = new Map<string, number>();
  /** Runs that were over, and of which a row is open again. */
  readonly goingOn = new Set<string>();

  apply(write: RowWrite): WriteResults[RowWrite['do']] {
    switch (write.do) {
      case 'intend':
        return this.#intend(write.intent);
      case 'record': {
        if (this.#isWithAnother(write.outcome)) return { ok: true };
        const result = this.record(write.outcome);
        if (result.ok) this.#tell(write.outcome, write.row);
        return result;
      }
      case 'note':
        for (const row of write.rows) if (!this.#hasBegun(write.runId, row)) this.runRow(write.runId, row);
        return undefined;
      case 'keep': {
        const { runId, kind, part, data } = write.part;
        this.tx.changes.told('run_parts', [runId, kind, part], [runId, kind, part, data]);
        return undefined;
      }
      case 'saveUpload': {
        const { sha256, documentId, at } = write;
        const { environment } = this.writer;
        const values = [environment, sha256, documentId, at.getTime()];
        this.tx.changes.told('uploads', [environment, sha256], values);
        return undefined;
      }
      case 'forgetUpload':
        this.tx.changes.untold('uploads', [this.writer.environment, write.sha256]);
        return undefined;
      default:
        return write satisfies never;
    }
  }

  /** A row that never got as far as an intent here, and that another host of the run has sent since: it is theirs to tell of. */
  #isWithAnother({ type, key, runId }: Outcome): boolean {
    if (type === 'created' || type === 'in_doubt') return false;
    if (this.made.has(key) || this.writer.held.has(key)) return false;
    return this.hand.mayBePaidBy(runId, key);
  }

  /** Likewise of a row that this host would not send. */
  #hasBegun(runId: string, { status, key }: RunRow): boolean {
    return status === 'not_sent' && key !== null && this.hand.mayBePaidBy(runId, key);
  }

  /**
   * What never left is free for any host unless its run was stopped: then the run has said nothing of it, and where it was over
   * it goes on. What a person has said of it meanwhile, or another run has made of it, stands.
   */
  #tell({ runId, key }: Outcome, row: RunRow): void {
    const isOver = this.hand.isOver(runId);
    if (row.status !== 'not_sent' || this.hand.stopped(runId) !== '') this.runRow(runId, row);
    else if (!isOver || this.#isUntouched(runId, key)) {
      this.untellRunRow(runId, row.sequence);
      if (isOver) this.goingOn.add(runId);
    }
  }

  #isUntouched(runId: string, key: string): boolean {
    const stored = this.hand.stored(key);
    return stored?.['run_id'] === runId && stored['by_person'] !== 1;
  }

  #intend(intent: Intent): IntentResult {
    if (!this.hand.isOurs) throw leaseLost();
    const hand = this.hand;
    const stopped = hand.stopped(intent.runId) ?? '';
    if (stopped !== '') return { ok: false, why: 'stopped', reason: stopped };
    const { alikeSince, resend, key } = intent;
    if (hand.isBehind(key)) throw rowLost(key);
    const others = othersWrote(intent, this.writer);
    const alike = others && alikeSince !== null ? hand.alike(intent, alikeSince) : undefined;
    if (alike) return { ok: false, why: 'alike', current: alike };
    const like = !resend && (others || alikeSince === null) ? hand.referenceLike(intent) : undefined;
    if (like) return { ok: false, why: 'reference_like', current: like };
    const entry = { type: 'intent', resend } as const;
    const before = hand.stored(key);
    if (!mayFollow(lifeOf(before), entry)) {
      const current = hand.row(key);
      if (!current) throw new Error(`row ${key} refused an intent but isn't there`);
      return { ok: false, why: 'owned', current };
    }
    const { body, bodyHash, idempotencyKey, idempotencyHeader, quote: answer, payee } = intent;
    const fields = { body, bodyHash, idempotencyKey, idempotencyHeader, answer };
    const number = this.tx.changes.nextEntry;
    const identity = this.take(intent, entry, intent.at);
    this.entry(intent, entry, intent.at, { ...fields, data: payee === undefined ? {} : { payee } }, identity);
    const { environment, worker } = this.writer;
    this.tx.changes.put('intents', { environment, key, entry: number, worker });
    hand.setOpen(key, { entry: number, worker });
    this.made.set(key, number);
    return { ok: true };
  }

  /** An outcome: over this run's own intent, or (rejected, failed) over a free row that was never sent. */
  record(outcome: Outcome): RecordResult {
    const { type, at, key, runId } = outcome;
    const before = this.hand.stored(key);
    const createdId = type === 'created' ? outcome.createdId : null;
    const isOpen = before?.['state'] === 'sending' && before['run_id'] === runId;
    const held = this.made.get(key) ?? this.writer.held.get(key);
    if (before && held !== undefined && !(isOpen && before['intent_entry'] === held))
      return this.#late(outcome, before, held);
    const holder = isOpen && createdId !== null ? this.hand.holderOf(createdId, key) : undefined;
    if (holder) return { ok: false, why: 'id_taken', current: holder };
    let identity: readonly Value[] | null = null;
    if (isOpen) {
      if (type === 'in_doubt') this.#count(runId, 1);
      this.change(before, { type }, at, createdId);
      this.settle(key, asNumber(before['intent_entry']));
    } else {
      if (type === 'created' || type === 'in_doubt') throw new Error(`no open intent of this run for ${key}`);
      // Not over an intent of ours: then the row was stopped before it, or another run owns it by now.
      if (before?.['state'] === 'sending' || !mayFollow(lifeOf(before), { type })) return { ok: true };
      identity = this.take(outcome, { type }, at);
    }
    this.entry(outcome, { type }, at, toldBy(outcome, createdId), identity);
    return { ok: true };
  }

  /** The outcome of a request of ours, after somebody has given us up: it settles a doubt, and contradicts a word. */
  #late(outcome: Outcome, before: Values, held: number): RecordResult {
    const { type, at, key } = outcome;
    const createdId = type === 'created' ? outcome.createdId : null;
    this.settle(key, held);
    const isOurs = before['intent_entry'] === held;
    if (isOurs && before['state'] === 'in_doubt') {
      if (type === 'in_doubt') return { ok: true };
      const holder = createdId === null ? undefined : this.hand.holderOf(createdId, key);
      if (holder) return { ok: false, why: 'id_taken', current: holder };
      const entry = { type, resend: true } as const;
      this.#count(outcome.runId, -1);
      this.change(before, entry, at, createdId);
      this.entry(outcome, entry, at, toldBy(outcome, createdId), null);
      return { ok: true };
    }
    const wasPaid = isOurs && before['state'] === 'created' && before['created_id'] === createdId;
    // Not paid is what they all said; of a doubt nobody knows more.
    if (type === 'created' ? wasPaid : !(isOurs && before['state'] === 'created') || type === 'in_doubt')
      return { ok: true };
    this.entry(outcome, { type: 'contradicted' }, at, toldBy(outcome, createdId), null);
    return { ok: true };
  }

  #count(runId: string, more: number): void {
    this.doubts.set(runId, (this.doubts.get(runId) ?? 0) + more);
  }

  /** A request whose host is gone: it may still hear of its answer, so that who held it stays written. */
  orphan(outcome: Outcome, row: RunRow): void {
    const before = this.hand.stored(outcome.key);
    if (before?.['state'] !== 'sending') return;
    const { type, at, message } = outcome;
    this.#count(outcome.runId, 1);
    this.change(before, { type }, at, null);
    this.entry(outcome, { type }, at, { data: { message, attempts: [] } }, null);
    this.runRow(outcome.runId, row);
  }

  /** Writes a person's word over a row that the table lets take it. */
  say(type: EntryType, said: Resolution, beside?: Beside): boolean {
    const { key, createdId, reason, by } = said;
    const before = this.hand.stored(key);
    if (!before || !mayFollow(lifeOf(before), { type })) return false;
    const at = notBefore(said.at, { updatedAt: new Date(asNumber(before['updated_at'])) });
    const { identity, ...sent } = beside?.takes ?? {};
    const own = identity ? this.take(identity, { type }, at) : null;
    if (!own && !ASIDE.includes(type)) this.change(before, { type }, at, createdId);
    this.entry(said, { type }, at, { by, data: { reason, createdId, ...beside?.data }, ...sent }, own);
    return true;
  }
}

const rowLost = (key: string): LedgerError =>
  new LedgerError(
    `the ledger's table of rows has lost what its entries tell of (${key}): it was put back as it was before, or a row of it was deleted. It would be paid again: bring the ledger back whole (paybatch ledger verify says where it was touched)`,
    undefined,
    'ledger_timeline',
  );

const leaseLost = (): LedgerError =>
  new LedgerError(
    'another host took this one for dead, since it had not been heard of for longer than its lease: what it has not sent yet is left to them',
    undefined,
    'lease_lost',
  );

/** Whether anybody else has written anything since it looked: only then can there be what its run didn't see. */
export const othersWrote = ({ runId, alikeSince: since }: Intent, { ownAfter, run }: Writer): boolean =>
  since !== null && (runId !== run || since < ownAfter);
