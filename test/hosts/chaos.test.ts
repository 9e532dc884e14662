// Hosts that work on one run are killed at any moment or paused for longer than their leases, while the database
// server restarts. Counted at the sandbox, no row is paid twice and none is lost. Another host soon takes over the
// rows of a dead host, and the run always ends. PAYBATCH_TEST_PLACES is the number of seeds, from PAYBATCH_SEED on.
import { afterAll, describe, expect, it } from 'vitest';

import type { CrashPoint } from '../../src/batch/results/hooks.ts';
import { seeded } from '../../src/sandbox/random.ts';
import { postgres } from '../kit/postgres.ts';
import { paidByMemo } from '../kit/sandbox.ts';
import { SEED } from '../kit/seed.ts';
import { disturb, type Disturbed } from './kit/disturbance.ts';
import { Company } from './kit/hosts.ts';

const server = postgres({ own: true });
const CONCURRENCY = 3;
const WORK = ['work', '--until-empty', '--concurrency', String(CONCURRENCY)];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Works until no row is left, then compares the results with the sandbox. Returns the number of rows in doubt. */
async function finish(own: Company, id: string): Promise<number> {
  const rest = await own.run([...WORK, '--json']);
  expect(rest.code, rest.stderr).toBe(0);
  const end = await own.run(['results', id, '--wait', '--out', 'in.results.csv', '--json']);
  const doubts = own.compare();
  expect(end.code, end.stderr + end.stdout).toBe(doubts === 0 ? 0 : 3);
  const { counts } = JSON.parse(end.stdout) as { counts: Record<string, number> };
  expect(counts).toEqual({ created: own.rows - doubts, ...(doubts > 0 && { in_doubt: doubts }) });
  await own.whole();
  return doubts;
}

/** crash.test.ts covers every point with one host. Here another host takes over. */
const POINTS = ['after-intent', 'after-answer'] as const satisfies readonly CrashPoint[];

describe('a worker that is killed or paused', () => {
  it.each(POINTS)('at %s: another worker sends its remaining rows', async (point) => {
    const own = await Company.make(server, { rows: 60, slowMs: 10 });
    const id = await own.detach();
    const dying = own.start(WORK, { PAYBATCH_TEST_CRASH: `${point}:4` });
    const other = own.start(WORK);
    await dying.over;
    const end = await other.over;
    expect(end.code, end.stderr).toBe(0);
    expect(await finish(own, id)).toBeLessThanOrEqual(CONCURRENCY);
  });

  it('while it sends: another worker continues with its rows within 30 seconds', async () => {
    // The run has one chunk, so the other worker has no other rows to send.
    const own = await Company.make(server, { rows: 40, lease: 8, slowMs: 100 });
    const id = await own.detach();
    const dying = own.start(WORK);
    await own.paying(6);
    dying.child.kill('SIGKILL');
    await dying.over;
    const before = own.paid;
    const killedMs = performance.now();
    const other = own.start(WORK);
    await own.paying(before + 1, 30_000);
    console.log(
      `rows of a dead host were under way again after ${Math.round(performance.now() - killedMs)} ms`,
    );
    expect((await other.over).code).toBe(0);
    expect(await finish(own, id)).toBeLessThanOrEqual(CONCURRENCY);
  });

  it('for longer than its lease: it continues afterwards, and no row is in doubt', async () => {
    const own = await Company.make(server, { rows: 80, slowMs: 40 });
    const id = await own.detach();
    const paused = own.start(WORK);
    await own.paying(6);
    paused.child.kill('SIGSTOP');
    const other = own.start(WORK);
    await pause(4_500);
    paused.child.kill('SIGCONT');
    const ends = [await paused.over, await other.over];
    for (const end of ends) expect(end.code, end.stderr).toBe(0);
    expect(await finish(own, id)).toBe(0);
  });
});

interface Told extends Disturbed {
  readonly seed: number;
  readonly paid: number;
  readonly doubts: number;
}

describe('three workers with random kills and pauses, and a server restart', () => {
  const places = Number(process.env['PAYBATCH_TEST_PLACES'] ?? 1);
  const all: Told[] = [];

  it.each(Array.from({ length: places }, (_, i) => [SEED + i, i] as const))(
    'seed %i: pay no row twice, lose none, and leave only requests in progress in doubt',
    { timeout: 600_000 },
    async (seedHere, i) => {
      // Every fourth seed uses the default lease.
      const lease = i % 4 === 3 ? 8 : 2;
      const own = await Company.make(server, { rows: 240, lease, slowMs: 60 });
      const id = await own.detach('in.csv', ['--max-in-doubt', '1000']);
      const done = await disturb({
        ...{ own, random: seeded(seedHere), server: server.server(), leaseMs: lease * 1_000 },
        begin: () => own.start(WORK),
      });
      for (const { code, stderr } of done.ends)
        if (!stderr.includes("can't be reached")) expect(code, stderr).toBe(0);
      const doubts = await finish(own, id);
      all.push({ ...done, seed: seedHere, paid: own.paid, doubts });
      expect(doubts).toBeLessThanOrEqual(done.underWay);
      expect(own.paid).toBeGreaterThanOrEqual(240 - doubts);
      expect(done.waitedMs).toBeLessThan(30_000);
    },
  );

  afterAll(() => {
    for (const { seed: one, faults, kills, paid, doubts, underWay, waitedMs } of all)
      console.log(
        `seed ${one}: ${faults} faults, ${kills} of them kills, ${paid} payouts, none twice, none lost; ` +
          `${doubts} in doubt of ${underWay} under way; longest wait ${Math.round(waitedMs)} ms`,
      );
  });

  it('pay rows twice if they write the intent only after the response', async () => {
    const own = await Company.make(server, { rows: 60, slowMs: 60 });
    await own.detach('in.csv', ['--max-in-doubt', '1000']);
    // The first kill always hits a host that is sending.
    const first = own.startCareless('intents', WORK, { PAYBATCH_TEST_CRASH: 'after-answer:3' });
    expect((await first.over).signal).toBe('SIGKILL');
    await disturb({
      ...{ own, random: seeded(SEED), server: server.server(), leaseMs: 2_000 },
      begin: () => own.startCareless('intents', WORK),
    });
    expect([...paidByMemo(own.service).values()].filter((times) => times > 1)).not.toEqual([]);
  }, 240_000);
});
