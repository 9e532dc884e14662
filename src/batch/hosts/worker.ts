// A process that works on runs of all hosts: it takes chunks, sends their rows, and gives the chunks back. When its
// lease is over (fenced), it records requests in progress, and then continues under a new id. When it leaves (a
// signal, a halt, nothing left), it gives chunks back at once, and requests in progress finish.
import { setTimeout } from 'node:timers/promises';

import { PlanError } from '../../approval/plan-error.ts';
import { LedgerError, type RunQueue, type Submission, type TakenChunk } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import type { RunControl } from '../input/control.ts';
import { planPage } from '../plan/page.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { RowResult } from '../results/result.ts';
import { exitOfCounts } from '../results/tally.ts';
import { sendingMessage } from '../send/messages.ts';
import { RowPool, type Slot } from '../send/row-pool.ts';
import { payoutOf, type QueuedPayout } from './item.ts';
import { hostsMessage } from './messages.ts';
import { Clients, type HostSettings, openSession, type Session } from './session.ts';
import { type TakenPayout, workRow } from './work-row.ts';

const POLL_MS = 200;
const MAINTAIN_MS = 1_000;
const LEFT = hostsMessage('left_to_others');
/** The ledger of this process was moved, or replaced by a copy. */
const GONE = new Set<string>(['ledger_moved', 'ledger_older', 'ledger_other', 'ledger_timeline']);

export interface WorkHooks {
  readonly onEnded?: (submission: Submission, row: QueuedPayout['row'], outcome: RowResult) => void;
  readonly notice?: (message: Message) => void;
}

/** Ends complete runs of all hosts, among other things: {@link RunQueue.maintain}. */
export const maintainQueue = (queue: RunQueue, clock: { now(): number }): Promise<void> =>
  queue.maintain({ at: new Date(clock.now()), exitOf: exitOfCounts });

export class Worker {
  readonly #settings: HostSettings;
  readonly #hooks: WorkHooks;
  readonly #clients: Clients;
  readonly #pool: RowPool;
  readonly #sessions = new Map<string, Session>();
  /** Chunks, and how many of their rows have not ended. */
  readonly #chunks = new Map<TakenChunk, number>();
  readonly #left = new AbortController();
  /** Whether a chunk was given back since the last look: it may have been the last of its run. */
  #hasGiven = false;
  /** Why it left before there was nothing left. */
  halted: Message | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(settings: HostSettings, hooks: WorkHooks) {
    this.#settings = settings;
    this.#hooks = hooks;
    this.#clients = new Clients(settings);
    this.#pool = new RowPool(settings.concurrency);
  }

  /** The first signal hands back rows that are not sent, the second aborts requests in progress. */
  stopOn(control: RunControl): void {
    control.onSignal((signals) => {
      this.#leave(sendingMessage('signal'));
      if (signals > 1) this.#clients.stop();
    });
  }

  /** Works on one run, or on all queued runs, until it leaves, or `isOver` says that nothing is left. */
  async run(isOver: () => Promise<boolean>, runId?: string): Promise<void> {
    const { queue } = this.#settings;
    const maintenance = this.#maintain();
    try {
      while (!this.#isLeaving()) {
        if (queue.isFenced) await this.#renew();
        const taken = await queue.take(runId);
        if (taken) await this.#work(taken);
        else if (this.#chunks.size === 0 && (await this.#isOver(isOver))) this.#leave();
        else await this.#pause(POLL_MS);
      }
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      this.#halt(error.told);
    } finally {
      this.#leave();
      await this.#handBack();
      await maintenance;
      // Its last row may have been the last of a run.
      await ledgerCall(() => this.#maintainOnce());
      await this.#clients.close();
    }
    if (this.#failure) throw this.#failure.error;
  }

  /**
   * A chunk may have been closed while one of its rows became open again. Maintenance finds that, so it asks twice.
   */
  async #isOver(isOver: () => Promise<boolean>): Promise<boolean> {
    // Ends a run with its last chunk, and not a second later.
    if (this.#hasGiven) await ledgerCall(() => this.#maintainOnce());
    this.#hasGiven = false;
    if (!(await isOver())) return false;
    await this.#maintainOnce();
    return isOver();
  }

  #isLeaving(): boolean {
    return this.#left.signal.aborted;
  }

  /** Also gives back chunks with requests in progress: the next worker sees that these rows are being sent. */
  async #handBack(): Promise<void> {
    const chunks = [...this.#chunks.keys()];
    this.#chunks.clear();
    for (const taken of chunks) await this.#release(taken);
    await this.#pool.drain();
  }

  /** No other row starts. */
  #leave(why: Message = LEFT): void {
    if (this.#isLeaving()) return;
    this.#left.abort();
    for (const { context } of this.#sessions.values()) context.breaker.trip(why);
  }

  /** This process stops, and the others continue. */
  #halt(reason: Message): void {
    if (!this.#isLeaving()) this.halted = reason;
    this.#leave(reason);
  }

  async #renew(): Promise<void> {
    const { queue } = this.#settings;
    for (const { context } of this.#sessions.values()) context.breaker.trip(LEFT);
    await this.#pool.drain();
    this.#sessions.clear();
    this.#chunks.clear();
    await queue.renew();
    this.#hooks.notice?.(hostsMessage('renewed', { worker: queue.worker }));
  }

  /** Sweeps for all hosts, every second. */
  async #maintain(): Promise<void> {
    while (!this.#isLeaving()) {
      try {
        await this.#maintainOnce();
      } catch (error) {
        // It would wait for ever for a ledger that was moved.
        if (!(error instanceof LedgerError) || GONE.has(error.code)) {
          this.#failure = { error };
          this.#leave(error instanceof LedgerError ? error.told : LEFT);
          return;
        }
        this.#hooks.notice?.(hostsMessage('sweep_failed', { why: error.told }));
      }
      await this.#pause(MAINTAIN_MS);
    }
  }

  /** Ends early when the worker leaves. */
  async #pause(delayMs: number): Promise<void> {
    await setTimeout(delayMs, undefined, { signal: this.#left.signal }).catch(() => undefined); // only ever broken off
  }

  #maintainOnce(): Promise<void> {
    return maintainQueue(this.#settings.queue, this.#settings.clock);
  }

  /** No host may send the run. */
  async #refuse(runId: string, why: Message): Promise<void> {
    this.#hooks.notice?.(hostsMessage('run_refused', { runId, why }));
    await ledgerCall(() => this.#settings.queue.stop(runId, why));
  }

  async #work(taken: TakenChunk): Promise<void> {
    // If the ledger fails here, the chunk goes back when this process leaves.
    this.#chunks.set(taken, taken.items.length);
    const session = await this.#sessionOf(taken.runId);
    if (this.#isLeaving() || !session || session.context.breaker.isTripped) {
      this.#chunks.delete(taken);
      await this.#settings.queue.release(taken);
      return;
    }
    const { ledger, client, clock } = session.context;
    // Possible duplicates were found when the rows were submitted; later ones are found when the intent is written.
    const payouts = await planPage(taken.items.map(payoutOf), { ledger, profile: client.profile, clock });
    if (payouts.length === 0) await this.#ended(taken);
    for (const row of payouts) {
      await this.#pool.add(async (slot) => {
        if (!session.context.breaker.isTripped) await this.#row(session, row, slot);
        const left = (this.#chunks.get(taken) ?? 1) - 1;
        this.#chunks.set(taken, left);
        if (left === 0) await this.#ended(taken);
      });
    }
  }

  async #row(session: Session, row: TakenPayout, slot: Slot): Promise<void> {
    const { context, submission } = session;
    const outcome = await workRow(context, row, slot);
    if (outcome) this.#hooks.onEnded?.(submission, row.row, outcome);
    if (context.breaker.isTripped) await this.#haltIfDue(session);
  }

  async #ended(taken: TakenChunk): Promise<void> {
    if (!this.#chunks.delete(taken)) return;
    const failure = await this.#release(taken);
    if (failure !== undefined) this.#halt(failure);
    this.#hasGiven = true;
  }

  async #release(taken: TakenChunk): Promise<Message | undefined> {
    const given = await ledgerCall(() => this.#settings.queue.release(taken));
    return given.ok ? undefined : given.failure;
  }

  async #sessionOf(runId: string): Promise<Session | undefined> {
    const known = this.#sessions.get(runId);
    if (known) return known;
    const submission = await this.#settings.queue.submission(runId);
    if (!submission) return undefined;
    const refuse = (why: Message): Promise<void> => this.#refuse(runId, why);
    try {
      const session = await openSession(this.#settings, this.#clients, submission, refuse);
      this.#sessions.set(runId, session);
      return session;
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      await refuse(error.told);
      return undefined;
    }
  }

  /** The session stopped. Unless the run was stopped for all hosts, or the lease is over, this process halts. */
  async #haltIfDue({ submission, context }: Session): Promise<void> {
    const { queue } = this.#settings;
    if (this.#isLeaving() || queue.isFenced) return;
    const found = await ledgerCall(() => queue.submission(submission.runId));
    const isStopped = found.ok && found.value && (found.value.stopped !== undefined || found.value.ended);
    const { reason } = context.breaker;
    if (!isStopped && reason && !this.#settings.queue.isFenced) this.#halt(reason);
  }
}
