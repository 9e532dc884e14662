// The question on a terminal before a run pays: it shows what is to be paid now, not the whole file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { inDoubt, place } from '../kit/in-doubt.ts';
import { GOOD, numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

const ASK = { interactive: true, ask: undefined };

it('the question shows rows to pay, paid, in doubt and invalid, totals, largest row and address', async () => {
  const { say, at } = await inDoubt();
  const more = [
    ...numbered(6),
    { reference: 'E-1', 'destination.currency': 'EUR', receiverAmount: '1250.50' },
    { reference: 'E-2', 'destination.currency': 'EUR', receiverAmount: '9.50' },
    { reference: 'E-3', receiverAmount: 'x' },
  ];
  writeFileSync(join(at, 'in.csv'), payouts(more));
  const asked: string[] = [];
  const ask = (text: string): Promise<string> => {
    asked.push(text);
    return Promise.resolve('y');
  };
  const no = await say(['run', join(at, 'in.csv')], { ...ASK, ask });
  expect(no.code).toBe(2);
  expect(no.err).toContain('not confirmed');
  const [text = ''] = asked;
  expect(text).toMatch(/^To be paid now: 2 rows of 9, at http:\/\/127\.0\.0\.1:\d+\n/);
  expect(text).toMatch(
    /\nPaid before: \d rows, \d+\.\d\d GBP \(lines [\d, .]+\)\nIn doubt, perhaps paid, not sent: \d rows?, \d+\.\d\d GBP \(lines? [\d, .]+\)\nInvalid: 1 row:\n {2}10:9: receiverAmount: "x" [^~]*\nType/,
  );
  expect(text).toMatch(/EUR +1260\.00 +1250\.50 \(line 8\)/);
  expect(text).not.toMatch(/^ *GBP/m); // no row in GBP is to be paid
  expect(text).toMatch(/\nType yes or 2 to go ahead, anything else to stop: $/);
  const yes = await say(['run', join(at, 'in.csv')], { ...ASK, ask: () => Promise.resolve(' 2\n') });
  expect(yes.out).toMatch(/created +2 +1260\.00/);
});

it.each(['yes', 'YES', '1'])('the answer "%s" confirms the run', async (answer) => {
  const { say, at } = await place(await sandbox());
  writeFileSync(join(at, 'in.csv'), payouts(numbered(1)));
  expect((await say(['run', join(at, 'in.csv')], { interactive: true, answer })).code).toBe(0);
});

it.each(['y', '', 'no', '11', 'yes please'])('the answer "%s" stops the run', async (answer) => {
  const { say, at } = await place(await sandbox());
  writeFileSync(join(at, 'in.csv'), payouts(numbered(1)));
  expect((await say(['run', join(at, 'in.csv')], { interactive: true, answer })).code).toBe(2);
});

it('the question counts rows that repeat recent payments, with their amount and lines', async () => {
  const { say, at } = await place(await sandbox());
  const file = join(at, 'in.csv');
  const rows = numbered(6).map((row, index) => ({ ...row, receiverAmount: `10${index}.50` }));
  writeFileSync(file, payouts(rows.slice(0, 2)));
  await say(['run', file], {});
  const renamed = rows.map((row, index) => ({ ...row, reference: `OTHER-${index}` }));
  writeFileSync(file, payouts(renamed));
  const asked: string[] = [];
  const ask = (text: string): Promise<string> => {
    asked.push(text);
    return Promise.resolve('no');
  };
  await say(['run', file], { ...ASK, ask });
  expect(asked[0]?.replaceAll('\n  ', ' ')).toContain(
    '\nOF THESE, 2 rows, 202.00 GBP, repeat recent payments under other references (lines 2, 3): the warnings name them.\n',
  );
});

// The question, check --history, quote and the run agree on how many rows a run would send. They do not count possible
// duplicates of rows in doubt, nor rows whose reference was paid with other content.

/**
 * are in doubt and are paid, each with 10.00. The next file has R-6 with another amount, two
 * possible duplicates of the rows in doubt, and one new row.
 */
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

describe('the number of rows that a run would send', () => {
  it('is the same in check --history, quote, the question and the run', async () => {
    const { say, file, service } = await mixed();
    const before = service.store.transfers.length;
    const told = 'A run now would send 1 row.';
    // The row whose reference was paid with other content counts as invalid.
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

  it('leaves out the held and invalid rows, which are in the retry file', async () => {
    const { say, file, at } = await mixed();
    const { out } = await say(['run', file, '--yes']);
    expect(words(out)).toContain('next.retry.csv contains the 3 rows that this run did not pay');
    expect(readFileSync(join(at, 'next.retry.txt'), 'utf8')).toMatch(/^3 rows of next\.csv not paid/);
  });
});
