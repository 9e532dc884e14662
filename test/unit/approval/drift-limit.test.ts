// How much dearer a plan may let its rows become: a maker who writes the file is held to what `plan --max-drift` allows.
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { office } from '../../kit/plans.ts';

it.each(['999%', '100.1%'])('a plan that says %s is neither shown, signed nor run', async (maxDrift) => {
  const one = await office();
  one.hire('Ada');
  one.configure({});
  expect((await one.plan()).code).toBe(0);
  const file = one.read();
  one.forge({ ...file, plan: { ...file.plan, maxDrift } });
  const show = await one.say(['plan', 'show', join(one.at, 'p.plan')]);
  for (const { code, err } of [show, await one.approve('Ada'), await one.run()]) {
    expect(code).toBe(2);
    expect(err).toContain(`its maxDrift is ${maxDrift}, but at most 100% is allowed`);
  }
});

it('a plan may say 100%', async () => {
  const one = await office();
  expect((await one.plan('--max-drift', '100%')).code).toBe(0);
  expect((await one.run()).code).toBe(0);
});
