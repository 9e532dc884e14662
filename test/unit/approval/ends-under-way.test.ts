// A plan that ends while its run is sending it: rejected by an approver, or past its time. No further row is sent.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { numbered, payouts } from '../../kit/payouts.ts';
import { type Office, office } from '../../kit/plans.ts';

const ROWS = 40;

/** A plan of some rows that Ada has approved, which goes row by row. */
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

/** The plan's run, in which `meanwhile` happens as soon as three rows have gone; two seconds pass with it. */
async function runWhile(one: Office, meanwhile: () => Promise<unknown>, ms = 2000) {
  one.service.addFault({ kind: 'slow', operation: 'createTransfer', ms: 20 });
  const running = one.run('--concurrency', '1');
  while (sent(one) < 3) await turn();
  await meanwhile();
  vi.setSystemTime(Date.now() + ms);
  return running;
}

describe('a plan under way', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
  afterEach(() => void vi.useRealTimers());

  it('that is rejected sends no further row, and the person who rejects it reads that the run stops', async () => {
    const one = await slowPlan();
    let said = { code: -1, out: '', err: '' };
    const ran = await runWhile(one, async () => {
      said = await one.approve('Bea', '--reject', '--reason', 'wrong month');
    });
    expect(said.code).toBe(0);
    expect(said.out.replaceAll(/\s+/g, ' ')).toContain('A run that is sending it stops within a few seconds');
    expect([ran.code, ran.out + ran.err]).toEqual([
      4,
      expect.stringContaining('rejected by Bea: wrong month') as string,
    ]);
    expect(sent(one)).toBeLessThan(ROWS);
    expect(notSent(one)).toHaveLength(ROWS - sent(one));
    for (const line of notSent(one)) expect(line).toContain('wrong month');
    expect((await one.run()).code).toBe(2);
  });

  it('that expires sends no further row', async () => {
    const one = await slowPlan('--expires', '1h');
    const ran = await runWhile(one, () => Promise.resolve(), 61 * 60_000);
    expect([ran.code, ran.out + ran.err]).toEqual([4, expect.stringContaining('it expired at') as string]);
    expect(sent(one)).toBeLessThan(ROWS);
    expect(notSent(one)).toHaveLength(ROWS - sent(one));
  });

  it('that has expired is shown, and not signed', async () => {
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

  it('that nobody ends goes to its end, however long it takes', async () => {
    const one = await slowPlan();
    expect((await runWhile(one, () => Promise.resolve(), 3600_000)).code).toBe(0);
    expect(sent(one)).toBe(ROWS);
  });
});
