// A process at work on runs that are open to all hosts: takes chunks, sends their rows, gives them back. Modes:
//   going     takes chunks, sends rows.
//   fenced    its lease is over. No row starts; when what was under way is told, it goes on under a new id.
//   leaving   a signal, a halt, or there is nothing left. No row starts; chunks go back at once, what was sent finishes.
// Only `#leave` and `#renew` change the mode. A row that doesn't start is open still: nobody has to be told.
import type { Submission, Taken } from '../../ledger/ledger.ts';
import { LedgerError } from '../../ledger/ledger.ts';
import type { RunControl } from '../input/control.ts';
import type { RunLog } from '../results/hooks.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { RowResult } from '../results/result.ts';
import { exitOfCounts } from '../results/tally.ts';
import { RowPool } from '../send/row-pool.ts';
import type { Slot } from '../send/slots.ts';
import { Idle } from './idle.ts';
import { payoutOf, type QueuedPayout } from './item.ts';
import { Clients, type HostSettings, openSession, type Session } from './session.ts';
import { planQueued, type TakenPayout, workRow } from './work-row.ts';

const POLL_MS = 200;
const TEND_MS = 1_000;
/** The ledger that this process worked on isn't there any more: it was moved, or replaced by a copy. */
const GONE = new Set<string>(['ledger_moved', 'ledger_older', 'ledger_other', 'ledger_timeline']);

export interface WorkHooks {
  readonly log: RunLog;
  readonly onEnded?: (submission: Submission, row: QueuedPayout['row'], outcome: RowResult) => void;
  readonly notice?: (text: string) => void;
}

export class Worker {
  readonly #settings: HostSettings;
  readonly #hooks: WorkHooks;
  readonly #clients: Clients;
  readonly #pool: RowPool;
  readonly #sessions = new Map<string, Session>();
  /** Chunks with rows that have not ended, and how many. */
  readonly #chunks = new Map<Taken, number>();
  readonly #idle = new Idle();
  #leaving = '';
  /** Why it left before there was nothing left; empty otherwise. */
  halted = '';
  /** Whether what it held and had not sent went back to the others. */
  handedBack = true;
  #failure: { readonly error: unknown } | undefined;

  constructor(settings: HostSettings, hooks: WorkHooks) {
    this.#settings = settings;
    this.#hooks = hooks;
    this.#clients = new Clients(settings);
    this.#pool = new RowPool(settings.concurrency);
  }

  /** Bound to the signals: the first hands back what wasn't sent, the second breaks off what is under way. */
  stopOn(control: RunControl): void {
    control.onSignal((signals) => {
      this.#leave('a signal');
      if (signals > 1) this.#clients.stop();
    });
  }

  /** Works until it leaves, or `isOver` says that nothing is left; on one run, or on whichever is queued. */
  async run(isOver: () => Promise<boolean>, runId?: string): Promise<void> {
    const tending = this.#tend();
    try {
      while (this.#leaving === '') {
        if (this.#settings.queue.fenced) await this.#renew();
        const { given } = this.#idle;
        const taken = await this.#settings.queue.take(runId);
        if (taken) await this.#work(taken);
        else if (this.#chunks.size === 0 && (await this.#isOver(isOver))) this.#leave('nothing is left');
        else await this.#idle.pause(POLL_MS, given);
      }
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      this.#halt(error.message);
    } finally {
      this.#leave('it ends');
      await this.#handBack();
      await tending;
      // What it has done last may have been the last of a run.
      await ledgerCall(() => this.#tendOnce());
      await this.#clients.close();
    }
    // A defect of what runs beside it ends the process loudly.
    if (this.#failure) throw this.#failure.error;
  }

  /** A chunk may have been closed while a row of it came to be open again: tending finds it, so that it is asked twice. */
  async #isOver(isOver: () => Promise<boolean>): Promise<boolean> {
    // A run ends with its last chunk, and not a second later.
    if (this.#idle.hasGiven()) await ledgerCall(() => this.#tendOnce());
    if (!(await isOver())) return false;
    await this.#tendOnce();
    return isOver();
  }

  #isFenced(): boolean {
    return this.#settings.queue.fenced !== undefined;
  }

  /** It may have begun while something was waited for. */
  #isLeaving(): boolean {
    return this.#leaving !== '';
  }

  /** At once, what is under way too: whoever takes it finds it under way. */
  async #handBack(): Promise<void> {
    const held = [...this.#chunks.keys()];
    this.#chunks.clear();
    for (const taken of held) {
      const given = await ledgerCall(() => this.#settings.queue.release(taken));
      this.handedBack &&= given.ok;
    }
    await this.#pool.drain();
  }

  /** No other row starts. What was handed to this process, and isn't under way, goes back. */
  #leave(why: string): void {
    if (this.#leaving !== '') return;
    this.#leaving = why;
    this.#idle.leave();
    for (const { context } of this.#sessions.values()) context.breaker.trip(why);
  }

  /** A process that goes on without the others: it hands back what it has, and says so. */
  #halt(reason: string): void {
    if (this.#leaving === '') this.halted = reason;
    this.#leave(reason);
  }

  async #renew(): Promise<void> {
    const { queue } = this.#settings;
    const why =
      queue.fenced === 'cut_off'
        ? 'the ledger could not be reached for longer than the lease of this process'
        : 'others took this process for dead (it stood still for longer than its lease)';
    for (const { context } of this.#sessions.values()) context.breaker.trip(why);
    await this.#pool.drain();
    this.#sessions.clear();
    this.#chunks.clear();
    await queue.renew();
    this.#hooks.log.warn(`${why}: it goes on under a new id`, { worker: queue.worker });
  }

  /** For all hosts, every second, whatever this one is doing. */
  async #tend(): Promise<void> {
    while (this.#leaving === '') {
      try {
        await this.#tendOnce();
        await this.#retire();
      } catch (error) {
        // Elsewhere, others go on: whoever waits here waits for ever.
        if (!(error instanceof LedgerError) || GONE.has(error.code)) {
          this.#failure = { error };
          this.#leave(error instanceof LedgerError ? error.message : 'a defect');
          return;
        }
        this.#hooks.log.warn('the ledger could not be tended', { reason: error.message });
      }
      await this.#idle.untilLeft(TEND_MS);
    }
  }

  #tendOnce(): Promise<void> {
    return this.#settings.queue.tend({ at: new Date(this.#settings.clock.now()), exitOf: exitOfCounts });
  }

  /** Sessions of runs that were stopped elsewhere, or are over, or whose plan has met a no since. */
  async #retire(): Promise<void> {
    for (const [runId, { context, objection }] of this.#sessions) {
      const now = await this.#settings.queue.submission(runId);
      const isOpen = now && now.stopped === '' && !now.ended;
      const why = isOpen && !context.breaker.isTripped ? await objection() : undefined;
      if (why !== undefined) await this.#refuse(runId, why);
      if (why !== undefined || !isOpen) context.breaker.trip(why ?? now?.stopped ?? 'it is over');
    }
  }

  /** No other host would do better, and nobody is left to wait for it. */
  async #refuse(runId: string, why: string): Promise<void> {
    this.#hooks.notice?.(`run ${runId}: ${why}`);
    await this.#settings.queue.stop(runId, why);
  }

  async #work(taken: Taken): Promise<void> {
    const session = await this.#sessionOf(taken.runId);
    if (this.#isLeaving() || !session || session.context.breaker.isTripped) {
      await this.#settings.queue.release(taken);
      return;
    }
    const payouts = await planQueued(session.context, taken.items.map(payoutOf));
    this.#chunks.set(taken, payouts.length);
    if (payouts.length === 0) await this.#ended(taken);
    for (const row of payouts) {
      await this.#pool.add(
        async (slot) => {
          if (!session.context.breaker.isTripped) await this.#row(session, row, slot);
          const left = (this.#chunks.get(taken) ?? 1) - 1;
          this.#chunks.set(taken, left);
          if (left === 0) await this.#ended(taken);
        },
        () => 0,
      );
    }
  }

  async #row(session: Session, row: TakenPayout, slot: Slot): Promise<void> {
    const { context, submission } = session;
    const outcome = await workRow(context, row, slot);
    if (outcome) this.#hooks.onEnded?.(submission, row.row, outcome);
    if (context.breaker.isTripped) await this.#judge(session);
  }

  async #ended(taken: Taken): Promise<void> {
    if (!this.#chunks.delete(taken)) return;
    const given = await ledgerCall(() => this.#settings.queue.release(taken));
    this.handedBack &&= given.ok;
    if (!given.ok) this.#halt(given.failure);
    this.#idle.gaveBack();
  }

  async #sessionOf(runId: string): Promise<Session | undefined> {
    const known = this.#sessions.get(runId);
    if (known) return known;
    const submission = await this.#settings.queue.submission(runId);
    if (!submission) return undefined;
    const session = await openSession(this.#settings, this.#clients, submission);
    if (typeof session === 'string') {
      await this.#refuse(runId, session);
      return undefined;
    }
    this.#sessions.set(runId, session);
    return session;
  }

  /** A run halts here: since it was stopped for all, since this process is fenced, or since this process should halt. */
  async #judge({ submission, context }: Session): Promise<void> {
    const { queue } = this.#settings;
    if (this.#isLeaving() || this.#isFenced()) return;
    const found = await ledgerCall(() => queue.submission(submission.runId));
    const now = found.ok ? found.value : undefined;
    const isStopped = now !== undefined && (now.stopped !== '' || now.ended);
    if (!isStopped && !this.#isFenced()) this.#halt(context.breaker.reason);
  }
}
