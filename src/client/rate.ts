// Requests a second, shared by every call of a run, and paused by a 429. In any second at most the rate and a tenth of
// it (at least one) pass; what was not used is not made up for.
import type { Clock } from './clock.ts';

export class RateLimit {
  readonly #clock: Clock;
  /** Milliseconds between two requests; 0 for no limit. */
  readonly #intervalMs: number;
  /** How far the next turn may lie before the time at which all earlier ones are paid for. */
  readonly #creditMs: number;
  /** The classic "virtual scheduling" form of a token bucket: it needs nothing but this. */
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

  /** Waits for a turn; returns early when the signal fires. */
  take(signal?: AbortSignal): Promise<void> {
    if (this.#intervalMs === 0) return this.#turn(signal);
    const turn = this.#queue.then(() => this.#turn(signal));
    this.#queue = turn;
    return turn;
  }

  /** Nobody starts before this time has passed. */
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
