// How many rows a run would send is one figure, whoever is asked: the question, a check that looks into the ledger, a quote, and
// the run itself. Rows held beside a doubt are none of them, nor those whose reference was paid with other content.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { inDoubt } from '../kit/in-doubt.ts';
import { GOOD, numbered, payouts } from '../kit/payouts.ts';

/** in doubt and paid, all of 10.00; then two like the doubts, one that is new, one paid with other content. */
async function mixed() {
  const one = await inDoubt();
  const like = (reference: string) => ({ ...GOOD, reference, memo: `Goods of ${reference}` });
  const rows = [
    ...numbered(5),
    { reference: 'R-6', memo: 'row 6', receiverAmount: '11.00' },
    like('RX-9'),
    like('RX-10'),
    { ...GOOD, reference: 'N-1', memo: 'Tools', receiverAmount: '777.00' },
  ];
  const file = join(one.at, 'next.csv');
  writeFileSync(file, payouts(rows));
  return { ...one, file };
}

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');

it('is the same for the question, a check, a quote and the run', async () => {
  const { say, file, service } = await mixed();
  const before = service.store.transfers.length;
  const told = 'A run now would send 1 row.';
  // The row that was paid with other content is among the invalid ones.
  for (const args of [
    ['check', file, '--history'],
    ['quote', file],
  ])
    expect(words((await say(args)).out)).toContain(told);
  const asked: string[] = [];
  const ask = (text: string): Promise<string> => {
    asked.push(text);
    return Promise.resolve('1');
  };
  await say(['run', file], { interactive: true, ask });
  expect(asked[0]).toMatch(/^To be paid now: 1 row of 9, at /);
  expect(asked[0]).toMatch(/GBP +777\.00 +777\.00 \(line 10\)/);
  expect(asked[0]).toContain('Possible duplicates, held, not sent: 2 rows, 20.00 GBP (lines 8, 9)');
  expect(asked[0]).toMatch(/Type yes or 1 to go ahead/);
  expect(service.store.transfers.length - before).toBe(1);
});

it('is said of the retry file, too: those to be corrected apart from those that are held and those that were paid', async () => {
  const { say, file, at } = await mixed();
  const { out } = await say(['run', file, '--yes']);
  expect(words(out)).toContain('next.retry.csv contains the 3 rows that this run did not pay');
  expect(readFileSync(join(at, 'next.retry.txt'), 'utf8')).toMatch(/^3 rows of next\.csv not paid/);
});
