// Limits that several hosts share: requests a second, requests in progress. The keeper (a ledger on Postgres) gives
// turns, each with its moment on the keeper's clock, and places for requests in progress. A turn whose moment has
// passed is lost, so that late timers never make up for it.
import { toldBy } from '../errors.ts';
import type { Message } from '../message.ts';
import type { Clock } from './clock.ts';

export interface GateRequest {
  /** Turns to start a request, at the most. */
  readonly turns: number;
  /** Requests in progress in this process. */
  readonly underWay: number;
  /** Requests that would be in progress without a limit. */
  readonly wanted: number;
}

export interface GateGrant {
  /** Requests a second of all hosts together; `null` for no limit. */
  readonly rate: number | null;
  /** Requests in progress of all hosts together; `null` for no limit. */
  readonly concurrency: number | null;
  /** How many may be in progress in this process. */
  readonly places: number;
  /** When this was given, in milliseconds of the keeper's clock. */
  readonly nowMs: number;
  /** The moments of the turns, on the same clock, in their order. */
  readonly turnsAtMs: readonly number[];
  /** If no turn was given: milliseconds until the next question. */
  readonly againInMs: number;
}

/** If `ask` rejects, nothing may start. */
export interface LimitsKeeper {
  /**
   * Whether turns and places may still be used: the keeper takes them back from a process that it hasn't heard from.
   */
  readonly isHeld: boolean;
  ask(asked: GateRequest): Promise<GateGrant>;
}

/** To be called when the request has ended. */
type Leave = () => void;

export type Gate = Pick<SharedGate, 'enter' | 'close'>;

/**
 * Limits are asked for this often: a change has an effect on all hosts after this time at the latest.
 */
const REFRESH_MS = 2_000;
const REFRESH_HELD_MS = 1_000;
const POLL_MS = 100;
/** A turn that is later than this is lost: other hosts have taken it. */
const LATE_MS = 25;
/** The quickest answer shows how far the keeper's clock is ahead, and counts for this long. */
const CLOCK_MS = 60_000;
const MOST_TURNS = 200;

interface Waiting {
  readonly signal: AbortSignal;
  readonly resolve: (entered: Leave | Message | undefined) => void;
}

export class SharedGate {
  readonly #keeper: LimitsKeeper;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #waiting: Waiting[] = [];
  /** Signals with a listener: many calls wait with the same signal. */
  readonly #signals = new WeakSet<AbortSignal>();
  #working = false;
  #tending = false;
  #underWay = 0;
  #given: GateGrant | undefined;
  /** A question without an answer yet. The answer may take places back, so nothing starts before it. */
  #asking: Promise<GateGrant> | undefined;
  #askedMs = -Infinity;
  /** Moments on this machine's clock. */
  #turns: number[] = [];
  /** How far the keeper's clock is ahead of ours, by the quickest recent answer. */
  #ahead: { readonly ms: number; readonly tookMs: number; readonly atMs: number } | undefined;
  #left: (() => void) | undefined;

  constructor(keeper: LimitsKeeper, clock: Clock) {
    this.#keeper = keeper;
    this.#clock = clock;
  }

  /** Waits until a request may start. A message says why nothing may start; `undefined`: the signal came first. */
  enter(signal: AbortSignal): Promise<Leave | Message | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    if (this.#waiting.length === 0 && this.#isOpen()) return Promise.resolve(this.#start());
    if (!this.#signals.has(signal)) {
      this.#signals.add(signal);
      signal.addEventListener('abort', () => {
        this.#leaveAll(signal);
      });
    }
    return new Promise((resolve) => {
      this.#waiting.push({ signal, resolve });
      void this.#work();
    });
  }

  /** Ends the waiting of calls with this signal, or of all calls. */
  #leaveAll(signal?: AbortSignal): void {
    const gone = this.#waiting.filter((one) => signal === undefined || one.signal === signal);
    for (const one of gone) this.#waiting.splice(this.#waiting.indexOf(one), 1);
    for (const { resolve } of gone) resolve(undefined);
  }

  /** Gives back what it holds. No request enters afterwards. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#leaveAll();
    if (!this.#holdsPlaces()) return;
    await this.#keeper.ask({ turns: 0, underWay: 0, wanted: 0 }).catch(() => undefined);
  }

  /** Whether there were no limits a moment ago. */
  #isOpen(): boolean {
    return !this.#isStale() && this.#given?.rate === null && this.#given.concurrency === null;
  }

  #holdsPlaces(): boolean {
    return typeof this.#given?.concurrency === 'number' && this.#given.places > 0;
  }

  #isStale(): boolean {
    return this.#clock.elapsed() - this.#askedMs > (this.#holdsPlaces() ? REFRESH_HELD_MS : REFRESH_MS);
  }

  #start(): Leave {
    this.#underWay++;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#underWay--;
      this.#left?.();
    };
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      while (this.#waiting.length > 0 && !this.#closing.signal.aborted) {
        if (await this.#mayStart()) this.#waiting.shift()?.resolve(this.#start());
      }
    } catch (error) {
      const message = toldBy(error);
      this.#given = undefined;
      for (const { resolve } of this.#waiting.splice(0)) resolve(message);
    } finally {
      this.#working = false;
    }
    void this.#tend();
  }

  /** One step towards the next start. False: look again. */
  async #mayStart(): Promise<boolean> {
    if (this.#asking) {
      await this.#asking;
      return false;
    }
    const given = this.#given;
    if (!given || this.#isStale()) return this.#ask();
    if (given.concurrency !== null && (this.#underWay >= given.places || !this.#keeper.isHeld)) {
      if (this.#clock.elapsed() - this.#askedMs >= POLL_MS) return this.#ask();
      return this.#pause(POLL_MS);
    }
    if (given.rate === null) return true;
    const nowMs = this.#clock.elapsed();
    const [turn] = this.#turns;
    if (turn === undefined) {
      const againMs = this.#askedMs + given.againInMs;
      return againMs > nowMs ? this.#pause(againMs - nowMs) : this.#ask();
    }
    if (turn > nowMs) return this.#pause(turn - nowMs, false);
    this.#turns.shift();
    return nowMs - turn <= LATE_MS;
  }

  /** `sooner`: also ends when a request of this process ends. */
  async #pause(delayMs: number, sooner = true): Promise<false> {
    const slept = this.#clock.sleep(Math.min(delayMs, REFRESH_HELD_MS), this.#closing.signal);
    await (sooner ? Promise.race([slept, new Promise<void>((resolve) => (this.#left = resolve))]) : slept);
    this.#left = undefined;
    return false;
  }

  async #ask(wanted = this.#underWay + this.#waiting.length): Promise<false> {
    const turns = Math.min(MOST_TURNS, Math.max(0, this.#waiting.length - this.#turns.length));
    const beforeMs = this.#clock.elapsed();
    this.#asking = this.#keeper
      .ask({ turns, underWay: this.#underWay, wanted })
      .finally(() => (this.#asking = undefined));
    const given = await this.#asking;
    const nowMs = this.#clock.elapsed();
    this.#askedMs = nowMs;
    const tookMs = nowMs - beforeMs;
    const known = this.#ahead;
    if (!known || tookMs <= known.tookMs || nowMs - known.atMs > CLOCK_MS)
      this.#ahead = { ms: given.nowMs - (beforeMs + nowMs) / 2, tookMs, atMs: nowMs };
    const aheadMs = this.#ahead?.ms ?? 0;
    this.#given = given;
    this.#turns.push(...given.turnsAtMs.map((atMs) => atMs - aheadMs));
    return false;
  }

  /** Gives back unused places, also while no call waits here. */
  async #tend(): Promise<void> {
    if (this.#tending) return;
    this.#tending = true;
    while (this.#holdsPlaces()) {
      await this.#clock.sleep(REFRESH_HELD_MS / 2, this.#closing.signal);
      if (this.#closing.signal.aborted) break;
      if (this.#working) continue;
      try {
        await this.#ask(this.#underWay);
      } catch {
        break; // the next call that wants to start gets the error
      }
    }
    this.#tending = false;
  }
}
