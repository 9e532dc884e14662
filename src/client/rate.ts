// Requests a second, shared by every call of a run, and paused by a 429. In any second at most the rate and a tenth of
// it (at least one) pass. Unused turns are lost.
import type { Clock, Random } from './clock.ts';

export class RateLimit {
  readonly #clock: Clock;
  /** Milliseconds between two requests; 0 for no limit. */
  readonly #intervalMs: number;
  /** How long before `#paidUntil` the next turn may come. */
  readonly #creditMs: number;
  /** A token bucket in its "virtual scheduling" form, which needs one number. */
  #paidUntil = 0;
  #pausedUntil = 0;
  /** Turns are given one after the other: a timer that fires late must not release a crowd. */
  #queue: Promise<void> = Promise.resolve();

  constructor(clock: Clock, perSecond: number | undefined) {
    this.#clock = clock;
    this.#intervalMs = perSecond === undefined ? 0 : 1000 / perSecond;
    const burst = Math.max(1, Math.floor((perSecond ?? 0) / 10));
    this.#creditMs = (burst - 1) * this.#intervalMs;
  }

  /** Waits for a turn; returns early when the signal fires. `undefined`: the turn is now. */
  take(signal?: AbortSignal): Promise<void> | undefined {
    if (this.#intervalMs === 0)
      return this.#pausedUntil > this.#clock.elapsed() ? this.#turn(signal) : undefined;
    const turn = this.#queue.then(() => this.#turn(signal));
    this.#queue = turn;
    return turn;
  }

  /** No request starts before this time has passed. */
  pauseFor(delayMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.elapsed() + delayMs);
  }

  async #turn(signal?: AbortSignal): Promise<void> {
    while (!(signal?.aborted ?? false)) {
      const now = this.#clock.elapsed();
      const from = Math.max(this.#pausedUntil, this.#paidUntil - this.#creditMs);
      if (from <= now) {
        this.#paidUntil = Math.max(this.#paidUntil, now) + this.#intervalMs;
        return;
      }
      await this.#clock.sleep(from - now, signal);
    }
  }
}

// How long to wait before the next attempt: Retry-After in both its forms, else exponential backoff with jitter.

export interface Limits {
  /** Attempts at one call, the first included. */
  readonly attempts: number;
  /** Time for one call with all its attempts and pauses. */
  readonly totalMs: number;
  readonly baseMs: number;
  readonly capMs: number;
}

export const DEFAULT_LIMITS: Limits = { attempts: 5, totalMs: 120_000, baseMs: 250, capMs: 15_000 };

/**
 * Milliseconds that a Retry-After header asks for (RFC 9110, 10.2.3: seconds or an HTTP date); `undefined` without a
 * usable one.
 */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

/** Pause before attempt number `attempt + 1` (attempts count from 1): anywhere up to base * 2^(attempt-1), capped. */
export function backoffMs(attempt: number, limits: Limits, random: Random): number {
  const ceiling = Math.min(limits.capMs, limits.baseMs * 2 ** (attempt - 1));
  return Math.ceil(ceiling * (0.5 + random() / 2));
}
