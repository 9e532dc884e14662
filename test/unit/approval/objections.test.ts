// What speaks against a plan stands on the page that is signed: what its maker was told, and nothing less.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Big from 'big.js';
import { describe, expect, it } from 'vitest';

import { numbered, payouts } from '../../kit/payouts.ts';
import { type Office, office } from '../../kit/plans.ts';

const OTHER = '0a0b0c0d-1111-4222-8333-444455556666';
const COLUMNS = [...(payouts([]).split('\n')[0] ?? '').split(','), 'x-payee'];
const plainly = (text: string): string => text.replaceAll(/\s+/g, ' ');

const row = (n: number, more: object = {}) => ({
  reference: `P-${n}`,
  memo: `part ${n}`,
  'x-payee': 'Harbour Lane Ltd',
  ...more,
});

/** A payee was paid at one account, and a file is planned that pays it at another. */
async function changedAccount(...more: object[]): Promise<Office> {
  const one = await office();
  one.hire('Ada');
  one.configure({ requireApproval: { from: { GBP: '500' } }, payee: 'x-payee' });
  writeFileSync(join(one.at, 'first.csv'), payouts([row(1)], COLUMNS));
  expect((await one.say(['run', join(one.at, 'first.csv'), '--yes'])).code).toBe(0);
  const moved = row(2, { 'destination.externalAccountId': OTHER, receiverAmount: '900.00' });
  writeFileSync(join(one.at, 'in.csv'), payouts([moved, ...more.map((one) => row(3, one))], COLUMNS));
  return one;
}

const CHANGED =
  /line 2: destination\.externalAccountId "0a0b.*" is another account than this payee .*was last paid at/;

describe('the page that is signed', () => {
  it('has what the maker was told', async () => {
    const one = await changedAccount();
    const made = await one.plan();
    expect(made.err).toContain('is another account than this payee');
    const signed = await one.approve('Ada');
    const shown = await one.say(['plan', 'show', join(one.at, 'p.plan')]);
    for (const { out, err } of [made, signed, shown]) expect(plainly(out + err)).toMatch(CHANGED);
    expect(plainly(shown.out)).toContain('Warnings of the checks that were made with it');
    expect((await one.run()).code).toBe(0);
  });

  it('names the payees, by the column that says so, at every width', async () => {
    const one = await changedAccount();
    const wide = await one.plan();
    expect(wide.out).toMatch(/line +the largest +amount +payee +account/);
    expect(wide.out).toMatch(/P-2 +900\.00 +GBP +Harbour Lane Ltd +0a0b0c0d/);
    const narrow = await one.say(['plan', 'show', join(one.at, 'p.plan')], {
      columns: 60,
      outTerminal: true,
    });
    expect(narrow.out).toContain('to Harbour Lane Ltd, 0a0b0c0d-1111-4222-8333-444455556666');
    expect((await one.approve('Ada')).code).toBe(0);
    expect((await one.run()).code).toBe(0);
  });

  it('says that nothing speaks against it', async () => {
    const one = await office();
    expect((await one.plan()).out).toContain('No warnings about its rows.');
  });

  it('names the rows that are invalid, and why', async () => {
    const one = await changedAccount({ receiverAmount: 'nine', reference: 'P-9' });
    const { out } = await one.plan('--max-invalid', '1');
    expect(plainly(out)).toMatch(
      /Invalid, and never sent by this plan: line 3: P-9: receiverAmount: .*"nine"/,
    );
    const file = one.read();
    one.forge({
      ...file,
      plan: { ...file.plan, invalid: { count: 1, first: [{ line: 3, text: 'a trifle' }] } },
    });
    await one.approve('Ada');
    const { code, err } = await one.run();
    expect([code, plainly(err)]).toEqual([
      2,
      expect.stringMatching(/its invalid rows are not those of its file/),
    ]);
  });
});

describe('a row that is invalid in a plan, for what is not in the file', () => {
  const missing = async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: true });
    const rows = numbered(3).map((row, i) => (i === 1 ? { ...row, documents: 'late.pdf' } : row));
    writeFileSync(join(one.at, 'in.csv'), payouts(rows));
    const made = await one.plan('--max-invalid', '1');
    expect(made.code, made.err).toBe(0);
    await one.approve('Ada');
    return one;
  };
  const turned = /line 3 is invalid in it \(.*late\.pdf.*\), and is valid now: make another plan/;

  it('and is valid when it runs, is told as that, and nothing is sent', async () => {
    const one = await missing();
    writeFileSync(join(one.at, 'late.pdf'), '%PDF');
    const { code, err } = await one.run();
    expect([code, plainly(err)]).toEqual([2, expect.stringMatching(turned)]);
    expect(err).not.toContain('by hand');
    expect(one.service.store.transfers).toHaveLength(0);
  });

  it('stays out of it while that is so, and is told when the plan goes on', async () => {
    const one = await missing();
    one.service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 });
    expect((await one.run()).code).toBe(1);
    expect(one.service.store.transfers).toHaveLength(1);
    writeFileSync(join(one.at, 'late.pdf'), '%PDF');
    expect(plainly((await one.run()).err)).toMatch(turned);
    expect(one.service.store.transfers).toHaveLength(1);
  });
});

describe('a plan that its maker has written by hand', () => {
  it('without a warning is refused when it runs', async () => {
    const one = await changedAccount();
    await one.plan();
    const file = one.read();
    expect(file.plan.warnings.count).toBe(1);
    one.forge({ ...file, plan: { ...file.plan, warnings: { count: 0, first: [] } } });
    expect((await one.approve('Ada')).out).toContain('No warnings');
    const { code, err } = await one.run();
    expect(code).toBe(2);
    expect(plainly(err)).toMatch(/whoever signed it wasn't told of line 2: .*is another account/);
    expect(one.service.store.transfers).toHaveLength(1);
  });

  it('with trifles in the place of a warning is refused when it runs', async () => {
    const one = await changedAccount();
    await one.plan();
    const file = one.read();
    const first = Array.from({ length: 50 }, (_, at) => ({ line: 2, text: `memo "${at}" is a trifle` }));
    one.forge({ ...file, plan: { ...file.plan, warnings: { count: 51, first } } });
    expect((await one.approve('Ada')).code).toBe(0);
    const { code, err } = await one.run();
    expect([code, plainly(err)]).toEqual([
      2,
      expect.stringMatching(/wasn't told of line 2: .*another account/),
    ]);
    expect(one.service.store.transfers).toHaveLength(1);
  });

  it('of an earlier version is told to be made again', async () => {
    const one = await changedAccount();
    await one.plan();
    const { warnings, ...plan } = one.read().plan;
    expect(warnings.count).toBe(1);
    one.write({ ...one.read(), plan });
    const { code, err } = await one.run();
    expect([code, plainly(err)]).toEqual([2, expect.stringContaining('make the plan again')]);
    expect(err).not.toContain('by hand');
  });

  it('contradicts itself where it counts more than it names', async () => {
    const one = await changedAccount();
    await one.plan();
    const file = one.read();
    one.forge({ ...file, plan: { ...file.plan, warnings: { ...file.plan.warnings, count: 2 } } });
    expect(plainly((await one.approve('Ada')).err)).toContain('its warnings are not as many as it counts');
  });
});

it('whoever signs is told that the file is not there', async () => {
  const one = await office();
  one.hire('Ada');
  one.configure({ requireApproval: true });
  await one.plan();
  expect((await one.approve('Ada')).err).not.toContain('in.csv');
  rmSync(join(one.at, 'p.plan'));
  expect((await one.plan()).code).toBe(0);
  rmSync(join(one.at, 'in.csv'));
  const { code, err } = await one.approve('Ada');
  expect(code, err).toBe(0);
  expect(plainly(err)).toMatch(/in\.csv is not beside the plan/);
});

it('plan diff tells how long each holds, and what only one says', async () => {
  const one = await changedAccount();
  await one.plan();
  writeFileSync(join(one.at, 'other.csv'), payouts([row(2)], COLUMNS));
  const [a, b] = [join(one.at, 'p.plan'), join(one.at, 'q.plan')];
  const more = ['--by', 'Max Maker', '--expires', '2d'];
  expect((await one.say(['plan', join(one.at, 'in.csv'), '--out', b, ...more])).code).toBe(0);
  const same = await one.say(['plan', 'diff', a, b]);
  expect([same.code, same.out]).toEqual([1, expect.stringMatching(/^expires: 20\S+ -> 20\S+\n$/)]);
  const c = join(one.at, 'r.plan');
  expect((await one.say(['plan', join(one.at, 'other.csv'), '--out', c])).code).toBe(0);
  const { out } = await one.say(['plan', 'diff', a, c]);
  expect(plainly(out)).toMatch(/warnings, line 2: .*is another account.* -> none/);
});

describe('the figures and the last lines of the page', () => {
  it('name what the quotes debit, their fees, and the most that both may come to', async () => {
    const one = await office();
    const { out } = await one.plan('--max-drift', '1%');
    const [, debit = '', fees = '', both = '', most = ''] =
      /debited in USDC by the quotes +([\d.]+) *\n *fees that they name +([\d.]+) *\n *cost in USDC: both +([\d.]+) +([\d.]+)/.exec(
        out,
      ) ?? [];
    expect(new Big(debit).plus(fees).toFixed()).toBe(both);
    expect(new Big(both).times('1.01').toFixed()).toBe(most);
    expect(one.read().plan.cost).toEqual({ USDC: both });
  });

  it('name who may sign, and nobody where it can’t be run any more', async () => {
    const one = await office();
    one.hire('Ada', 'Bea', 'Max Maker');
    one.configure({ requireApproval: true });
    expect(plainly((await one.plan()).out)).toContain('Not approved yet: it needs a signature of Ada or Bea');
    await one.approve('Bea', '--reject', '--reason', 'made twice');
    const { out } = await one.say(['plan', 'show', join(one.at, 'p.plan')]);
    expect(out).toContain('REJECTED by Bea: made twice');
    expect(out).not.toContain('Not approved');
  });
});

it('what was paid since a plan was made is said by its run, and refuses nothing', async () => {
  const one = await changedAccount({ 'x-payee': 'Lantern & Co', reference: 'P-3', memo: 'lanterns' });
  await one.plan();
  await one.approve('Ada');
  const elsewhere = row(4, { 'x-payee': 'Lantern & Co', 'destination.externalAccountId': OTHER });
  writeFileSync(join(one.at, 'between.csv'), payouts([elsewhere], COLUMNS));
  expect((await one.say(['run', join(one.at, 'between.csv'), '--yes'])).code).toBe(0);
  const { code, err } = await one.run();
  expect(plainly(err)).toMatch(/in\.csv:3:\d+: warning: .*is another account than this payee/);
  expect(code, err).toBe(0);
});

it('nobody is asked about a file that isn’t the one that was planned', async () => {
  const one = await office();
  await one.plan();
  writeFileSync(join(one.at, 'in.csv'), payouts([row(7)], COLUMNS));
  const asked = await one.say(['run', '--plan', join(one.at, 'p.plan')], {
    interactive: true,
    answer: 'yes',
  });
  expect(asked.code).toBe(2);
  expect(plainly(asked.err)).toContain('is not the file that was planned');
  expect(asked.err).not.toContain('To be paid now');
  expect(one.service.store.transfers).toHaveLength(0);
});
