// A file whose rows were all paid before: in the same days it is an ordinary second run, later it may be meant as new payments.
import { expect, it } from 'vitest';

import type { Warning } from '../../../src/batch/input/warnings.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';

it.each([
  [2.9, []],
  [3.1, [expect.stringMatching(/^every row of this file was paid before, the last on 2026-06-01 by run /)]],
])('%d days later it pays nothing, and warns: %j', async (days, expected) => {
  const service = await sandbox();
  const at = folder({ 'in.csv': payouts(numbered(3)) });
  const clock = new JumpingClock();
  await runIn(at, service.url, { clock });
  clock.nowMs += days * 86_400_000;
  const warned: string[] = [];
  const checked = (_: unknown, all: readonly Warning[]): void =>
    void warned.push(...all.map(({ message }) => message));
  expect((await runIn(at, service.url, { clock, hooks: { checked } })).exitCode).toBe(0);
  expect(warned).toEqual(expected);
  expect(service.store.transfers).toHaveLength(3);
});
