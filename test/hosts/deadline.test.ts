// A host that was paused between an intent and its request, given up, and whose row a person had sent again: when it
// wakes up it sends nothing. Without its deadline the same host pays a second time, and the ledger says so.
import { describe, expect, it } from 'vitest';

import { postgres } from '../kit/postgres.ts';
import { Company, type Host } from './kit/hosts.ts';

const server = postgres();
const WORK = ['work', '--until-empty'];
const PAUSED = { PAYBATCH_TEST_CRASH: 'after-intent:1:SIGSTOP' };

/** Wakes the host up once its row was sent again by another; how often the row was paid. */
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

describe(`a host that is paused with an intent, and said to be gone`, () => {
  it('sends nothing when it wakes up', async () => {
    const { own, paid, paused } = await wakenedTooLate((place) => place.start(WORK, PAUSED));
    expect(paid).toBe(1);
    // Whether it heard that others took it for dead is a matter of moments: nothing was left, so that it ended.
    expect((await paused.over).code).toBe(0);
    expect((await own.run(['status'])).code).toBe(0);
  });

  it('sends it under a new id where the run was over by then, and nobody had said anything of the row', async () => {
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

  it('pays a second time where nothing stands between intent and request, and that is told', async () => {
    const { own, paid } = await wakenedTooLate((place) => place.startCareless('deadline', WORK, PAUSED));
    expect(paid).toBe(2);
    const status = await own.run(['status']);
    expect(status.code, status.stdout).toBe(3);
  });
});
