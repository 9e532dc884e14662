// Limits that several processes share. In any second at most 105 % of the rate start, and while there is work most of
// the rate is used. Requests in progress never exceed their limit, however late timers fire.
import { describe, expect, it } from 'vitest';

import { type GateGrant, type GateRequest, type LimitsKeeper, SharedGate } from '../../../src/client/gate.ts';
import { seeded } from '../../../src/sandbox/random.ts';
import { SharedTime } from '../../kit/clock.ts';
import { verbatim } from '../../kit/words.ts';
import { mostInASecond } from './busiest-second.ts';

/** Keeps the limits as the ledger does. Each response takes some milliseconds. */
class Keeper {
  rate: number | null = null;
  concurrency: number | null = null;
  asked = 0;
  fails = false;
  #paidUntil = 0;
  readonly #time: SharedTime;
  readonly #places = new Map<number, number>();

  constructor(time: SharedTime) {
    this.#time = time;
  }

  /** The keeper's clock is ahead by this much. */
  static readonly AHEAD_MS = 5_000_000;

  of(id: number, awayMs: () => number): LimitsKeeper & { isHeld: boolean } {
    const clock = this.#time.clock();
    return {
      isHeld: true,
      ask: async (asked) => {
        await clock.sleep(awayMs());
        const given = this.#give(id, asked);
        await clock.sleep(awayMs());
        if (this.fails) throw new Error('gone');
        return given;
      },
    };
  }

  #give(id: number, { turns, underWay, wanted }: GateRequest): GateGrant {
    this.asked++;
    const nowMs = this.#time.elapsedMs;
    this.#places.delete(id);
    const others = [...this.#places.values()].reduce((sum, places) => sum + places, 0);
    const places =
      this.concurrency === null ? 0 : Math.max(underWay, Math.min(wanted, this.concurrency - others));
    this.#places.set(id, places);
    const { rate, concurrency } = this;
    const stepMs = rate === null ? 0 : 1000 / (rate * 0.93);
    this.#paidUntil = Math.max(this.#paidUntil, nowMs);
    const given = rate === null || this.#paidUntil > nowMs + 1000 ? 0 : turns;
    const turnsAtMs = Array.from(
      { length: given },
      (_, at) => this.#paidUntil + at * stepMs + Keeper.AHEAD_MS,
    );
    this.#paidUntil += given * stepMs;
    const againInMs = Math.max(0, this.#paidUntil - nowMs - 1000);
    return { rate, concurrency, places, nowMs: nowMs + Keeper.AHEAD_MS, turnsAtMs, againInMs };
  }
}

let ids = 0;

/** Each process makes `lanes` calls at a time. Each call takes `tookMs`, after a rest of `restMs`. */
function work(
  time: SharedTime,
  keeper: Keeper,
  processes: number,
  lanes: number,
  tookMs: number,
  awayMs = () => 1,
  restMs = () => 0,
) {
  const starts: number[] = [];
  const under = { now: 0, most: 0 };
  const never = new AbortController();
  const gates = Array.from({ length: processes }, () => {
    const id = ids++;
    const clock = time.clock(id * 1_000);
    const gate = new SharedGate(keeper.of(id, awayMs), clock);
    const lane = async (): Promise<void> => {
      for (;;) {
        const rest = restMs();
        if (rest > 0) await clock.sleep(rest);
        const entered = await gate.enter(never.signal);
        if (typeof entered !== 'function') return;
        starts.push(time.elapsedMs);
        under.most = Math.max(under.most, ++under.now);
        await clock.sleep(tookMs);
        under.now--;
        entered();
      }
    };
    for (let at = 0; at < lanes; at++) void lane();
    return gate;
  });
  return { starts, under, gates };
}

describe('a shared rate', () => {
  it.each([1, 2, 5, 13, 20, 60, 200])('of %i a second is kept, and most of it is used', async (rate) => {
    const time = new SharedTime();
    const keeper = new Keeper(time);
    keeper.rate = rate;
    const { starts } = work(time, keeper, 3, 8, 20);
    await time.passUntil(20_000);
    expect(mostInASecond(starts)).toBeLessThanOrEqual(Math.max(1, rate * 1.05));
    expect(starts.length).toBeGreaterThanOrEqual(0.8 * rate * 19);
    // The gate asks for several turns at a time.
    if (rate >= 20) expect(keeper.asked).toBeLessThan(starts.length / 2);
  });

  it.each([1, 2, 3, 4])('is kept if timers and responses are late (seed %i)', async (seed) => {
    const random = seeded(seed);
    // Most timers are a few milliseconds late, some far more, as on a busy machine or after a pause.
    const late = (): number => (random() < 0.03 ? random() * 1_500 : random() * 12);
    const time = new SharedTime(late);
    const keeper = new Keeper(time);
    keeper.rate = 60;
    const { starts } = work(time, keeper, 3, 8, 20, () => 1 + random() * 4);
    await time.passUntil(30_000);
    expect(mostInASecond(starts)).toBeLessThanOrEqual(63);
    expect(starts.length).toBeGreaterThan(30 * 60 * 0.5);
  });

  it('takes effect within 5 s when it is set, raised or removed', async () => {
    const time = new SharedTime();
    const keeper = new Keeper(time);
    const { starts } = work(time, keeper, 2, 4, 50);
    const during = async (toMs: number): Promise<number> => {
      await time.passUntil(toMs - 5_000);
      const before = starts.length;
      await time.passUntil(toMs);
      return (starts.length - before) / 5;
    };
    expect(await during(10_000)).toBeGreaterThan(150);
    keeper.rate = 10;
    expect(await during(20_000)).toBeLessThanOrEqual(10.5);
    keeper.rate = 50;
    const some = await during(30_000);
    expect(some).toBeGreaterThan(40);
    expect(some).toBeLessThanOrEqual(52.5);
    keeper.rate = null;
    expect(await during(40_000)).toBeGreaterThan(150);
  });
});

describe('requests in progress', () => {
  it('of two processes never exceed the limit, and a closed gate frees its places', async () => {
    const time = new SharedTime();
    const keeper = new Keeper(time);
    keeper.concurrency = 6;
    const first = work(time, keeper, 1, 6, 100);
    await time.passUntil(5_000);
    const second = work(time, keeper, 1, 6, 100);
    await time.passUntil(6_000);
    expect(second.starts).toEqual([]);
    const closing = first.gates[0]!.close();
    await time.passUntil(10_000);
    await closing;
    expect(first.under.most).toBe(6);
    expect(second.under.most).toBe(6);
    expect(second.starts.length).toBeGreaterThan(200);
  });

  it.each([1, 2, 3, 4])('never exceed the limit if processes rest between calls (seed %i)', async (seed) => {
    const random = seeded(seed);
    const time = new SharedTime();
    const keeper = new Keeper(time);
    keeper.concurrency = 5;
    const away = (): number => 1 + random() * 60;
    // Some rests are so long that a process gives its places back, and another process takes them.
    const rest = (): number => (random() < 0.3 ? random() * 1_500 : random() * 20);
    const { starts, under } = work(time, keeper, 3, 6, 60, away, rest);
    await time.passUntil(60_000);
    expect(under.most).toBe(5);
    expect(starts.length).toBeGreaterThan(1_000);
  });

  it('do not start while the places of this process may not be used', async () => {
    const time = new SharedTime();
    const keeper = new Keeper(time);
    keeper.concurrency = 2;
    const clock = time.clock();
    const held = keeper.of(0, () => 1);
    const gate = new SharedGate(held, clock);
    const { signal } = new AbortController();
    const entering = gate.enter(signal);
    await time.passUntil(1_000);
    expect(await entering).toBeTypeOf('function');
    held.isHeld = false;
    let entered = false;
    void gate.enter(signal).then(() => (entered = true));
    await time.passUntil(4_000);
    expect(entered).toBe(false);
    held.isHeld = true;
    await time.passUntil(5_000);
    expect(entered).toBe(true);
  });
});

describe('a gate', () => {
  it('starts no call while its keeper fails, returns the reason, and recovers', async () => {
    const time = new SharedTime();
    const keeper = new Keeper(time);
    keeper.fails = true;
    const gate = new SharedGate(
      keeper.of(0, () => 1),
      time.clock(),
    );
    const { signal } = new AbortController();
    const shut = gate.enter(signal);
    await time.passUntil(1_000);
    expect(await shut).toEqual(verbatim('gone'));
    keeper.fails = false;
    const open = gate.enter(signal);
    await time.passUntil(2_000);
    expect(await open).toBeTypeOf('function');
  });

  it('releases a waiting call when its signal fires, and every waiting call when it closes', async () => {
    const time = new SharedTime();
    const keeper = new Keeper(time);
    keeper.rate = 0.1;
    const gate = new SharedGate(
      keeper.of(0, () => 1),
      time.clock(),
    );
    const stop = new AbortController();
    const { signal } = new AbortController();
    void gate.enter(signal);
    await time.passUntil(100);
    const [stopped, closed] = [gate.enter(stop.signal), gate.enter(signal)];
    await time.passUntil(200);
    stop.abort();
    expect(await stopped).toBeUndefined();
    await gate.close();
    expect(await closed).toBeUndefined();
    expect(await gate.enter(stop.signal)).toBeUndefined();
  });
});
