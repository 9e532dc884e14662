// Rows of a plan that are not sent: held beside a doubt, or rejected. What is said of them is what a person can do under a plan.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { results } from '../../kit/cli.ts';
import { payouts } from '../../kit/payouts.ts';
import { office } from '../../kit/plans.ts';

const plainly = (text: string): string => text.replaceAll(/\s+/g, ' ');

it('held beside a doubt: another plan says that both are meant', async () => {
  const one = await office({ faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] });
  one.hire('Ada');
  one.configure({});
  writeFileSync(join(one.at, 'd.csv'), payouts([{ reference: 'X', memo: 'Goods delivered in May' }]));
  expect((await one.plan()).code).toBe(0);
  expect((await one.approve('Ada')).code).toBe(0);
  expect((await one.say(['run', join(one.at, 'd.csv'), '--yes'])).code).toBe(3);
  const ran = await one.run();
  expect(ran.code).toBe(4);
  const rows = results(join(one.at, 'in.results.csv'));
  expect(rows.map(({ status, errorCode }) => [status, errorCode])).toEqual(
    Array(4).fill(['not_sent', 'alike']),
  );
  for (const text of [ran.out, rows[0]?.['errorMessage'] ?? '']) {
    expect(plainly(text)).toContain('make another plan with --alike-ok');
    expect(plainly(text)).not.toContain('run again with --alike-ok');
  }
});

it('rejected: a plan that is used up says how many of its rows were', async () => {
  const one = await office({
    faults: [{ kind: 'status-before', status: 400, operation: 'createTransfer', first: 1 }],
  });
  one.hire('Ada');
  one.configure({ requireApproval: true });
  expect((await one.plan()).code).toBe(0);
  expect((await one.approve('Ada')).code).toBe(0);
  expect((await one.run('--concurrency', '1')).code).toBe(1);
  const again = await one.run();
  expect(again.code).toBe(2);
  expect(plainly(again.err)).toContain('the service rejected 1 of them');
});
