// Single calls have the references and the memory of rows: what looks the same is the same.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { NEW_CUSTOMER, setUpApi, TRADE, TRANSFER } from '../kit/api.ts';
import { serviceEnv } from '../kit/cli.ts';
import { fakeIo } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';

describe('the reference of a single call', () => {
  it.each([
    ['inv-7', 'case'],
    [' INV-7', 'a space before it'],
    ['ＩＮＶ-7', 'width'],
    ['00INV-7', 'zeros before it'],
    ['INV -7', 'a space in it'],
  ])('%j differs from a paid one only by %s: nothing is sent', async (reference) => {
    const { service, api } = await setUpApi();
    expect((await api([...TRANSFER, '--yes', '--reference', 'INV-7'])).code).toBe(0);
    const other = ['createTransfer', '--set', 'receiverAmount=77', '--yes', '--reference', reference];
    const { code, err } = await api(other);
    expect(service.store.transfers).toHaveLength(1);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /invalid: (the reference differs from "INV-7"|already paid with [\d.]+ \w+ under this reference, with other content, in run)/,
      ),
    ]);
  });
  it('is compared with the references of files, and they with it', async () => {
    const { service, at, api } = await setUpApi();
    const run = async (reference: string, receiverAmount: string): Promise<string> => {
      writeFileSync(join(at, 'in.csv'), payouts([{ ...numbered(1)[0], reference, receiverAmount }]));
      const io = fakeIo(at, serviceEnv(service.url));
      await program(['run', join(at, 'in.csv'), '--ledger', join(at, 'l.db')], io);
      return io.said.err;
    };
    await run('Rent-1', '5');
    expect((await api([...TRANSFER, '--yes', '--reference', 'rent-1'])).err).toContain(
      'differs from "Rent-1"',
    );
    await api([...TRANSFER, '--yes', '--reference', 'RENT-2']);
    expect(await run('rent-2', '6')).toContain('differs from "RENT-2"');
    expect(service.store.transfers).toHaveLength(2);
  });
  it.each([
    ['INV\u200b-7', /contains an invisible or control character/],
    ['1.23457E+11', /a long number that a spreadsheet has shortened/],
    ['#REF!', /an error of a spreadsheet's formula/],
    ["'0013", /begins with an apostrophe/],
    ['x'.repeat(256), /256 characters long/],
  ])('%j can be none', async (reference, why) => {
    const { service, api } = await setUpApi();
    const { code, err } = await api([...TRANSFER, '--yes', '--reference', reference]);
    expect([code, err]).toEqual([2, expect.stringMatching(why)]);
    expect(err).toContain('Nothing was sent');
    expect(service.store.calls.get('createTransfer')).toBeUndefined();
  });
  it('that is empty is no value of the flag', async () => {
    const { service, api } = await setUpApi();
    const { code, err } = await api([...TRANSFER, '--yes', '--reference', '']);
    expect([code, err]).toEqual([2, expect.stringMatching(/--reference: its value is empty/)]);
    expect(service.store.calls.get('createTransfer')).toBeUndefined();
  });
  it('of a customer and of a trade are compared among their own', async () => {
    const { service, api } = await setUpApi();
    await api([...NEW_CUSTOMER, '--reference', 'ACME']);
    const customer = ['createCustomer', '--set', 'businessLegalName=Other Ltd', '--reference', 'acme'];
    expect(await api(customer)).toMatchObject({
      code: 1,
      err: expect.stringContaining('was created in run'),
    });
    await api([...TRADE, '--yes', '--reference', 'SWAP']);
    const trade = [
      ...TRADE.map((arg) => arg.replace('amount=5', 'amount=6')),
      '--yes',
      '--reference',
      'swap',
    ];
    expect(await api(trade)).toMatchObject({ code: 1, err: expect.stringContaining('was executed in run') });
    expect([service.store.customers.size, service.store.trades.length]).toEqual([1, 1]);
    // A payout may have the reference of a customer.
    expect((await api([...TRANSFER, '--yes', '--reference', 'acme'])).code).toBe(0);
  });
  it('a batch id that is none is refused', async () => {
    const { service, api } = await setUpApi();
    expect((await api([...TRANSFER, '--yes', '--batch-id', ''])).code).toBe(2);
    expect(service.store.transfers).toHaveLength(0);
  });
});

describe('a single call whose body only looks another', () => {
  const trade = (amount: string): string[] => [
    'createTrade',
    '--data',
    `{"sourceCurrency":"USDC","destinationCurrency":"USDCT","amount":${amount}}`,
    '--yes',
  ];
  const AMOUNTS = ['501', '"501.0"', '5.01e2', '"0501"'];
  it.each(AMOUNTS)('a trade of 501 written %s is one trade, made or in doubt', async (amount) => {
    for (const faults of [[], [{ operation: 'createTrade', kind: '500-after' } as const]]) {
      const { service, api } = await setUpApi(faults);
      await api(trade('501'));
      service.faults.clear();
      const batch = await api([...trade(amount), '--batch-id', 'other']);
      expect([batch.code, batch.err]).toEqual([1, expect.stringContaining('possible duplicate')]);
      await api(trade(amount));
      expect(service.store.trades).toHaveLength(1);
      expect((await api(trade('5010'))).code).toBe(0);
    }
  });
});
