// Three hosts at work on one run: killed at any moment and at every named point, paused for longer than their leases, the
// server restarted at once, all of it together. By the sandbox's own word nothing is paid twice and nothing is lost; what a dead
// host held is under way again soon; and it always finishes. PAYBATCH_TEST_PLACES says how many ledgers, PAYBATCH_SEED repeats.
import { describe, expect, it } from 'vitest';

import { CRASH_POINTS } from '../../src/batch/results/hooks.ts';
import { seeded } from '../../src/sandbox/random.ts';
import { type Host, Place } from '../support/hosts.ts';
import { HAS_POSTGRES, postgres, WHY_SKIPPED } from '../support/postgres.ts';

const server = postgres();
const CONCURRENCY = 3;
const WORK = ['work', '--until-empty', '--concurrency', String(CONCURRENCY)];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Works until nothing is left, then holds the results against the truth. A run that halted is run again. Returns the doubts. */
async function finish(own: Place, id: string): Promise<number> {
  const rest = await own.run([...WORK, '--json']);
  expect([0, 4], rest.stderr).toContain(rest.code);
  const end = await own.run(['results', id, '--wait', '--out', 'in.results.csv', '--json']);
  expect([0, 3, 4], end.stderr + end.stdout).toContain(end.code);
  expect(JSON.parse(end.stdout)).not.toHaveProperty('counts.pending');
  const doubts = own.compare();
  await own.whole();
  return doubts;
}

const POINTS = CRASH_POINTS.filter((point) => !/upload|results/.test(point));

describe.runIf(HAS_POSTGRES)(`a worker that is killed${WHY_SKIPPED}`, () => {
  it.each(POINTS)('%s: the others go on with its rows', async (point) => {
    const own = await Place.make(server, { rows: 60, slowMs: 10 });
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
    const own = await Place.make(server, { rows: 40, lease: 8, slowMs: 100 });
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
    const own = await Place.make(server, { rows: 80, slowMs: 40 });
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

describe.runIf(HAS_POSTGRES)(`three workers, and anything at any moment${WHY_SKIPPED}`, () => {
  const seed = Number(process.env['PAYBATCH_SEED'] ?? Date.now() % 1_000_000);
  const places = Number(process.env['PAYBATCH_TEST_PLACES'] ?? 2);

  it(`over ${places} ledgers (seed ${seed})`, { timeout: 180_000 * places }, async () => {
    const random = seeded(seed);
    let [doubts, kills, faults, paid] = [0, 0, 0, 0];
    for (let number = 0; number < places; number++) {
      const own = await Place.make(server, { rows: 240, slowMs: 25 });
      const id = await own.detach('in.csv', ['--max-in-doubt', '1000']);
      let over = false;
      const host = async (): Promise<void> => {
        for (let i = 0; i < 3 && !over; i++) {
          const one: Host = own.start(WORK);
          const sent = own.paid;
          // At any moment of its life, or once rows are being sent.
          if (random() < 0.3) await Promise.race([pause(random() * 3_000), one.over]);
          else for (let tries = 0; tries < 200 && own.paid < sent + 3; tries++) await pause(20);
          await pause(random() * 300);
          if (one.child.exitCode !== null) break;
          faults++;
          if (random() < 0.5) {
            kills++;
            one.child.kill('SIGKILL');
          } else {
            one.child.kill('SIGSTOP');
            await pause(random() * 5_000);
            one.child.kill('SIGCONT');
          }
          await one.over;
        }
      };
      const restart = async (): Promise<void> => {
        await pause(2_000 + random() * 3_000);
        faults++;
        await server.server().down('SIGQUIT');
        await pause(random() * 1_000);
        await server.server().up();
      };
      await Promise.all([host(), host(), host(), restart()]);
      over = true;
      doubts += await finish(own, id);
      paid += own.paid;
    }
    console.log(
      `seed ${seed}: ${faults} faults, ${kills} of them kills, ${paid} payouts, none twice; ${doubts} rows in doubt`,
    );
    // Only who never came back leaves any.
    expect(doubts).toBeLessThanOrEqual(CONCURRENCY * kills);
  });
});
