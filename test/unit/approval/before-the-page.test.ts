// What can't be signed is refused at once, not under thirty lines of page.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { numbered, payouts } from '../../kit/payouts.ts';
import { approvedPlan, office } from '../../kit/plans.ts';

const plainly = (text: string): string => text.replaceAll(/\s+/g, ' ');

async function planned() {
  const one = await office();
  one.hire('Ada', 'Bea');
  one.configure({ requireApproval: true });
  expect((await one.plan()).code).toBe(0);
  return one;
}

const change = (one: { at: string }): void => writeFileSync(join(one.at, 'in.csv'), payouts(numbered(3)));

describe('no page is shown, and nothing signed', () => {
  it('where the file beside the plan is another one', async () => {
    const one = await planned();
    change(one);
    const { code, out, err } = await one.approve('Ada');
    expect([code, out]).toEqual([2, '']);
    expect(plainly(err)).toContain('in.csv is not the file that was planned');
    expect(one.read().signatures).toEqual([]);
  });

  it('where the key has signed it already', async () => {
    const one = await approvedPlan();
    const { code, out, err } = await one.approve('Ada');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('has signed it already');
  });

  it('where the maker is the one who would sign', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: true });
    const files = [join(one.at, 'in.csv'), '--out', join(one.at, 'p.plan')];
    expect((await one.say(['plan', ...files, '--by', 'Ada'])).code).toBe(0);
    const { code, out, err } = await one.approve('Ada');
    expect([code, out]).toEqual([2, '']);
    expect(plainly(err)).toContain('Ada made it: somebody else must approve it');
  });

  it('where the key is the public one: no passphrase is asked for', async () => {
    const one = await planned();
    writeFileSync(join(one.at, 'Ada.key.pub'), one.people.get('Ada') ?? '');
    const args = ['approve', join(one.at, 'p.plan'), '--key', join(one.at, 'Ada.key.pub')];
    const env = { PAYBATCH_KEY_PASSPHRASE: '' };
    const { code, err } = await one.say(args, { interactive: true, env });
    expect(code).toBe(2);
    expect(plainly(err)).toContain('Ada.key.pub: this is a public key');
  });
});

it('a no to a plan whose file was changed is taken', async () => {
  const one = await planned();
  change(one);
  const { code, err } = await one.approve('Ada', '--reject', '--reason', 'the file was changed');
  expect(code, err).toBe(0);
});
