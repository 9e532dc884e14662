// The draft of an import profile: all headers, mapped in four languages, the marks of amounts, and the command `map`.
import { readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { decimalMarkOf } from '../../../../src/batch/input/amount-marks.ts';
import { draftOf } from '../../../../src/batch/input/imports/draft/draft.ts';
import { sampleOf } from '../../../../src/batch/input/imports/draft/sample.ts';
import { profileJsonSchema } from '../../../../src/batch/input/imports/profile-schema.ts';
import { DEFAULT_PROFILE } from '../../../../src/interface/profile.ts';
import { folder } from '../../../kit/folder.ts';
import { paybatch } from '../../../kit/io.ts';
import { ACCOUNT, CUSTOMER, payouts, WALLET } from '../../../kit/payouts.ts';
import { say } from '../../../kit/words.ts';
import { sheetOf } from './workbook.ts';

const FILL_IN_MARKS = '"decimal" and "thousands"';

async function draft(content: string | Buffer, name = 'in.csv') {
  const at = folder({ [name]: content });
  const handle = await open(join(at, name));
  try {
    const sample = await sampleOf(handle, name, { sheet: undefined, delimiter: undefined });
    return draftOf(sample, DEFAULT_PROFILE, undefined);
  } finally {
    await handle.close();
  }
}

describe('a draft', () => {
  it.each([
    [
      'English',
      'Invoice No,Vendor Name,Vendor No,IBAN,Currency,Amount Due\nI-1,Acme,7,GB33BUKB20201555555555,GBP,"1,234.50"\n',
      ',',
    ],
    [
      'German',
      'Belegnummer;Lieferant;Kreditor-Nr.;IBAN;Währung;Betrag (EUR)\nI-1;Acme;7;DE02120300000000202051;EUR;1.234,50\n',
      '.',
    ],
    [
      'French',
      'N° facture;Bénéficiaire;Code fournisseur;IBAN;Devise;Montant TTC\nI-1;Acme;7;FR7630006000011234567890189;EUR;1 234,50\n',
      ' ',
    ],
    [
      'Spanish',
      'Número de factura;Proveedor;Código proveedor;IBAN;Divisa;Importe\nI-1;Acme;7;ES9121000418450200051332;EUR;1.234,50\n',
      '.',
    ],
  ])('maps %s headers to fields', async (_, text, thousands) => {
    const { profile, missing } = await draft(text);
    expect(Object.values(profile.columns ?? {})).toEqual([
      'reference',
      'x-payee',
      null,
      'x-iban',
      'destination.currency',
      'receiverAmount',
    ]);
    expect(profile.thousands).toBe(thousands);
    expect(profile.lookups?.[0]?.columns).toEqual({
      customerId: 'customerId',
      'destination.externalAccountId': 'destination.externalAccountId',
    });
    expect(missing.length).toBeGreaterThan(0);
  });

  it.each([
    ['Beleg;Kreditor;Name;Betrag\nR-1;000451;Acme;1,50\n', 'Name'],
    ['Beleg;Kreditor-Nr.;Betrag\nR-1;000451;1,50\n', 'Kreditor-Nr.'],
    ['Beleg;IBAN;Betrag\nR-1;DE02120300000000202051;1,50\n', undefined],
  ])('names the payee column, if there is one: %s', async (text, payee) => {
    expect((await draft(text)).profile.payee).toBe(payee);
  });

  it('finds title lines, the footer and the encoding', async () => {
    const text =
      'Zahlungslauf;;\nvom 21.11.2026;;\nBeleg;Empfänger;Betrag\nR-1;Müller;1,50\nGesamtsumme;;1,50\n';
    const { profile } = await draft(Buffer.from(text, 'latin1'));
    expect(profile).toMatchObject({
      skipRows: 2,
      stopAt: '^Gesamtsumme',
      encoding: 'windows-1252',
      decimal: ',',
    });
  });

  it('of a workbook whose amounts are numbers has no decimal mark', async () => {
    const { profile } = await draft(
      sheetOf(['Lauf'], ['Beleg', 'Betrag'], ['R-1', 1.5], ['R-2', 1234.5]),
      'in.xlsx',
    );
    expect(profile).toMatchObject({ skipRows: 1, columns: { Beleg: 'reference', Betrag: 'receiverAmount' } });
    expect(profile.decimal).toBeUndefined();
  });

  it('names a delimiter that a run does not detect', async () => {
    const { profile } = await draft('Beleg|Betrag\nR-1|1,50\nR-2|2,50\n');
    expect(profile).toMatchObject({
      delimiter: '|',
      columns: { Beleg: 'reference', Betrag: 'receiverAmount' },
    });
  });

  it('has every header, with null for an unknown one', async () => {
    const { profile } = await draft('Zebra;Betrag;__proto__\na;1,50;b\n');
    expect(Object.entries(profile.columns ?? {})).toEqual([
      ['Zebra', null],
      ['Betrag', 'receiverAmount'],
      ['__proto__', null],
    ]);
  });

  it('agrees with the JSON Schema that editors get', async () => {
    const { profile } = await draft('Beleg;Betrag\nR-1;1,50\n');
    const valid = new Ajv2020({ strict: false }).compile(profileJsonSchema());
    expect(valid(JSON.parse(JSON.stringify(profile)))).toBe(true);
    expect(valid({ ...profile, decimals: ',' })).toBe(false);
  });
});

describe('paybatch map', () => {
  it('writes a draft that run --map accepts once it is filled in', { timeout: 120_000 }, async () => {
    const at = folder({
      'in.csv': 'Lauf 7\nBeleg;Kreditor;Name;Betrag\nR-1;007;Zoë;1.234,50\nSumme;;;1.234,50\n',
      'suppliers.csv': `Nr,customer,account\n007,${CUSTOMER},${ACCOUNT}\n`,
    });
    const first = await paybatch(at, ['map', 'in.csv', '--out', 'p.json']);
    expect(first).toMatchObject({ code: 1, stdout: '' });
    expect(first.stderr).toMatch(
      /Line 3 of \S*in\.csv becomes:\n(?: {2}.*\n)* {2}receiverAmount: 1234\.50\n/,
    );
    expect(first.stderr).toContain('Fill in: source.currency');
    expect((await paybatch(at, ['map', 'in.csv', '--out', 'p.json'])).stderr).toMatch(
      /p\.json already exists: name a new file/,
    );
    expect((await paybatch(at, ['check', 'in.csv', '--map', 'p.json'])).code).toBe(2);
    const profile = JSON.parse(readFileSync(join(at, 'p.json'), 'utf8')) as Record<
      string,
      Record<string, unknown>
    >;
    Object.assign(profile['constants']!, {
      'source.currency': 'USDC',
      'source.network': 'ethereum',
      'source.walletId': WALLET,
      'destination.currency': 'EUR',
      purposeOfPayment: 'PaymentForGoods',
    });
    const columns = { customer: 'customerId', account: 'destination.externalAccountId' };
    profile['lookups'] = [{ file: 'suppliers.csv', key: 'Kreditor', fileKey: 'Nr', columns }] as never;
    writeFileSync(join(at, 'p.json'), JSON.stringify(profile));
    const run = await paybatch(at, ['run', 'in.csv', '--map', 'p.json', '--sandbox', '--yes']);
    expect(run).toMatchObject({ code: 0 });
  });

  it(
    'shows rows as they would be read, but not the footer that the draft leaves out',
    { timeout: 60_000 },
    async () => {
      const at = folder({ 't.csv': 'Betrag;Referenz;Name\n5,00;1;Foo\n7,00;2;Bar\nSumme;;12,00\n' });
      const { stderr: err } = await paybatch(at, ['map', 't.csv']);
      expect(err).toContain('Line 3 of');
      expect(err).not.toContain('Line 4 of');
    },
  );

  it(
    'exits with 0 for a file in our own columns, as nothing is left to fill in',
    { timeout: 60_000 },
    async () => {
      const at = folder({ 'in.csv': payouts([{ reference: 'R-1' }]) });
      expect((await paybatch(at, ['map', 'in.csv'])).code).toBe(0);
    },
  );
});

// If the decimal mark of an amount is unclear, other amounts decide it. If they don't, it stays to be filled in.

const table = (amounts: readonly string[]): string =>
  ['Beleg;Name;Betrag', ...amounts.map((amount, at) => `R-${at};Acme;${amount}`), ''].join('\n');

describe('the decimal mark', () => {
  it.each([
    ['18.402,17', ','],
    ['7,5', ','],
    ['-3.000,00', ','],
    ['3.000,00 €', ','],
    ['1,234.50', '.'],
    ['(99.10)', '.'],
    ['1.112,500', ','],
    ['0,125', ','],
    ['1234,500', ','],
    ['1 112,500', ','],
    ['1.234', 'either'],
    ['25,000', 'either'],
    ['1,234,567', '.'],
    ['1.234.567', ','],
    ['12.11.26', undefined],
    ['1250', undefined],
    [',50', undefined],
    ['a,12', undefined],
    ['', undefined],
  ])('of "%s" is %s', (text, mark) => {
    expect(decimalMarkOf(text)).toBe(mark);
  });
});

describe('a draft for amounts with unclear decimal marks', () => {
  it('leaves contradictory marks to be filled in, and notes why', async () => {
    const amounts = ['18.402,17', '7,5', '-3.000,00', '3.000,00 €', '1,234.50', '12', '1.000,00'];
    const { profile, notes } = await draft(table(amounts));
    expect(profile).toMatchObject({ decimal: '', thousands: '' });
    expect(notes.map(say).join()).toContain('The amounts contradict each other');
  });
  it.each([
    ['a comma and three digits', ['3,000', '12,500']],
    ['a point and three digits', ['3.000', '25.000', '7']],
    ['contradictory amounts', ['3.000', '1,50', '1.50']],
  ])('leaves decimal and thousands to be filled in for %s', async (_, amounts) => {
    const { profile, notes, missing } = await draft(table(amounts));
    expect(profile).toMatchObject({ decimal: '', thousands: '' });
    expect(missing.map(say)).toContain(FILL_IN_MARKS);
    expect(notes.map(say).join()).toContain('Fill in "decimal" and "thousands"');
  });
  it.each([
    [['3,000', '1.112,500'], { decimal: ',', thousands: '.' }],
    [['3,000', '1.234.567'], { decimal: ',', thousands: '.' }],
    [['3,000', '99.10'], { decimal: '.', thousands: ',' }],
    [['99,10', '1\u2009250,00'], { decimal: ',', thousands: ' ' }],
  ])('lets other amounts decide: %j', async (amounts, form) => {
    const { profile, missing } = await draft(table(amounts));
    expect(profile).toMatchObject(form);
    expect(missing.map(say)).not.toContain(FILL_IN_MARKS);
  });
  it('is refused by check until it is filled in', async () => {
    const at = folder({ 'in.csv': table(['3,000']) });
    const { code } = await paybatch(at, ['map', 'in.csv', '--out', 'draft.json']);
    expect(code).toBe(1);
    const check = await paybatch(at, ['check', 'in.csv', '--map', 'draft.json']);
    expect(check.code).toBe(2);
    expect(check.stderr).toContain('"decimal": expected one of ".", ","');
  });
});
