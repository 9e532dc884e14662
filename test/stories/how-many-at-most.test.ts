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
  expect(words(out)).toContain('3 rows were paid by earlier runs (lines 2, 3, 4): a run would send 1 row.');
});

it('more rows beside a doubt than are told are counted all the same', async () => {
  const { say, at } = await inDoubt();
  const file = join(at, 'next.csv');
  const many = Array.from({ length: 1_200 }, (_, i) => ({ ...GOOD, reference: `H-${i}`, memo: 'other' }));
  writeFileSync(file, payouts([...many, other]));
  const { out } = await say(['check', file, '--history']);
  expect(words(out)).toContain('1200 rows are possible duplicates, held: a run would send 1 row.');
});
