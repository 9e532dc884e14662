// The limits of all hosts together. However many hosts are at work, the service gets at most 105 % of the rate in any
// second, and no more requests are in progress than the concurrency allows.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { paybatchProcess, serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { asked, postgres } from '../kit/postgres.ts';
import { newPostgres } from '../kit/stores.ts';
import { mostInASecond } from '../unit/client/busiest-second.ts';
import { countingService } from './kit/counting-service.ts';

const server = postgres();
const HOSTS = 3;

/** A service, a file for each host, and a ledger. */
async function place(rows: number, tookMs: number) {
  const service = await countingService(tookMs);
  const files = Array.from({ length: HOSTS }, (_, i) => {
    const lines = numbered(rows).map((row, at) => ({ ...row, reference: `R-${i}-${at}` }));
    return [`${i}.csv`, payouts(lines)] as const;
  });
  const at = folder(Object.fromEntries(files));
  const env = {
    ...serviceEnv(service.url),
    PAYBATCH_LEDGER: server.address(),
    PAYBATCH_LEDGER_SCHEMA: server.newSchema(),
  };
  const made = await paybatchProcess(at, ['ledger', 'init'], env);
  expect(made.code, made.stderr).toBe(0);
  const limits = (...words: string[]) => paybatchProcess(at, ['limits', ...words], env);
  const runAll = async (): Promise<void> => {
    const ends = Array.from({ length: HOSTS }, (_, i) =>
      paybatchProcess(at, ['run', `${i}.csv`, '--no-quote', '--alike-ok', '--yes'], {
        ...env,
        PAYBATCH_HOST: `h${i}`,
      }),
    );
    for (const { code, stderr } of await Promise.all(ends)) expect(code, stderr).toBe(0);
  };
  return { ...service, at, env, limits, runAll };
}

describe('limits for several processes', () => {
  it('are set and printed by the command, which refuses invalid values', async () => {
    const { limits } = await place(1, 0);
    expect(JSON.parse((await limits('--rate', '40', '--concurrency', '6', '--json')).stdout)).toEqual({
      rate: 40,
      concurrency: 6,
    });
    expect((await limits()).stdout).toMatch(/requests a second: 40; in progress: 6\n/);
    expect(JSON.parse((await limits('--rate', 'none', '--json')).stdout)).toEqual({
      rate: null,
      concurrency: 6,
    });
    for (const words of [
      ['--rate', '0'],
      ['--rate', 'fast'],
      ['--concurrency', '1.5'],
      ['--concurrency', '-1'],
    ]) {
      const { code, stderr } = await limits(...words);
      expect(code, stderr).toBe(2);
    }
    expect((await limits('--rate', 'none', '--concurrency', 'none')).code).toBe(0);
    const none = await paybatchProcess(folder(), ['limits', '--ledger', join(folder(), 'l.db')], {});
    expect(none.code).toBe(2);
  });

  it(
    'keep three runs at most 5 percent above the rate, and at 80 percent of it or more',
    { retry: 2 },
    async () => {
      const { came, limits, runAll } = await place(40, 30);
      // Low enough for a machine that also runs other tests.
      expect((await limits('--rate', '20')).code).toBe(0);
      await runAll();
      expect(came).toHaveLength(HOSTS * 40);
      expect(mostInASecond(came)).toBeLessThanOrEqual(21);
      // Measured only while all three hosts are at work.
      const [from = 0, to = 0] = [came[20], came[HOSTS * 40 - 20]];
      expect((HOSTS * 40 - 40) / ((to - from) / 1000)).toBeGreaterThanOrEqual(0.8 * 20);
    },
  );

  it('keep the workers of one run within the rate and the concurrency', { retry: 2 }, async () => {
    const { at, env, came, under, limits } = await place(150, 40);
    expect((await limits('--rate', '40', '--concurrency', '5')).code).toBe(0);
    const queued = await paybatchProcess(
      at,
      ['run', '0.csv', '--detach', '--no-quote', '--alike-ok', '--yes'],
      env,
    );
    expect(queued.code, queued.stderr).toBe(0);
    const workers = Array.from({ length: HOSTS }, () => paybatchProcess(at, ['work', '--until-empty'], env));
    for (const { code, stderr } of await Promise.all(workers)) expect(code, stderr).toBe(0);
    expect(came).toHaveLength(150);
    expect(mostInASecond(came)).toBeLessThanOrEqual(42);
    expect(under.most).toBeLessThanOrEqual(5);
  });
});

// The same limits in the ledger: each turn is given out once, the places never exceed the limit, and dead hosts keep
// no places.

const ask = ({ limits }: PostgresLedger, turns: number, underWay = 0, wanted = turns) =>
  limits.ask({ turns, underWay, wanted });

describe('limits in a Postgres ledger', () => {
  it('are unset at first, belong to one environment, and are set separately', async () => {
    const { open } = await newPostgres(server);
    const [one, other] = [await open(), await open('elsewhere')];
    expect(await one.limits.read()).toEqual({ rate: null, concurrency: null });
    expect(await ask(one, 3)).toMatchObject({ rate: null, concurrency: null, turnsAtMs: [] });
    expect(await one.limits.set({ rate: 12.5 })).toEqual({ rate: 12.5, concurrency: null });
    expect(await one.limits.set({ concurrency: 4 })).toEqual({ rate: 12.5, concurrency: 4 });
    expect(await one.limits.set({ rate: null })).toEqual({ rate: null, concurrency: 4 });
    expect(await other.limits.read()).toEqual({ rate: null, concurrency: null });
    expect(await (await open()).limits.read()).toEqual({ rate: null, concurrency: 4 });
  });

  it('give each turn once, spaced by the rate, and at most two seconds ahead', async () => {
    const { open } = await newPostgres(server);
    const hosts = [await open(), await open(), await open()];
    await hosts[0]!.limits.set({ rate: 100 });
    const given = await Promise.all(Array.from({ length: 24 }, (_, i) => ask(hosts[i % 3]!, 8)));
    const turns = given.flatMap(({ turnsAtMs }) => [...turnsAtMs]).sort((a, b) => a - b);
    for (const [at, turn] of turns.entries()) {
      if (at > 0) expect(turn - turns[at - 1]!).toBeGreaterThan(10.6);
    }
    // Two seconds of turns, and the 8 turns of the last request.
    expect(turns.length).toBeGreaterThan(80);
    expect(turns.length).toBeLessThanOrEqual(2 * 93 + 8);
    const late = given.filter(({ turnsAtMs }) => turnsAtMs.length === 0);
    for (const { againInMs } of late) expect(againInMs).toBeGreaterThan(0);
  });

  it('never give more places than the concurrency, and give each host a share', async () => {
    const { open } = await newPostgres(server);
    const hosts = [await open(), await open(), await open()];
    await hosts[0]!.limits.set({ concurrency: 7 });
    const places = [0, 0, 0];
    for (let round = 0; round < 12; round++) {
      const given = await Promise.all(hosts.map((host) => ask(host, 0, 0, 8)));
      given.forEach((one, i) => (places[i] = one.places));
    }
    expect(places.reduce((sum, one) => sum + one, 0)).toBe(7);
    for (const one of places) expect(one).toBeGreaterThanOrEqual(1);
    // Requests in progress keep their places, although the limit is lower now.
    await hosts[0]!.limits.set({ concurrency: 3 });
    expect(await ask(hosts[0]!, 0, places[0], 8)).toMatchObject({ places: places[0] });
    // One host leaves, and the others get its places.
    await hosts[2]!.close();
    await hosts[0]!.limits.set({ concurrency: 7 });
    await ask(hosts[0]!, 0, 0, 0);
    expect(await ask(hosts[1]!, 0, 0, 8)).toMatchObject({ places: 7 });
  });

  it('free the places of a dead host when its lease ends', async () => {
    const { open, text, schema } = await newPostgres(server);
    const [dead, alive] = [await open(), await open()];
    await dead.limits.set({ concurrency: 4 });
    expect(await ask(dead, 0, 0, 8)).toMatchObject({ places: 4 });
    expect(await ask(alive, 0, 0, 8)).toMatchObject({ places: 0 });
    await asked(
      text,
      `UPDATE ${schema}.workers SET lease_until = '-infinity' WHERE id = (SELECT worker FROM ${schema}.slots WHERE taken = 4)`,
    );
    expect(await ask(alive, 0, 0, 8)).toMatchObject({ places: 4 });
  });
});
