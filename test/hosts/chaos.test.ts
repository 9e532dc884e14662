// Three hosts at work on one run: killed at any moment and at every named point, paused for longer than their leases,
// the server restarted at once, all of it together. By the sandbox's own word nothing is paid twice and nothing is
// lost; what a dead host held is under way again soon; and it always finishes. PAYBATCH_TEST_PLACES says over how many
// seeds, from PAYBATCH_SEED on.
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

/** Works until nothing is left, then holds the results against the truth. Returns the doubts. */
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

/** What each point leaves is crash.test.ts's own; here others go on with it. */
const POINTS = ['after-intent', 'after-answer'] as const satisfies readonly CrashPoint[];

describe(`a worker that is killed`, () => {
  it.each(POINTS)('%s: the others go on with its rows', async (point) => {
    const own = await Company.make(server, { rows: 60, slowMs: 10 });
    const id = await own.detach();
    const dying = own.start(WORK, { PAYBATCH_TEST_CRASH: `${point}:4` });
    const other = own.start(WORK);
    await dying.over;
    const end = await other.over;
    expect(end.code, end.stderr).toBe(0);
    expect(await finish(own, id)).toBeLessThanOrEqual(CONCURRENCY);
  });

  it('leaves its rows to others within 30 seconds', async () => {
    // One chunk: whoever comes has nothing else to do.
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

  it('is a paused one that comes back: nothing is in doubt, and it goes on', async () => {
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

describe(`three workers, and anything at any moment`, () => {
  const places = Number(process.env['PAYBATCH_TEST_PLACES'] ?? 1);
  const all: Told[] = [];

  it.each(Array.from({ length: places }, (_, i) => [SEED + i, i] as const))(
    'seed %i: nothing twice, nothing lost, no more in doubt than was under way, and it ends',
    { timeout: 600_000 },
    async (seedHere, i) => {
      // Of twenty, five with the lease that hosts have by default.
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

  it('pays twice where hosts write down what they send only when it was answered', async () => {
    const own = await Company.make(server, { rows: 60, slowMs: 60 });
    await own.detach('in.csv', ['--max-in-doubt', '1000']);
    // Whatever else happens: one is killed while it is sending.
    const first = own.startCareless('intents', WORK, { PAYBATCH_TEST_CRASH: 'after-answer:3' });
    expect((await first.over).signal).toBe('SIGKILL');
    await disturb({
      ...{ own, random: seeded(SEED), server: server.server(), leaseMs: 2_000 },
      begin: () => own.startCareless('intents', WORK),
    });
    expect([...paidByMemo(own.service).values()].filter((times) => times > 1)).not.toEqual([]);
  }, 240_000);
});
