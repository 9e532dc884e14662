// A clock that jumps: a sleep passes at once and is remembered.
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
