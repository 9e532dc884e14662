// How many rows would be sent, where that hangs on more than the ledger's word on each: rows that a check across runs refuses, rows that
// hold each other, and more rows beside a doubt than are told.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { inDoubt, place, RUN } from '../kit/in-doubt.ts';
import { COLUMNS, GOOD, numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');
const like = (reference: string, more = {}) => ({
  ...GOOD,
  reference,
  memo: `Goods of ${reference}`,
  ...more,
});
const other = { ...GOOD, reference: 'N-1', memo: 'Tools', receiverAmount: '777.00' };

it('a quote counts no row that a check across runs refuses', async () => {
  const one = await place(await sandbox(), { checks: { payeeChanged: 'error' }, payee: 'x-payee' });
  const columns = [...COLUMNS, 'x-payee'];
  const paid = numbered(3).map((row, at) => ({ ...row, 'x-payee': `P${at}` }));
  writeFileSync(join(one.at, 'in.csv'), payouts(paid, columns));
  expect((await one.say(RUN(one.at), {})).code).toBe(0);
  const elsewhere = { 'destination.externalAccountId': '886313e1-3b8a-4372-9b90-0c9aee190001' };
  const file = join(one.at, 'next.csv');
  writeFileSync(
    file,
    payouts(
      [
        ...paid,
        { ...other, 'x-payee': 'P0', ...elsewhere },
        like('N-2', { 'x-payee': 'PX', receiverAmount: '34.00' }),
      ],
      columns,
    ),
  );
  const { out } = await one.say(['quote', file]);
  expect(words(out)).toContain('3 rows were paid by earlier runs: a run would send 1 row.');
});

it('rows that may be one payment that was in doubt are counted once, by all who are asked', async () => {
  const { say, at, service } = await inDoubt();
  const settled = await say(`resolve last --line 2-4 --as not-created --sure --yes --reason x`.split(' '));
  expect(settled.code).toBe(0);
  const file = join(at, 'next.csv');
  const [first, , , fourth] = numbered(6);
  writeFileSync(file, payouts([like('H-a'), like('H-bb'), other, { ...first }, { ...fourth }]));
  const told =
    'By the ledger, 1 row was paid by earlier runs and 2 rows are held as soon as others of the file are paid, since they may be one payment that was in doubt: a run would send 2 rows.';
  expect(words((await say(['check', file, '--history'])).out)).toContain(told);
  expect(words((await say(['quote', file])).out)).toContain(told);
  const asked: string[] = [];
  const ask = (text: string): Promise<string> => {
    asked.push(text);
    return Promise.resolve('2');
  };
  const before = service.store.transfers.length;
  await say(['run', file], { interactive: true, ask });
  expect(words(asked[0] ?? '')).toMatch(/^To be paid now: 2 rows of 5, .*787\.00/);
  expect(words(asked[0] ?? '')).toContain(
    'Held as soon as another of these rows is paid: 2 rows, 20.00 GBP (lines 3, 5): they may be one payment that was in doubt. The first in the file is paid: take out what is the same',
  );
  expect(service.store.transfers.length - before).toBe(2);
});

it('more rows beside a doubt than are told are counted all the same', async () => {
  const { say, at } = await inDoubt();
  const file = join(at, 'next.csv');
  const many = Array.from({ length: 12_000 }, (_, i) => ({ ...GOOD, reference: `H-${i}`, memo: 'other' }));
  writeFileSync(file, payouts([...many, other]));
  const { out } = await say(['check', file, '--history']);
  expect(words(out)).toContain('12000 rows are held beside doubts: a run would send 1 row.');
});
