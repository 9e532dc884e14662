// What all hosts of an environment may do together, as the server keeps it: turns that nobody else has, places that are never
// more than the limit, and none for the dead.
import { describe, expect, it } from 'vitest';

import type { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { asked, postgres } from '../kit/postgres.ts';
import { newPostgres } from '../kit/stores.ts';

const server = postgres();
const ask = ({ limits }: PostgresLedger, turns: number, underWay = 0, wanted = turns) =>
  limits.ask({ turns, underWay, wanted });

describe(`limits on Postgres`, () => {
  it('are none at first, are kept for the environment, and each is set by itself', async () => {
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

  it('give each turn once, as far apart as the rate has it, and not far ahead', async () => {
    const { open } = await newPostgres(server);
    const hosts = [await open(), await open(), await open()];
    await hosts[0]!.limits.set({ rate: 100 });
    const given = await Promise.all(Array.from({ length: 24 }, (_, i) => ask(hosts[i % 3]!, 8)));
    const turns = given.flatMap(({ turnsAtMs }) => [...turnsAtMs]).sort((a, b) => a - b);
    for (const [at, turn] of turns.entries()) {
      if (at > 0) expect(turn - turns[at - 1]!).toBeGreaterThan(10.6);
    }
    // One second ahead, and what each asker begins before it.
    expect(turns.length).toBeGreaterThan(80);
    expect(turns.length).toBeLessThanOrEqual(2 * 93 + 8);
    const late = given.filter(({ turnsAtMs }) => turnsAtMs.length === 0);
    for (const { againInMs } of late) expect(againInMs).toBeGreaterThan(0);
  });

  it('never give out more places than there are, whoever asks at once, and give each its share', async () => {
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
    // What is under way is counted, whatever the limit is by now.
    await hosts[0]!.limits.set({ concurrency: 3 });
    expect(await ask(hosts[0]!, 0, places[0], 8)).toMatchObject({ places: places[0] });
    // One leaves: the others have its part.
    await hosts[2]!.close();
    await hosts[0]!.limits.set({ concurrency: 7 });
    await ask(hosts[0]!, 0, 0, 0);
    expect(await ask(hosts[1]!, 0, 0, 8)).toMatchObject({ places: 7 });
  });

  it('give back what a dead host held, with its lease', async () => {
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
