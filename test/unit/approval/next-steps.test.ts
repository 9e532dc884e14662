// What plan and approve name as the next step works when it is done: with one signature, and with two.
import { expect, it } from 'vitest';

import { office } from '../../kit/plans.ts';

/** The commands that are named, without the program's own name. */
const named = (text: string): string[] => text.match(/(?<=^paybatch )(?:approve|run) .*$/gm) ?? [];
const kinds = (text: string): string[] => named(text).map((line) => line.split(' ', 1).join());

it.each([1, 2])('of %i signatures, each step names the one that comes after it', async (signatures) => {
  const one = await office();
  one.hire('Ada', 'Bea');
  const require = { signatures };
  one.configure({ requireApproval: signatures === 1 ? true : require });
  const plan = await one.plan();
  expect(plan.code, plan.err).toBe(0);
  expect(kinds(plan.out)).toEqual(['approve', 'run']);
  expect(plan.out).toContain(signatures === 1 ? 'a signature of Ada or Bea' : '2 signatures of Ada and Bea');
  const first = await one.approve('Ada');
  expect(first.code, first.err).toBe(0);
  expect(kinds(first.out)).toEqual([signatures === 1 ? 'run' : 'approve']);
  if (signatures === 2) {
    expect(first.out).toContain('has 1 signature: 1 of the 2 that it needs. Next, by another approver:');
    const second = await one.approve('Bea');
    expect(kinds(second.out)).toEqual(['run']);
  }
  expect((await one.run()).code).toBe(0);
  expect(one.service.store.transfers).toHaveLength(4);
});
