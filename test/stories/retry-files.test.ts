// Retry files: how they are called, run after run, and that what somebody has changed in one is never lost.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { place } from '../kit/in-doubt.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

const retries = (at: string): string[] =>
  readdirSync(at).filter((name) => /\.retry.*\.csv$/.test(name) && !name.includes('.results.'));

async function refusing(times: number) {
  const service = await sandbox();
  const refuse = (first: number): void => {
    service.faults.clear();
    if (first > 0)
      service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', first });
  };
  const one = await place(service);
  writeFileSync(join(one.at, 'in.csv'), payouts(numbered(3)));
  refuse(times);
  const run = async (name: string) =>
    (await one.say(['run', join(one.at, name), '--concurrency', '1'], {})).code;
  return { ...one, run, refuse };
}

it('the retry file of a retry file is NAME.retry-2.csv, and each row is paid once', async () => {
  const { at, run, refuse, service } = await refusing(2);
  expect(await run('in.csv')).toBe(1);
  refuse(1);
  expect(await run('in.retry.csv')).toBe(1);
  expect(retries(at).sort()).toEqual(['in.retry-2.csv', 'in.retry.csv']);
  refuse(1);
  expect(await run('in.retry-2.csv')).toBe(1);
  refuse(0);
  expect(await run('in.retry-3.csv')).toBe(0);
  expect(await run('in.csv')).toBe(0);
  expect(service.store.transfers).toHaveLength(3);
});

it('a retry file that somebody has changed is never overwritten', async () => {
  const { at, run, refuse } = await refusing(2);
  expect(await run('in.csv')).toBe(1);
  const changed = `${readFileSync(join(at, 'in.retry.csv'), 'utf8')}\n`;
  writeFileSync(join(at, 'in.retry.csv'), changed);
  writeFileSync(join(at, 'in.retry-2.csv'), 'my notes\n');
  refuse(2);
  expect(await run('in.csv')).toBe(1);
  expect(readFileSync(join(at, 'in.retry.csv'), 'utf8')).toBe(changed);
  expect(readFileSync(join(at, 'in.retry-2.csv'), 'utf8')).toBe('my notes\n');
  expect(existsSync(join(at, 'in.retry-3.csv'))).toBe(true);
});
