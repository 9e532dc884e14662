// Clocks for tests. A JumpingClock ends each sleep at once and records it.
import type { Clock } from '../../src/client/clock.ts';

export class JumpingClock implements Clock {
  nowMs = Date.parse('2026-06-01T00:00:00Z');
  elapsedMs = 0;
  readonly slept: number[] = [];

  now(): number {
    return this.nowMs;
  }

  elapsed(): number {
    return this.elapsedMs;
  }

  sleep(delayMs: number): Promise<void> {
    this.slept.push(delayMs);
    this.nowMs += delayMs;
    this.elapsedMs += delayMs;
    return Promise.resolve();
  }
}

/**
 * The time of several processes in one test. It passes only while all of them sleep. `lateMs`: how late each timer
 * fires.
 */
export class SharedTime {
  elapsedMs = 0;
  readonly #lateMs: () => number;
  readonly #sleeping: { readonly untilMs: number; readonly wake: () => void }[] = [];

  constructor(lateMs: () => number = () => 0) {
    this.#lateMs = lateMs;
  }

  /** The clock of one process. `aheadMs`: how far its elapsed time is ahead. */
  clock(aheadMs = 0): Clock {
    return {
      now: () => this.elapsedMs,
      elapsed: () => this.elapsedMs + aheadMs,
      sleep: (delayMs, signal) =>
        new Promise((resolve) => {
          if (signal?.aborted === true) {
            resolve();
            return;
          }
          const wake = (): void => {
            signal?.removeEventListener('abort', wake);
            resolve();
          };
          this.#sleeping.push({ untilMs: this.elapsedMs + delayMs + this.#lateMs(), wake });
          signal?.addEventListener('abort', wake);
        }),
    };
  }

  async passUntil(endMs: number): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#sleeping.sort((a, b) => a.untilMs - b.untilMs);
      const [next] = this.#sleeping;
      if (!next || next.untilMs > endMs) break;
      this.#sleeping.shift();
      this.elapsedMs = Math.max(this.elapsedMs, next.untilMs);
      next.wake();
    }
    this.elapsedMs = endMs;
  }
}
