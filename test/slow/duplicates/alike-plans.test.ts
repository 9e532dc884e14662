// A plan made with --alike-ok: whoever signs sees which rows look like earlier payments, and what comes to be paid after
// that is not waived.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { numbered, payouts } from '../../kit/payouts.ts';
import { office } from '../../kit/plans.ts';

const rows = ['11', '12', '13'].map((receiverAmount, at) => ({ ...numbered(3)[at], receiverAmount }));
const keyedAnew = (which: typeof rows, prefix: string) =>
  which.map((row, at) => ({ ...row, reference: `${prefix}-${at}` }));

async function planned() {
  const one = await office();
  one.hire('Ada');
  one.configure({ requireApproval: false });
  const pay = async (name: string, what: typeof rows) => {
    writeFileSync(join(one.at, name), payouts(what));
    return one.say(['run', join(one.at, name)]);
  };
  expect((await pay('a.csv', keyedAnew(rows.slice(0, 1), 'A'))).code).toBe(0);
  writeFileSync(join(one.at, 'in.csv'), payouts(rows));
  const made = await one.plan('--alike-ok');
  expect(made.code, made.err).toBe(0);
  return { ...one, pay, made };
}

describe('a plan with --alike-ok', () => {
  it('shows which rows look like earlier payments, when it is made, read and approved', async () => {
    const { at, made, say, approve, read } = await planned();
    const shown = await say(['plan', 'show', join(at, 'p.plan')]);
    for (const { out } of [made, shown, await approve('Ada')]) {
      expect(out).toContain('1 row looks like a payment made before, and would be paid once more:');
      expect(out).toMatch(/line 2: like line 2 of run \S+, which was paid on/);
    }
    expect(read().plan.alike).toMatchObject({ rows: 1, first: [{ line: 2 }] });
  });

  it('sends what was meant', async () => {
    const { run, service, approve } = await planned();
    await approve('Ada');
    expect((await run()).code).toBe(0);
    expect(service.store.transfers).toHaveLength(4);
  });

  it('is refused where rows came to be paid by another file after it was made', async () => {
    const { run, service, pay, approve } = await planned();
    await approve('Ada');
    expect((await pay('b.csv', keyedAnew(rows.slice(1), 'B'))).code).toBe(0);
    const { code, err } = await run();
    expect({ code, paid: service.store.transfers.length }).toEqual({ code: 2, paid: 3 });
    expect(err).toMatch(
      /p\.plan: 2 rows look like what came to be paid or in doubt since it was made \(the first: line 3, like line 2 of run/,
    );
    expect(err).not.toContain('--alike-ok');
  });

  it('goes on after it was stopped, although its own rows look like each other', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({});
    writeFileSync(join(one.at, 'in.csv'), payouts(numbered(4, { memo: 'Rent' })));
    expect((await one.plan('--alike-ok')).code).toBe(0);
    await one.approve('Ada');
    one.service.faults.add({ kind: '500-after', operation: 'createTransfer', first: 1 });
    expect((await one.run('--concurrency', '1', '--max-in-doubt', '1')).code).toBe(3);
    expect(one.service.store.transfers.length).toBeLessThan(4);
    await one.run();
    expect(one.service.store.transfers).toHaveLength(4);
  });
});

describe('a single payment of six, made by another file under another reference', () => {
  const six = numbered(6).map((row, at) => ({ ...row, receiverAmount: `${at + 1}` }));

  it.each([[['--alike-ok']], [[]]])('after the plan %j was made, is a difference', async (flags) => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: false });
    writeFileSync(join(one.at, 'in.csv'), payouts(six));
    expect((await one.plan(...flags)).code).toBe(0);
    expect((await one.approve('Ada')).code).toBe(0);
    writeFileSync(join(one.at, 'b.csv'), payouts(keyedAnew(six.slice(2, 3), 'B')));
    expect((await one.say(['run', join(one.at, 'b.csv')])).code).toBe(0);
    const { code, err } = await one.run();
    expect({ code, paid: one.service.store.transfers.length }).toEqual({ code: 2, paid: 1 });
    expect(err).toMatch(
      /1 row looks like what came to be paid or in doubt since it was made \(the first: line 4/,
    );
  });

  it('before the plan was made, is a warning as ever', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: false });
    writeFileSync(join(one.at, 'b.csv'), payouts(keyedAnew(six.slice(2, 3), 'B')));
    expect((await one.say(['run', join(one.at, 'b.csv')])).code).toBe(0);
    writeFileSync(join(one.at, 'in.csv'), payouts(six));
    const made = await one.plan();
    expect(made.code).toBe(0);
    expect(made.err).toContain('looks like line 2 of run');
    expect((await one.approve('Ada')).code).toBe(0);
    expect((await one.run()).code).toBe(0);
    expect(one.service.store.transfers).toHaveLength(7);
  });
});

it('a plan with --alike-ok of which no row looks like another says so', async () => {
  const one = await office();
  expect((await one.plan('--alike-ok')).out).toContain('No row looks like an earlier payment.');
  expect(one.read().plan).not.toHaveProperty('alike');
});
