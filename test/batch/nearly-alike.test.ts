// What is one payment, customer or trade although its fingerprint is another: at the service's own count.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Warning } from '../../src/batch/input/warnings.ts';
import type { RunHooks } from '../../src/batch/results/hooks.ts';
import type { FaultSpec } from '../../src/sandbox/faults.ts';
import { customers } from '../support/customers.ts';
import { folder } from '../support/folder.ts';
import { COLUMNS, payouts } from '../support/payouts.ts';
import { runIn } from '../support/run.ts';
import { sandbox } from '../support/sandbox.ts';

const BARE = COLUMNS.filter((name) => name !== 'reference');
const TAX = { taxIdentificationNumber: 'GB123456789' };
const REGISTERED = { companyRegistrationNumber: '10712345' };
const DOUBT: FaultSpec[] = [{ kind: '500-after', operation: 'createCustomer' }];
type Row = Readonly<Record<string, string>>;

async function customerTwice(first: Row, second: Row, faults: FaultSpec[] = []) {
  const file = (row: Row) => customers([row], ['reference']);
  const at = folder({ 'in.csv': file(first), 'statement.pdf': '%PDF x' });
  const service = await sandbox({ faults });
  await runIn(at, service.url);
  service.faults.clear();
  expect(service.store.customers.size).toBe(1);
  writeFileSync(join(at, 'in.csv'), file(second));
  const again = await runIn(at, service.url).catch((error: unknown) => error);
  return { again, created: service.store.customers.size };
}

describe('a customer without a reference', () => {
  it.each<[string, Row, Row, FaultSpec[]]>([
    ['whose tax number was removed', { ...TAX, ...REGISTERED }, REGISTERED, []],
    ['whose tax number was added', REGISTERED, { ...TAX, ...REGISTERED }, []],
    ['whose registration number came', TAX, { ...TAX, ...REGISTERED, email: 'b@harbour-lane.example' }, []],
    ['whose one number was taken for the other', TAX, REGISTERED, []],
    ['that got its first number', {}, TAX, []],
    ['that lost its only number', TAX, {}, []],
    ['that got its first number, in doubt', {}, { ...TAX, email: 'b@harbour-lane.example' }, DOUBT],
    ['whose mail address was corrected, in doubt', {}, { email: 'b@harbour-lane.example' }, DOUBT],
    ['whose number was corrected, in doubt', TAX, { taxIdentificationNumber: 'GB123456798' }, DOUBT],
  ])('%s is not created twice', async (_, first, second, faults) => {
    const { again, created } = await customerTwice(first, second, faults);
    expect(again).toMatchObject({ code: 'alike' });
    expect(created).toBe(1);
  });
  it.each<[string, Row, Row, FaultSpec[]]>([
    ['name, with the same number', TAX, { ...TAX, businessLegalName: 'Pier Nine Ltd' }, []],
    ['number', TAX, { taxIdentificationNumber: 'GB123456798' }, []],
    ['mail address, without a number and not in doubt', {}, { email: 'b@harbour-lane.example' }, []],
    [
      'country, without a number and in doubt',
      { customerJurisdictions: 'GB' },
      { customerJurisdictions: 'FR' },
      DOUBT,
    ],
  ])('of another %s is created too', async (_, first, second, faults) => {
    expect(await customerTwice(first, second, faults)).toMatchObject({ created: 2 });
  });
});

async function paidTwice(
  first: string,
  second: string,
  { without = [], hooks = {} }: { without?: readonly string[]; hooks?: Partial<RunHooks> } = {},
) {
  const at = folder({ 'in.csv': payouts([{ memo: first }], BARE) });
  const service = await sandbox();
  await runIn(at, service.url);
  const columns = BARE.filter((name) => !without.includes(name));
  writeFileSync(join(at, 'in.csv'), payouts([{ memo: second }], columns));
  const again = await runIn(at, service.url, { batchId: 'another', hooks }).catch((error: unknown) => error);
  return { again, paid: service.store.transfers.length };
}

describe('a memo without a reference', () => {
  it.each([
    ['12.50', '12.5'],
    ['12,50', '12,5'],
    ['2026-06-01', '01/06/2026'],
    ['2026-06-01', '6/1/2026'],
    ['2026-06-01', '1.6.2026'],
    ['2026-06-01', '01-Jun-26'],
    ['2026-05', 'May-26'],
    ['12345678901234567', '12345678901234500'],
    ["'x' - y...", '\u2018x\u2019 \u2013 y\u2026'],
    ['"x" -- y', '\u201cx\u201d \u2014 y'],
    ['Müller', 'MÃ¼ller'],
    ['Łódź', '?ód?'],
    ['Łódź', 'Å\u0081Ã³dÅº'],
    ['Caf\u00e9 \u2013 x', 'Caf? ? x'],
  ])('%s is not paid again as %s, nor the other way round', async (one, two) => {
    for (const [first, second] of [
      [one, two],
      [two, one],
    ] as const) {
      const { again, paid } = await paidTwice(first, second);
      expect(again).toMatchObject({ code: 'alike' });
      expect(paid).toBe(1);
    }
  });
  it.each([
    ['12.50', '12.51'],
    ['2026-06-01', '2026-01-06'],
    ['11/12/2026', '12/11/2026'],
    ['INV-1', 'INV-2'],
    ['Müller', 'Möller'],
    ['12345678901234567', '12345678901234568'],
  ])('%s and %s are two payments', async (one, two) => {
    expect(await paidTwice(one, two)).toMatchObject({ again: { exitCode: 0 }, paid: 2 });
  });
  it('that was taken out is paid, and a warning names the run', async () => {
    const said: Warning[] = [];
    const hooks = { checked: (_: unknown, more: readonly Warning[]): void => void said.push(...more) };
    expect((await paidTwice('Rent', '', { without: ['memo'], hooks })).paid).toBe(2);
    expect(said.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('without a memo the row looks like line 2 of run') as string,
    );
  });
});
