// A plan that is rejected or expires while its run is sending it: the run sends no further row.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { signPlan } from '../../../src/approval/signatures.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { type Office, office } from '../../kit/plans.ts';

const ROWS = 40;

/** A plan of 40 rows that Ada has approved. */
async function slowPlan(...flags: string[]): Promise<Office> {
  const one = await office();
  one.hire('Ada', 'Bea');
  one.configure({ requireApproval: true });
  writeFileSync(join(one.at, 'in.csv'), payouts(numbered(ROWS)));
  expect((await one.plan(...flags)).code).toBe(0);
  expect((await one.approve('Ada')).code).toBe(0);
  return one;
}

const sent = ({ service }: Office): number => service.store.transfers.length;
const notSent = ({ at }: Office): string[] =>
  readFileSync(join(at, 'in.results.csv'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('not_sent'));

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Runs the plan row by row. After three transfers it calls `meanwhile`, and the clock advances by `ms`. */
async function runWhile(one: Office, meanwhile: () => Promise<unknown>, ms = 2000) {
  one.service.addFault({ kind: 'slow', operation: 'createTransfer', ms: 20 });
  const running = one.run('--concurrency', '1');
  while (sent(one) < 3) await turn();
  await meanwhile();
  vi.setSystemTime(Date.now() + ms);
  return running;
}

describe('a plan', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
  afterEach(() => void vi.useRealTimers());

  it('sends no further row once it is rejected during its run, and approve reports that the run stops', async () => {
    const one = await slowPlan();
    let said = { code: -1, out: '', err: '' };
    const ran = await runWhile(one, async () => {
      said = await one.approve('Bea', '--reject', '--reason', 'wrong month');
    });
    expect(said.code).toBe(0);
    expect(said.out.replaceAll(/\s+/g, ' ')).toContain('A run that is sending it stops within a few seconds');
    expect([ran.code, ran.out + ran.err]).toEqual([
      4,
      expect.stringContaining('rejected by Bea (wrong month)') as string,
    ]);
    expect(sent(one)).toBeLessThan(ROWS);
    expect(notSent(one)).toHaveLength(ROWS - sent(one));
    for (const line of notSent(one)) expect(line).toContain('wrong month');
    expect((await one.run()).code).toBe(2);
  });

  it('sends no further row once it expires during its run', async () => {
    const one = await slowPlan('--expires', '1h');
    const ran = await runWhile(one, () => Promise.resolve(), 61 * 60_000);
    expect([ran.code, ran.out + ran.err]).toEqual([4, expect.stringContaining('it expired at') as string]);
    expect(sent(one)).toBeLessThan(ROWS);
    expect(notSent(one)).toHaveLength(ROWS - sent(one));
  });

  it('can be shown but not signed once it has expired', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({});
    expect((await one.plan('--expires', '1h')).code).toBe(0);
    vi.setSystemTime(Date.now() + 61 * 60_000);
    const shown = await one.say(['plan', 'show', join(one.at, 'p.plan')]);
    expect(shown.code).toBe(0);
    expect(shown.out).toMatch(/EXPIRED at .* UTC: it can't be run any more/);
    expect(await one.approve('Ada')).toMatchObject({ code: 2, out: '' });
  });

  it('sends every row of a long run if nobody rejects it and it does not expire', async () => {
    const one = await slowPlan();
    expect((await runWhile(one, () => Promise.resolve(), 3600_000)).code).toBe(0);
    expect(sent(one)).toBe(ROWS);
  });
});

// Several people work with one plan at the same time: nobody signs a plan that they have not read.

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

/** Runs `approve` without `--yes`: while the person reads the plan, `meanwhile` happens. */
function slowly(one: Office, name: string, meanwhile: () => Promise<unknown>, ...more: string[]) {
  return one.say(['approve', join(one.at, 'p.plan'), '--key', join(one.at, `${name}.key`), ...more], {
    interactive: true,
    ask: async () => {
      await meanwhile();
      return 'yes';
    },
  });
}

describe('an approver who is reading the plan', () => {
  it('signs nothing if another person signs meanwhile, and can sign afterwards', async () => {
    const one = await planned('Ada', 'Bea');
    const ada = await slowly(one, 'Ada', () => one.approve('Bea'));
    expect(ada).toMatchObject({ code: 2, err: says('in the meantime: nothing was signed') });
    expect(namesIn(one)).toEqual(['Bea']);
    expect(await one.approve('Ada')).toMatchObject({ code: 0, out: says('has 2 signatures') });
    expect((await one.run()).code).toBe(0);
    expect(litter(one)).toEqual([]);
  });

  it('signs nothing if another person rejects the plan meanwhile', async () => {
    const one = await planned('Ada', 'Bea');
    const ada = await slowly(one, 'Ada', () => one.approve('Bea', '--reject', '--reason', 'no'));
    expect(ada).toMatchObject({ code: 2, err: says('in the meantime: nothing was signed') });
    expect(namesIn(one)).toEqual(['Bea']);
  });

  it('signs nothing if a new plan replaces the plan meanwhile', async () => {
    const one = await planned('Ada', 'Bea');
    const ada = await slowly(one, 'Ada', async () => {
      writeFileSync(join(one.at, 'in.csv'), payouts(numbered(5)));
      await one.plan();
    });
    expect(ada).toMatchObject({ code: 2, err: says('it was changed or replaced in the meantime') });
    expect(namesIn(one)).toEqual([]);
  });
});

describe('a new plan that would replace an unsigned one', () => {
  it('is not written if somebody signs the old plan while the new one is being made', async () => {
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
