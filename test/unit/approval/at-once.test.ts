// Several people with one plan at a time: nobody signs what they have not read.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { signPlan } from '../../../src/approval/signatures.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { type Office, office } from '../../kit/plans.ts';

const says = (text: string) => expect.stringContaining(text) as string;

async function planned(...people: string[]): Promise<Office> {
  const one = await office();
  one.hire(...people);
  one.configure({ requireApproval: { signatures: Math.min(2, people.length) } });
  const made = await one.plan();
  expect(made).toMatchObject({ code: 0 });
  return one;
}
const namesIn = (one: Office): string[] => one.read().signatures.map(({ name }) => name);
const litter = (one: Office): string[] =>
  readdirSync(one.at).filter((name) => /lock$|tmp$/.test(name) && !name.startsWith('l.db'));

/** As `approve` without --yes: somebody reads, and `meanwhile` something happens. */
function slowly(one: Office, name: string, meanwhile: () => Promise<unknown>, ...more: string[]) {
  return one.say(['approve', join(one.at, 'p.plan'), '--key', join(one.at, `${name}.key`), ...more], {
    interactive: true,
    ask: async () => {
      await meanwhile();
      return 'yes';
    },
  });
}

describe('while somebody reads a plan', () => {
  it('another signature makes it another file: they look at it again', async () => {
    const one = await planned('Ada', 'Bea');
    const ada = await slowly(one, 'Ada', () => one.approve('Bea'));
    expect(ada).toMatchObject({ code: 2, err: says('in the meantime: nothing was signed') });
    expect(namesIn(one)).toEqual(['Bea']);
    expect(await one.approve('Ada')).toMatchObject({ code: 0, out: says('has 2 signatures') });
    expect((await one.run()).code).toBe(0);
    expect(litter(one)).toEqual([]);
  });

  it('a rejection ends it, and what was typed after that signs nothing', async () => {
    const one = await planned('Ada', 'Bea');
    const ada = await slowly(one, 'Ada', () => one.approve('Bea', '--reject', '--reason', 'no'));
    expect(ada).toMatchObject({ code: 2, err: says('in the meantime: nothing was signed') });
    expect(namesIn(one)).toEqual(['Bea']);
  });

  it('a plan that was made anew in its place is not the one that they read', async () => {
    const one = await planned('Ada', 'Bea');
    const ada = await slowly(one, 'Ada', async () => {
      writeFileSync(join(one.at, 'in.csv'), payouts(numbered(5)));
      await one.plan();
    });
    expect(ada).toMatchObject({ code: 2, err: says('it was changed or replaced in the meantime') });
    expect(namesIn(one)).toEqual([]);
  });
});

describe('a plan in the place of one that nobody has signed', () => {
  it('is not put there when somebody signs while it is being made', async () => {
    let sign: (() => void) | undefined;
    const one = await office({ watch: () => sign?.() });
    one.hire('Ada');
    one.configure({});
    await one.plan();
    const file = one.read();
    sign = () => {
      sign = undefined;
      const said = { name: 'Ada', publicKey: one.people.get('Ada') ?? '', at: new Date().toISOString() };
      one.write({ ...file, signatures: [signPlan(file, one.keyOf('Ada'), said)] });
    };
    expect(await one.plan()).toMatchObject({ code: 2, err: says('has signatures: choose another name') });
    expect([sign, namesIn(one)]).toEqual([undefined, ['Ada']]);
  });
});
