// A host is paused between an intent and its request until its lease ends, and its row is resolved and sent again.
// When the host wakes up, it sends nothing. Without its deadline the same host pays a second time, and the ledger
// reports it.
import { describe, expect, it } from 'vitest';

import { postgres } from '../kit/postgres.ts';
import { Company, type Host } from './kit/hosts.ts';

const server = postgres();
const WORK = ['work', '--until-empty'];
const PAUSED = { PAYBATCH_TEST_CRASH: 'after-intent:1:SIGSTOP' };

/** Wakes the host after another run has sent its row again. Returns how often the row was paid. */
async function wakenedTooLate(
  begin: (own: Company) => Host,
): Promise<{ own: Company; paid: number; paused: Host }> {
  const own = await Company.make(server, { rows: 1 });
  const id = await own.detach();
  const paused = begin(own);
  await expect.poll(() => own.ask('SELECT * FROM @intents'), { timeout: 30_000 }).toHaveLength(1);
  const other = await own.run(WORK);
  expect(other.code, other.stderr).toBe(0);
  expect((await own.run(['results', id])).code).toBe(3);
  const word = [
    'resolve',
    id,
    '--line',
    '2',
    '--as',
    'not-created',
    '--reason',
    'a guess',
    '--sure',
    '--yes',
  ];
  const refused = await own.run(word);
  expect(refused.code, refused.stderr).toBe(2);
  expect(refused.stderr).toContain('--host-gone');
  const resolved = await own.run([...word, '--host-gone']);
  expect(resolved.code, resolved.stderr).toBe(0);
  const again = await own.run(['run', 'in.csv']);
  expect(again.code, again.stderr).toBe(0);
  expect(own.paid).toBe(1);
  paused.child.kill('SIGCONT');
  const end = await paused.over;
  expect(end.code, end.stderr).toBe(0);
  await own.whole();
  return { own, paid: own.paid, paused };
}

describe('a host that was paused between an intent and its request', () => {
  it('sends nothing when it wakes up after its row was sent again', async () => {
    const { own, paid, paused } = await wakenedTooLate((place) => place.start(WORK, PAUSED));
    expect(paid).toBe(1);
    // It ends because no row is left, whether or not it has noticed the loss of its lease.
    expect((await paused.over).code).toBe(0);
    expect((await own.run(['status'])).code).toBe(0);
  });

  it('sends the row although the run has ended, if nobody has resolved the row', async () => {
    const own = await Company.make(server, { rows: 1 });
    const id = await own.detach();
    const paused = own.start(WORK, PAUSED);
    await expect.poll(() => own.ask('SELECT * FROM @intents'), { timeout: 30_000 }).toHaveLength(1);
    expect((await own.run(WORK)).code).toBe(0);
    expect((await own.run(['results', id])).code).toBe(3);
    paused.child.kill('SIGCONT');
    const woken = await paused.over;
    expect(woken.code, woken.stderr).toBe(0);
    const end = await own.run(['results', id, '--wait', '--out', 'in.results.csv', '--json']);
    expect(end.code, end.stderr + end.stdout).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({ counts: { created: 1 } });
    expect(own.compare()).toBe(0);
    expect(own.paid).toBe(1);
    await own.whole();
  });

  it('pays a second time without its deadline, and status then exits with 3', async () => {
    const { own, paid } = await wakenedTooLate((place) => place.startCareless('deadline', WORK, PAUSED));
    expect(paid).toBe(2);
    const status = await own.run(['status']);
    expect(status.code, status.stdout).toBe(3);
  });
});
