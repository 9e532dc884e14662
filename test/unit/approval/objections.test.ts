// The page that approvers sign shows every warning that the maker of the plan saw.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { numbered, payouts } from '../../kit/payouts.ts';
import { type Office, office } from '../../kit/plans.ts';
import { verbatim } from '../../kit/words.ts';

const OTHER = '0a0b0c0d-1111-4222-8333-444455556666';
const COLUMNS = [...(payouts([]).split('\n')[0] ?? '').split(','), 'x-payee'];
const plainly = (text: string): string => text.replaceAll(/\s+/g, ' ');

const row = (n: number, more: object = {}) => ({
  reference: `P-${n}`,
  memo: `part ${n}`,
  'x-payee': 'Harbour Lane Ltd',
  ...more,
});

/** A payee was paid at one account, and the file to plan pays it at another. */
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
  /line 2: destination\.externalAccountId "0a0b.*" is not the account at which this payee .*was last paid/;

describe('the page that is signed', () => {
  it('shows the warning that the maker saw', async () => {
    const one = await changedAccount();
    const made = await one.plan();
    expect(made.err).toContain('is not the account at which this payee');
    const signed = await one.approve('Ada');
    const shown = await one.say(['plan', 'show', join(one.at, 'p.plan')]);
    for (const { out, err } of [made, signed, shown]) expect(plainly(out + err)).toMatch(CHANGED);
    expect(plainly(shown.out)).toContain('Warnings of the checks when the plan was made');
    expect((await one.run()).code).toBe(0);
  });

  it('names the rows that are invalid', async () => {
    const one = await changedAccount({ receiverAmount: 'nine', reference: 'P-9' });
    const { out } = await one.plan('--max-invalid', '1');
    expect(plainly(out)).toContain('Invalid, and never sent by this plan: line 3.');
  });
});

describe('a plan with a row that is invalid because its document is missing', () => {
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
  const turned = /line 3 is "invalid" in the plan, but "new" now: make another plan/;

  it('is refused with nothing sent if the document exists at the run', async () => {
    const one = await missing();
    writeFileSync(join(one.at, 'late.pdf'), '%PDF');
    const { code, err } = await one.run();
    expect([code, plainly(err)]).toEqual([2, expect.stringMatching(turned)]);
    expect(err).not.toContain('by hand');
    expect(one.service.store.transfers).toHaveLength(0);
  });

  it('sends its other rows, and is refused at the next run if the document exists by then', async () => {
    const one = await missing();
    one.service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 });
    expect((await one.run()).code).toBe(1);
    expect(one.service.store.transfers).toHaveLength(1);
    writeFileSync(join(one.at, 'late.pdf'), '%PDF');
    expect(plainly((await one.run()).err)).toMatch(turned);
    expect(one.service.store.transfers).toHaveLength(1);
  });
});

describe('a plan that its maker edited by hand', () => {
  it('is refused at the run if a warning was removed', async () => {
    const one = await changedAccount();
    await one.plan();
    const file = one.read();
    expect(file.plan.warnings.count).toBe(1);
    one.forge({ ...file, plan: { ...file.plan, warnings: { count: 0, first: [] } } });
    expect((await one.approve('Ada')).out).toContain('No warnings');
    const { code, err } = await one.run();
    expect(code).toBe(2);
    expect(plainly(err)).toMatch(/does not show a warning to its approvers: line 2: .*is not the account/);
    expect(one.service.store.transfers).toHaveLength(1);
  });

  it('is refused at the run if invented warnings replace a real one', async () => {
    const one = await changedAccount();
    await one.plan();
    const file = one.read();
    const first = Array.from({ length: 50 }, (_, at) => ({
      ...{ line: 2, field: 'memo', value: String(at), message: verbatim('is a trifle') },
    }));
    one.forge({ ...file, plan: { ...file.plan, warnings: { count: 51, first } } });
    expect((await one.approve('Ada')).code).toBe(0);
    const { code, err } = await one.run();
    expect([code, plainly(err)]).toEqual([
      2,
      expect.stringMatching(/does not show a warning to its approvers: line 2: .*not the account/),
    ]);
    expect(one.service.store.transfers).toHaveLength(1);
  });

  it('can not be approved if it counts more warnings than it names', async () => {
    const one = await changedAccount();
    await one.plan();
    const file = one.read();
    one.forge({ ...file, plan: { ...file.plan, warnings: { ...file.plan.warnings, count: 2 } } });
    expect(plainly((await one.approve('Ada')).err)).toContain('the number of its warnings is wrong');
  });
});
