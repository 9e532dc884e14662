// What is said of a plan of customers, and of one that lies elsewhere than its files.
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { customers,numbered, payouts } from '../../kit/payouts.ts';
import { approvedPlan, office } from '../../kit/plans.ts';

const plainly = (text: string): string => text.replaceAll(/\s+/g, ' ');

it('a plan of customers has no table of money, and needs no approval', async () => {
  const one = await office();
  one.hire('Ada');
  one.configure({ requireApproval: true });
  writeFileSync(join(one.at, 'statement.pdf'), '%PDF-1.4');
  writeFileSync(join(one.at, 'in.csv'), customers([{}]));
  const made = await one.plan();
  expect(made.code, made.err).toBe(0);
  const shown = await one.say(['plan', 'show', join(one.at, 'p.plan')]);
  for (const { out } of [made, shown]) {
    expect(out).not.toContain('to be paid');
    expect(out).not.toContain('Not approved yet');
    expect(plainly(out)).toContain('1 customer would be created; nobody is paid, so no approval is needed');
  }
  expect(plainly(made.out)).toMatch(/Next: paybatch run (--ledger \S+ )?--plan/);
});

it.each(['moved', 'linked'])('a plan that was %s says how it names its file', async (how) => {
  const one = await approvedPlan();
  const other = join(one.at, 'other');
  mkdirSync(other);
  if (how === 'moved') cpSync(join(one.at, 'p.plan'), join(other, 'p.plan'));
  else symlinkSync(join(one.at, 'p.plan'), join(other, 'p.plan'));
  const { code, err } = await one.say(['run', '--plan', join(other, 'p.plan')]);
  expect(code).toBe(2);
  expect(plainly(err)).toContain('it names its file as "in.csv", relative to the plan\'s folder');
  expect(plainly(err)).toMatch(/or name it: paybatch run (--ledger \S+ )?FILE --plan/);
  const given = await one.say(['run', join(one.at, 'in.csv'), '--plan', join(other, 'p.plan')]);
  expect(given.err, given.err).not.toContain('relative to the plan');
});

it('a plan that was moved without its documents says which is missing', async () => {
  const one = await office();
  writeFileSync(join(one.at, 'a.pdf'), '%PDF-1.4 one');
  writeFileSync(join(one.at, 'in.csv'), payouts(numbered(2, { documents: 'a.pdf' })));
  expect((await one.plan()).code).toBe(0);
  const other = join(one.at, 'other');
  mkdirSync(other);
  for (const name of ['p.plan', 'in.csv']) cpSync(join(one.at, name), join(other, name));
  const run = () => one.say(['run', '--plan', join(other, 'p.plan')]);
  const { code, err } = await run();
  expect(code).toBe(2);
  expect(plainly(err)).toMatch(/line 2 is "new" in it, and is invalid here: .*a\.pdf.*bring them along/);
  expect(err).not.toContain('by the ledger');
  cpSync(join(one.at, 'a.pdf'), join(other, 'a.pdf'));
  expect((await run()).code).toBe(0);
});

it('a page says how many signatures are missing, or that none is needed', async () => {
  const one = await office();
  one.hire('Ada', 'Bea');
  one.configure({ requireApproval: { from: { GBP: '1' }, signatures: 2 } });
  const made = await one.plan();
  expect(plainly(made.out)).toContain('Not approved yet: it needs 2 signatures');
  expect((await one.approve('Bea')).code).toBe(0);
  const show = () => one.say(['plan', 'show', join(one.at, 'p.plan')]);
  expect(plainly((await show()).out)).toContain('Approved by Bea: 1 of the 2 signatures that it needs');
  one.configure({ requireApproval: { from: { GBP: '1000000' }, signatures: 2 } });
  rmSync(join(one.at, 'p.plan'));
  const { out } = await one.plan();
  expect(plainly(out)).toContain('by the config here no approval is needed');
  expect(plainly(out)).not.toContain('paybatch approve');
  expect(plainly(made.out)).toContain('paybatch approve');
});

it('plan diff names documents and look-alikes one by one, and no batch that has no name of its own', async () => {
  const one = await office();
  for (const name of ['a.pdf', 'b.pdf']) writeFileSync(join(one.at, name), `%PDF-1.4 ${name}`);
  const [first = {}, second = {}] = numbered(2);
  writeFileSync(
    join(one.at, 'in.csv'),
    payouts([
      { ...first, documents: 'a.pdf' },
      { ...second, documents: 'b.pdf' },
    ]),
  );
  expect((await one.plan()).code).toBe(0);
  expect((await one.run()).code).toBe(0);
  const again = { ...first, reference: 'other-1', documents: 'a.pdf' };
  writeFileSync(join(one.at, 'more.csv'), payouts([again]));
  const more = await one.say(['plan', join(one.at, 'more.csv'), '--out', 'q.plan', '--alike-ok']);
  expect(more.code, more.err).toBe(0);
  expect(plainly(more.out)).toMatch(/No (other )?warnings about its rows/);
  const { code, out } = await one.say(['plan', 'diff', 'p.plan', 'q.plan']);
  expect(code).toBe(1);
  expect(out).toMatch(/^documents, b\.pdf: [0-9a-f]{64} -> none$/m);
  expect(out).not.toMatch(/[[{]|batchId|alike\.at/);
});
