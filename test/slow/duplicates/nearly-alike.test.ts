// What is one payment, customer or trade although its fingerprint is another: at the service's own count.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Warning } from '../../../src/batch/input/warnings.ts';
import type { RunHooks } from '../../../src/batch/results/hooks.ts';
import type { FaultSpec } from '../../../src/sandbox/faults.ts';
import { customers } from '../../kit/customers.ts';
import { folder } from '../../kit/folder.ts';
import { COLUMNS, payouts } from '../../kit/payouts.ts';
import { runIn } from '../../kit/run.ts';
import { sandbox } from '../../kit/sandbox.ts';

const BARE = COLUMNS.filter((name) => name !== 'reference');
const TAX = { taxIdentificationNumber: 'GB123456789' };
const PIER = { ...TAX, businessLegalName: 'Pier Nine Ltd' };
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
    ['whose number was corrected', TAX, { taxIdentificationNumber: 'GB123456798' }, []],
    ['whose number got its country', { taxIdentificationNumber: '123456789' }, TAX, []],
    ['whose number was corrected, in doubt', TAX, { taxIdentificationNumber: 'GB123456798' }, DOUBT],
    [
      'whose number and mail address were corrected, in doubt',
      TAX,
      { taxIdentificationNumber: 'GB123456798', email: 'b@harbour-lane.example' },
      DOUBT,
    ],
    ['whose name was written out', { ...TAX, businessLegalName: 'Pier Nine Limited' }, PIER, []],
    ['whose name was written out, in doubt', { ...TAX, businessLegalName: 'Pier Nine Limited' }, PIER, DOUBT],
    [
      'whose name lost a letter',
      { ...TAX, businessLegalName: 'Żabka Nine' },
      { ...TAX, businessLegalName: '?abka Nine' },
      [],
    ],
    [
      'whose name is spelt without marks, and whose mail address is another, in doubt',
      { businessLegalName: 'Müller KG' },
      { businessLegalName: 'Mueller KG', email: 'b@harbour-lane.example' },
      DOUBT,
    ],
  ])('%s is not created twice', async (_, first, second, faults) => {
    const { again, created } = await customerTwice(first, second, faults);
    expect(again).toMatchObject({ code: 'alike' });
    expect(created).toBe(1);
  });
  it.each<[string, Row, Row, FaultSpec[]]>([
    ['name and mail address, with the same number', TAX, { ...PIER, email: 'b@harbour-lane.example' }, []],
    [
      'number and mail address',
      TAX,
      { taxIdentificationNumber: 'GB123456798', email: 'b@harbour-lane.example' },
      [],
    ],
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

describe('a customer with the number of one that was created', () => {
  const EMAIL = { email: 'b@harbour-lane.example' };
  const saidOf = async (second: Row) => {
    const first = { ...TAX, customerJurisdictions: 'GB' };
    const at = folder({ 'in.csv': customers([first], ['reference']), 'statement.pdf': '%PDF x' });
    const service = await sandbox();
    await runIn(at, service.url);
    writeFileSync(join(at, 'in.csv'), customers([second], ['reference']));
    const said: Warning[] = [];
    const hooks = { checked: (_: unknown, more: readonly Warning[]): void => void said.push(...more) };
    await runIn(at, service.url, { hooks });
    expect(service.store.customers.size).toBe(2);
    return said.filter(({ isTrouble }) => isTrouble === true).map(({ message }) => message);
  };
  it('and another name and mail address is created, and a warning names the other', async () => {
    expect(await saidOf({ ...PIER, ...EMAIL })).toEqual([
      expect.stringMatching(/^has the tax or registration number of line 2 of run \S+, which was created/),
    ]);
  });
  it.each<[string, Row]>([
    ['another number', { ...PIER, ...EMAIL, taxIdentificationNumber: 'GB987654321' }],
    ['no number', { businessLegalName: 'Pier Nine Ltd', ...EMAIL }],
    ['the number of another country', { ...PIER, ...EMAIL, customerJurisdictions: 'FR' }],
  ])('is not said of one with %s', async (_, second) => {
    expect(await saidOf(second)).toEqual([]);
  });
});

describe('customers with references of their own', () => {
  const twice = async (second: Row) => {
    const file = (row: Row) => customers([row]);
    const at = folder({
      'in.csv': file({ ...TAX, ...REGISTERED, reference: 'A-1' }),
      'statement.pdf': '%PDF x',
    });
    const service = await sandbox();
    await runIn(at, service.url);
    writeFileSync(join(at, 'in.csv'), file(second));
    const said: Warning[] = [];
    const hooks = { checked: (_: unknown, more: readonly Warning[]): void => void said.push(...more) };
    const again = await runIn(at, service.url, { hooks }).catch((error: unknown) => error);
    return { again, created: service.store.customers.size, said: said.map(({ message }) => message) };
  };
  it('are two where their names differ, and a warning names the other', async () => {
    const other = { ...TAX, ...REGISTERED, reference: 'B-1', businessLegalName: 'Pier Nine Ltd' };
    const { created, said } = await twice(other);
    expect(created).toBe(2);
    expect(said).toContainEqual(
      expect.stringMatching(
        /^but for its name the row looks like line 2 of run .*: is it the same business\?$/,
      ),
    );
  });
  it('are one where they have a number and the name in common', async () => {
    const { again, created } = await twice({ ...TAX, reference: 'B-1', email: 'b@harbour-lane.example' });
    expect(again).toMatchObject({ code: 'alike' });
    expect(created).toBe(1);
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
    ['12.00', '12'],
    ['12.10', '12. Okt'],
    ['10.2026', 'Okt 26'],
    ['DEC1', '01-Dec'],
    ['MAR2026', 'Mar-26'],
    ['1-2-3', '1/2/2003'],
    ['10-5-1', '10/5/2001'],
    ['June 1, 2026', '1-Jun-26'],
    ['2026-06-01 10:30', '6/1/2026 10:30'],
    ['1998-05', 'May-98'],
    ['2026-05', '46143'],
    ['2026-01', 'ene-26'],
    ['2026-06', 'juin-26'],
    ['12E5', '1.20E+06'],
    ['1E5', '100000'],
    ['+4912345678', '4912345678'],
    ['5%', '0.05'],
    ['0:45', '00:45'],
    ['Müller 1', 'MĂĽller 1'],
    ['Müller 2', 'MГјller 2'],
    ['Müller 3', 'M├╝ller 3'],
    ['Müller 4', 'M√ºller 4'],
    ['Müller 5', 'M??ller 5'],
    ['Łódź 7', 'Lódz 7'],
    ['Müller 9', 'Muller 9'],
    ['Müller 9', 'Mueller 9'],
    ['A & B 10', 'A &amp; B 10'],
    ["O'Neil 11", 'O&#39;Neil 11'],
    ['Invoice 14/2026', 'Invoice 14-2026'],
    ['INV-16', 'INV\u201316'],
    ['1.234,50', '1234.5'],
    ['Invoice 0012', 'Invoice 12'],
    ['INV-2026-001', 'INV 2026/1'],
    ['A-0007', 'A-7'],
    ['Invoice \u0661\u0662', 'Invoice 12'],
    ['\u0967\u0968/26', '12/26'],
    ['Invoice \uff11\uff12', 'Invoice 12'],
    ['Rent M\u0430y', 'Rent May'],
    ['\u0420\u0415-77', 'PE-77'],
    ['2026-05-01', '20260501'],
    ['RF18 5390 0754', 'RF1853900754'],
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
    ['12.5', '125'],
    ['Rent June', 'Deposit'],
    ['аренда', 'бонус'],
    ['46144', '2026-05-01'],
    ['1/26', '126'],
    ['1-2', '12'],
    ['Invoice 1/26', 'Invoice 126'],
    ['Invoice 12', 'Invoice 13'],
    ['RE-1-12', 'RE-112'],
    ['Part 1.05', 'Part 1.5'],
    ['A00450', 'A-450'],
    ['Invoice 10', 'Invoice 100'],
    ['\u0661\u0662', '13'],
    ['\u0430\u0440\u0435\u043d\u0434\u0430 1', '\u0430\u0440\u0435\u043d\u0434\u0430 2'],
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

describe('a payout in doubt', () => {
  const INVOICE: Row = { memo: 'Invoice 12' };
  async function inDoubtThen(first: Row, second: Row, columns: readonly string[] = BARE) {
    const at = folder({ 'in.csv': payouts([first], columns) });
    const service = await sandbox({ faults: [{ kind: '500-after', operation: 'createTransfer' }] });
    expect((await runIn(at, service.url)).exitCode).toBe(3);
    service.faults.clear();
    writeFileSync(join(at, 'in.csv'), payouts([second], 'reference' in second ? COLUMNS : BARE));
    const again = await runIn(at, service.url, { batchId: 'another' }).catch((error: unknown) => error);
    return { again, paid: service.store.transfers.length };
  }
  const held = { exitCode: 4, tally: { counts: new Map([['not_sent', 1]]) } };
  it.each<[string, Row]>([
    ['without its memo', { memo: '' }],
    ['with other words', { memo: 'Invoice no. 12' }],
    ['with another number in its memo', { memo: 'Invoice 13' }],
    ['with another purpose', { ...INVOICE, purposeOfPayment: 'PaymentForServices' }],
    ['with a reference, and the memo written otherwise', { reference: 'N-1', memo: 'May-26' }],
    ['with a reference, without its memo', { reference: 'N-1', memo: '' }],
    ['with a reference, and another number in its memo', { reference: 'N-1', memo: 'Invoice 13' }],
  ])('is not paid again %s', async (_, second) => {
    expect(await inDoubtThen(INVOICE, second)).toMatchObject({ again: held, paid: 1 });
  });
  it('is not paid again with a memo that it had not', async () => {
    expect(await inDoubtThen({ memo: '' }, INVOICE)).toMatchObject({ again: held, paid: 1 });
  });
  it.each([
    ['2026-05', 'B-1', 'May-26'],
    ['Invoice 1041', 'A-2', 'INV 1041'],
    ['Invoice 12', 'B-1', 'Invoice 13'],
  ])('is not paid again under another reference: %s, then %s %s', async (memo, reference, other) => {
    const again = await inDoubtThen({ reference: 'A-1', memo }, { reference, memo: other }, COLUMNS);
    expect(again).toMatchObject({ again: held, paid: 1 });
  });
  it.each<[string, Row, readonly string[]]>([
    ['another amount', { ...INVOICE, receiverAmount: '10.01' }, BARE],
    ['the next reference and the next memo', { reference: 'A-2', memo: 'Invoice 13' }, COLUMNS],
  ])('keeps nobody from a payment of %s', async (_, second, columns) => {
    const first = columns === COLUMNS ? { reference: 'A-1', ...INVOICE } : INVOICE;
    expect(await inDoubtThen(first, second, columns)).toMatchObject({ again: { exitCode: 0 }, paid: 2 });
  });
  it('holds the row that resembles it alone, and says what to do', async () => {
    const at = folder({ 'in.csv': payouts([INVOICE], BARE) });
    const service = await sandbox({ faults: [{ kind: '500-after', operation: 'createTransfer' }] });
    const doubt = await runIn(at, service.url);
    service.faults.clear();
    const others = [1, 2, 3].map((n) => ({ receiverAmount: `2${n}.00`, memo: `other ${n}` }));
    writeFileSync(join(at, 'in.csv'), payouts([{ memo: 'Inv. 12' }, ...others], BARE));
    const said: string[] = [];
    const hooks = {
      problem: (line: number, _: string, text: string): void => void said.push(`${line} ${text}`),
    };
    expect(await runIn(at, service.url, { hooks })).toMatchObject({ exitCode: 4 });
    expect(service.store.transfers).toHaveLength(4);
    expect(said).toEqual([expect.stringContaining(`line 2 of run ${doubt.runId}`)]);
    expect(said[0]).toContain(`paybatch resolve ${doubt.runId} --line 2`);
    expect(await runIn(at, service.url, { alikeOk: true })).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(5);
  });
});

describe('a payout whose reference and memo are spelt anew', () => {
  it.each([
    ['INV-1100', 'Invoice 1100', 'INV1100', 'Invoice-1100'],
    ['INV-0001100', 'Invoice 1100', 'INV-0001100 ', 'Invoice  1100'],
  ])('%s, %s: not paid again as %s, %s', async (reference, memo, other, text) => {
    const at = folder({ 'in.csv': payouts([{ reference, memo }]) });
    const service = await sandbox();
    await runIn(at, service.url);
    writeFileSync(join(at, 'in.csv'), payouts([{ reference: other, memo: text }]));
    await runIn(at, service.url).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'alike' });
    });
    expect(service.store.transfers).toHaveLength(1);
  });
});
