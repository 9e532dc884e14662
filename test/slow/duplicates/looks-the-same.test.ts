// Rows without references whose text is another only for a program: saved again, copied, opened in a spreadsheet. Nobody
// sees a difference, so they are not paid again without a word.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { memoTag } from '../../../src/batch/plan/memo-tag.ts';
import type { FaultSpec } from '../../../src/sandbox/faults.ts';
import { customers } from '../../kit/customers.ts';
import { folder } from '../../kit/folder.ts';
import { COLUMNS, payouts } from '../../kit/payouts.ts';
import { runIn } from '../../kit/run.ts';
import { sandbox } from '../../kit/sandbox.ts';

const BARE = COLUMNS.filter((name) => name !== 'reference');
const TEXT: readonly [string, string, string][] = [
  ['line ends within a cell', 'line one\nline two', 'line one\r\nline two'],
  ['line ends of an old Mac', 'line one\nline two', 'line one\rline two'],
  ['a space that does not break', 'Invoice 12', 'Invoice\u00a012'],
  ['a narrow space', 'Invoice 12', 'Invoice\u202f12'],
  ['a space of no width', 'Invoice 12', 'Invoice\u200b 12'],
  ['a soft hyphen', 'Consulting', 'Con\u00adsulting'],
  ['a byte order mark', 'Invoice 12', '\ufeffInvoice 12'],
  ['two spaces for one', 'Invoice 12', 'Invoice  12'],
  ['a tab for a space', 'Invoice 12', 'Invoice\t12'],
];
const MEMO: readonly [string, string, string][] = [
  ['leading zeros that a spreadsheet took', '000450', '450'],
  ['our own tag copied back', 'Rent', `Rent ${memoTag('payouts:r:1')}`],
  ['our own tag where there was no memo', '', memoTag('payouts:r:1')],
];

async function paidOnce(memo: string, faults: FaultSpec[] = []) {
  const at = folder({ 'in.csv': payouts([{ memo }], BARE) });
  const service = await sandbox({ faults });
  await runIn(at, service.url, { batchId: 'night' });
  service.faults.clear();
  expect(service.store.transfers).toHaveLength(1);
  const again = (other: string, batchId: string) => {
    writeFileSync(join(at, 'in.csv'), payouts([{ memo: other }], BARE));
    return runIn(at, service.url, { batchId });
  };
  return { service, again };
}

/** What a spreadsheet makes of a long number; either may have been paid first. */
const SHORT: readonly [string, string][] = [
  ['123456789012', '1.23457E+11'],
  ['123456789012', '1,23457E+11'],
  ['000123456789012', '1.23457E+11'],
  ['120000000000', '1.2E+11'],
  ['999999999999', '1E+12'],
  ['4026531840000017', '4.02653E+15'],
];

describe('a memo that is a long number', () => {
  it.each(SHORT)('%s is not paid again as %s, nor the other way round', async (whole, short) => {
    for (const [first, then] of [
      [whole, short],
      [short, whole],
    ] as const) {
      const { service, again } = await paidOnce(first);
      await expect(again(then, 'another')).rejects.toMatchObject({ code: 'alike' });
      expect(service.store.transfers).toHaveLength(1);
    }
  });
  it.each([
    ['123456789012', '123456789013'],
    ['123456789012', '1.23458E+11'],
    ['123456789012', '1.23457E+12'],
    ['12345678901', '1.23457E+10'],
  ])('%s and %s are two payments', async (first, then) => {
    const { service, again } = await paidOnce(first);
    expect((await again(then, 'another')).exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(2);
  });
  it('in doubt is not paid again either', async () => {
    const { service, again } = await paidOnce('123456789012', [
      { kind: '500-after', operation: 'createTransfer' },
    ]);
    await expect(again('1.23457E+11', 'another')).rejects.toMatchObject({ code: 'alike' });
    expect(service.store.transfers).toHaveLength(1);
  });
});

describe('a row without a reference', () => {
  it.each([...TEXT, ...MEMO])('is not paid again with %s', async (_, memo, other) => {
    const { service, again } = await paidOnce(memo);
    await expect(again(other, 'another')).rejects.toMatchObject({ code: 'alike' });
    expect(service.store.transfers).toHaveLength(1);
  });
  it.each(TEXT)('is the same row of its batch with %s', async (_, memo, other) => {
    const { service, again } = await paidOnce(memo);
    expect((await again(other, 'night')).exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(1);
  });
  it.each([...TEXT, ...MEMO])('in doubt is not sent again with %s', async (_, memo, other) => {
    const { service, again } = await paidOnce(memo, [{ operation: 'createTransfer', kind: '500-after' }]);
    await expect(again(other, 'another')).rejects.toMatchObject({ code: 'alike' });
    expect(service.store.transfers).toHaveLength(1);
  });
  it.each([
    ['Invoice 12', 'Invoice 13'],
    ['450', '4500'],
    ['A00450', 'A450'],
    ['000', ''],
    ['Rent', 'Rent pb-12'],
  ])('%j is paid beside %j', async (memo, other) => {
    const { service, again } = await paidOnce(memo);
    expect((await again(other, 'another')).exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(2);
  });
});

describe('a field that is the same value in another spelling', () => {
  const wallet = 'Wallet-Ab12';
  it.each([
    ['source.walletId', wallet, 'WALLET-AB12'],
    ['source.walletId', wallet, ` ${wallet}  `],
    ['source.walletId', wallet, `Wallet\u200b-Ab12`],
    ['destination.externalAccountId', 'acct-Zz9', 'ACCT-ZZ9'],
    ['customerId', 'cust-Zz9', 'cust-zz9'],
    ['source.network', 'ethereum', 'Ethereum'],
  ])('%s %j then %j is paid once, with references and without', async (field, before, after) => {
    for (const columns of [BARE, COLUMNS]) {
      const at = folder({ 'in.csv': payouts([{ [field]: before }], columns) });
      const service = await sandbox();
      await runIn(at, service.url);
      const paid = service.store.transfers.length;
      writeFileSync(join(at, 'in.csv'), payouts([{ [field]: after }], columns));
      await runIn(at, service.url).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'alike' });
      });
      expect(service.store.transfers).toHaveLength(paid);
      expect(paid).toBeLessThanOrEqual(1);
    }
  });
  it.each([
    ['companyRegistrationNumber', '000451', '451'],
    ['naicsCode', '013210', '13210'],
    ['taxIdentificationNumber', '00123456', '123456'],
    ['email', 'Accounts@Harbour.example', 'accounts@harbour.example'],
  ])('a customer with %s %j, then %j, is created once', async (field, before, after) => {
    const at = folder({
      'in.csv': customers([{ [field]: before }], ['reference']),
      'statement.pdf': '%PDF x',
    });
    const service = await sandbox();
    await runIn(at, service.url);
    const made = service.store.customers.size;
    writeFileSync(join(at, 'in.csv'), customers([{ [field]: after }], ['reference']));
    await runIn(at, service.url).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'alike' });
    });
    expect([made, service.store.customers.size]).toEqual([1, 1]);
  });
});
