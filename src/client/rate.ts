// A token bucket for requests a second, shared by every call of a run, and paused by a 429.
import type { Clock } from './clock.ts';

export class RateLimit {
  readonly #clock: Clock;
  /** Milliseconds between two requests; 0 for no limit. */
  readonly #intervalMs: number;
  readonly #burst: number;
  /** Time at which the bucket would be full: the classic "virtual scheduling" form needs nothing else. */
  #fullAt = 0;
  #pausedUntil = 0;

  constructor(clock: Clock, perSecond: number | undefined) {
    this.#clock = clock;
    this.#intervalMs = perSecond === undefined ? 0 : 1000 / perSecond;
    this.#burst = Math.max(1, Math.floor(perSecond ?? 1));
  }

  /** Waits for a turn; returns early when the signal fires. */
  async take(signal?: AbortSignal): Promise<void> {
    while (!(signal?.aborted ?? false)) {
      const now = this.#clock.now();
      if (this.#pausedUntil > now) {
        await this.#clock.sleep(this.#pausedUntil - now, signal);
        continue;
      }
      if (this.#intervalMs === 0) return;
      this.#fullAt = Math.max(this.#fullAt, now) + this.#intervalMs;
      const waitMs = this.#fullAt - this.#burst * this.#intervalMs - now;
      if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
      return;
    }
  }

  /** Nobody starts before this time. */
  pause(untilMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, untilMs);
  }
}
