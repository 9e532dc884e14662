// Requests a second: in any second at most the rate and a tenth of it (at least one), however late timers fire.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { RateLimit } from '../../../src/client/rate.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { mostInASecond } from './busiest-second.ts';

/** A clock whose sleeps end later than asked, as on a busy machine. */
class LateClock extends JumpingClock {
  readonly #lateMs: () => number;

  constructor(lateMs: () => number) {
    super();
    this.#lateMs = lateMs;
  }

  override async sleep(delayMs: number): Promise<void> {
    await super.sleep(delayMs + this.#lateMs());
  }
}

describe('the rate limit', () => {
  it('holds in every second, whenever calls come and however late timers fire', async () => {
    const rates = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.double({ min: 0.2, max: 50, noNaN: true }));
    const waits = fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 12 });
    const lates = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(rates, waits, lates, async (perSecond, pauses, late) => {
        let timer = 0;
        const clock = new LateClock(() => late[timer++ % late.length]!);
        const rate = new RateLimit(clock, perSecond);
        const times: number[] = [];
        const take = async (): Promise<void> => {
          await rate.take();
          times.push(clock.elapsed());
        };
        for (const pause of [...pauses, 0]) {
          await Promise.all(Array.from({ length: 1 + Math.ceil(perSecond / 3) }, take));
          clock.elapsedMs += pause;
        }
        expect(mostInASecond(times)).toBeLessThanOrEqual(perSecond + Math.max(1, perSecond / 10));
      }),
    );
  });

  it('reaches its rate while there is work', async () => {
    const clock = new LateClock(() => 1.5);
    const rate = new RateLimit(clock, 200);
    for (let i = 0; i < 2000; i++) await rate.take();
    expect(2000 / (clock.elapsed() / 1000)).toBeGreaterThan(195);
  });

  it('does not change when the clock is set back', async () => {
    const clock = new JumpingClock();
    const rate = new RateLimit(clock, 10);
    await rate.take();
    clock.nowMs -= 3_600_000;
    await rate.take();
    expect(clock.slept).toEqual([100]);
  });

  it('delays calls while it is paused, even without a rate', async () => {
    const clock = new JumpingClock();
    const rate = new RateLimit(clock, undefined);
    rate.pauseFor(4000);
    await rate.take();
    await rate.take();
    expect(clock.slept).toEqual([4000]);
  });

  it('does not delay a call whose signal has fired', async () => {
    const clock = new JumpingClock();
    const rate = new RateLimit(clock, 1);
    const stop = new AbortController();
    await rate.take(stop.signal);
    stop.abort();
    await rate.take(stop.signal);
    expect(clock.slept).toEqual([]);
  });
});
