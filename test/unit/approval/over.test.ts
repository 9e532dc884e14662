// A plan that is over, for whoever reads or signs it: used up, or expired. Nobody signs what can't be run, and a no says what it
// can still keep back.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { numbered, payouts } from '../../kit/payouts.ts';
import { approvedPlan, office } from '../../kit/plans.ts';

const plainly = (text: string): string => text.replaceAll(/\s+/g, ' ');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

it('used up: shown, not signed, and a no keeps nothing back', async () => {
  const one = await approvedPlan();
  const show = () => one.say(['plan', 'show', join(one.at, 'p.plan')]);
  expect(plainly((await show()).out)).not.toContain('used up');
  expect((await one.run()).code).toBe(0);
  const shown = await show();
  expect(shown.code).toBe(0);
  expect(plainly(shown.out)).toContain('USED UP: each of its 4 rows was sent (4 created)');
  const yes = await one.approve('Bea');
  expect(yes.code).toBe(2);
  expect(yes.err).toMatch(/^paybatch: \S+p\.plan: it is used up: each of its 4 rows was sent \(4 created\)/);
  expect(one.read().signatures).toHaveLength(1);
  const no = await one.approve('Bea', '--reject', '--reason', 'late');
  expect(no.code).toBe(0);
  expect(plainly(no.out)).toContain('each of its rows had been sent before, so this stops nothing');
  expect(plainly(no.out)).not.toContain("can't be run any more");
});

it('sent in part: a no keeps back the rest, and says how many had gone', async () => {
  const one = await office({ faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] });
  one.hire('Ada');
  one.configure({});
  writeFileSync(
    join(one.at, 'in.csv'),
    payouts(numbered(4).map((row, at) => ({ ...row, receiverAmount: `${at + 1}` }))),
  );
  expect((await one.plan()).code).toBe(0);
  expect((await one.approve('Ada')).code).toBe(0);
  expect((await one.run('--concurrency', '1')).code).toBe(3);
  const shown = await one.say(['plan', 'show', join(one.at, 'p.plan')]);
  expect(plainly(shown.out)).toContain('Run: 3 of its 4 rows were sent (3 created), 1 is left or in doubt');
  const no = await one.approve('Ada', '--reject', '--reason', 'late');
  expect(plainly(no.out)).toContain('3 of its 4 rows had been sent before');
});

it('expired: shown, and neither signed nor rejected', async () => {
  const one = await office();
  one.hire('Ada');
  one.configure({});
  expect((await one.plan('--expires', '1h')).code).toBe(0);
  vi.setSystemTime(Date.now() + 61 * 60_000);
  const shown = await one.say(['plan', 'show', join(one.at, 'p.plan')]);
  expect(shown.code).toBe(0);
  expect(plainly(shown.out)).toMatch(/EXPIRED at .* UTC: it can't be run any more/);
  expect(await one.approve('Ada')).toMatchObject({ code: 2, out: '' });
  const no = await one.approve('Ada', '--reject', '--reason', 'late');
  expect(no.code).toBe(2);
  expect(plainly(no.err)).toMatch(/it expired at \S+: nobody can run it, so there is nothing to reject/);
});
