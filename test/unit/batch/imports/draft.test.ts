// The draft of a profile: every header in it, what it means in four languages, and rows as they would be read.
import { readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { draftOf } from '../../../../src/batch/input/imports/draft/draft.ts';
import { sampleOf } from '../../../../src/batch/input/imports/draft/sample.ts';
import { profileJsonSchema } from '../../../../src/batch/input/imports/profile-schema.ts';
import { DEFAULT_PROFILE } from '../../../../src/interface/profile.ts';
import { folder } from '../../../kit/folder.ts';
import { paybatch } from '../../../kit/io.ts';
import { ACCOUNT, CUSTOMER, payouts, WALLET } from '../../../kit/payouts.ts';
import { sheetOf } from './workbook.ts';

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
  ])('reads %s headers', async (_, text, thousands) => {
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

  it.each(['Lieferant', 'Supplier', 'Vendor', 'Kreditor', 'Kontonummer'])(
    'looks suppliers up by codes in %s, which are no names',
    async (header) => {
      const { profile, missing } = await draft(
        `Beleg;${header};Name;Betrag\nR-1;000451;Acme;1,50\nR-2;K-77;Bolt;2,50\n`,
      );
      expect(profile.columns).toMatchObject({ [header]: null, Name: 'x-payee' });
      expect(profile.lookups?.[0]?.key).toBe(header);
      expect(missing).toContain(`the lookup file of ${header}`);
    },
  );

  it.each([
    ['names', 'Beleg;Lieferant;Betrag\nR-1;Acme AG;1,50\nR-2;Bolt 24 GmbH;2,50\n', 'Lieferant'],
    ['IBANs', 'Beleg;IBAN;Betrag\nR-1;DE02120300000000202051;1,50\n', 'IBAN'],
    ['nothing that is known', 'Beleg;Zebra;Betrag\nR-1;a;1,50\n', undefined],
  ])('never offers one account for all rows, by %s', async (_, text, key) => {
    const { profile, missing } = await draft(text);
    expect(Object.keys(profile.constants ?? {})).not.toContain('customerId');
    expect(Object.keys(profile.constants ?? {})).not.toContain('destination.externalAccountId');
    expect(profile.lookups?.[0]?.key).toBe(key);
    expect(missing).toContain(
      key === undefined ? 'destination.externalAccountId' : `the lookup file of ${key}`,
    );
  });

  it.each([
    ['Beleg;Lieferant;Name;Betrag\nR-1;000451;Acme;1,50\n', 'Name'],
    ['Beleg;Kreditor-Nr.;Betrag\nR-1;000451;1,50\n', 'Kreditor-Nr.'],
    ['Beleg;IBAN;Betrag\nR-1;DE02120300000000202051;1,50\n', undefined],
  ])('names the column that says who is paid: %s', async (text, payee) => {
    expect((await draft(text)).profile.payee).toBe(payee);
  });

  it('never offers one amount for all rows, and says which column may be it', async () => {
    const { profile, missing } = await draft(
      'Folio;Beneficiario;Subtotal;IVA\nA-1;Uno;100;16\nA-2;Dos;1000;160\n',
    );
    expect(Object.keys(profile.constants ?? {})).not.toContain('receiverAmount');
    expect(missing[0]).toBe('receiverAmount (the column of the amounts: which of "Subtotal", "IVA" is it?)');
  });

  it.each([
    [
      'Mexican',
      'Folio;Clave;Proveedor;Total a pagar\nF-1;P0012;Uno;1,160.50\n',
      ['reference', null, 'x-payee', 'receiverAmount'],
      'Clave',
    ],
    [
      'SAP',
      'BelegNr.;Kred.-Nr.;Name;Betrag\n1900012;0000451;Acme;1.160,50\n',
      ['reference', null, 'x-payee', 'receiverAmount'],
      'Kred.-Nr.',
    ],
    [
      'Sage',
      'Ref,A/C,Supplier Name,Sort Code,Account No,Amount\nP1,HAR001,Harris,20-00-00,55779911,"1,160.50"\n',
      ['reference', null, 'x-payee', null, null, 'receiverAmount'],
      'A/C',
    ],
  ])('reads %s headers, and looks suppliers up by their number', async (_, text, fields, key) => {
    const { profile, notes } = await draft(text);
    expect(Object.values(profile.columns ?? {})).toEqual(fields);
    expect(profile.lookups?.[0]?.key).toBe(key);
    expect(notes.join()).not.toContain('is a guess: it has to be');
  });

  it('calls a key that is no number of a supplier a guess', async () => {
    for (const header of ['Name', 'Account No']) {
      const { notes, profile } = await draft(
        `Ref,${header},Amount\nP1,Harris & Co,1.50\nP2,Bolt & Co,2.50\n`,
      );
      expect(profile.lookups?.[0]?.key).toBe(header);
      expect(notes.join()).toContain(`"key": "${header}" is a guess`);
    }
  });

  it('says where no column is the reference, and which may be', async () => {
    const { notes } = await draft('Vorgang;Art;Betrag\nV-1;x;1,50\nV-2;x;2,50\n');
    expect(notes).toContain(
      'No column was taken for the reference: without one, rows are told apart by their content alone. It may be "Vorgang": there all cells differ',
    );
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

  it('stops at the first line of a footer of several', async () => {
    const text = 'Beleg;Empfänger;Betrag\nR-1;Müller;1,50\nAnzahl;1;\nGesamtsumme;;1,50\n';
    const { profile } = await draft(text);
    expect(profile.stopAt).toBe('^Anzahl');
  });

  it('of a workbook has no encoding and no decimal mark where its amounts are numbers', async () => {
    const { profile } = await draft(
      sheetOf(['Lauf'], ['Beleg', 'Betrag'], ['R-1', 1.5], ['R-2', 1234.5]),
      'in.xlsx',
    );
    expect(profile).toMatchObject({ skipRows: 1, columns: { Beleg: 'reference', Betrag: 'receiverAmount' } });
    expect(profile.decimal).toBeUndefined();
  });

  it('holds every header, null where nobody knows', async () => {
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
  it('drafts what run --map takes once it is filled in', { timeout: 120_000 }, async () => {
    const at = folder({
      'in.csv': 'Lauf 7\nBeleg;Kreditor;Name;Betrag\nR-1;007;Zoë;1.234,50\nSumme;;;1.234,50\n',
      'suppliers.csv': `Nr,customer,account\n007,${CUSTOMER},${ACCOUNT}\n`,
    });
    const first = await paybatch(at, ['map', 'in.csv', '--out', 'p.json']);
    expect(first).toMatchObject({ code: 1, stdout: '' });
    expect(first.stderr).toMatch(/in\.csv:3: would be read as\n(?: {2}.*\n)* {2}receiverAmount: 1234\.50\n/);
    expect(first.stderr).toContain('To be filled in: source.currency');
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

  it('is told by check where one constant account takes what several payees are to get', async () => {
    const constants = {
      'source.currency': 'USDC',
      'source.network': 'ethereum',
      'source.walletId': WALLET,
      'destination.currency': 'EUR',
      purposeOfPayment: 'PaymentForGoods',
      customerId: CUSTOMER,
      'destination.externalAccountId': ACCOUNT,
    };
    const columns = { Beleg: 'reference', Name: 'x-payee', Betrag: 'receiverAmount' };
    const at = folder({
      'in.csv': 'Beleg,Name,Betrag\nR-1,Acme,1.50\nR-2,Bolt,2.50\nR-3,acme ,3.50\n',
      'one.csv': 'Beleg,Name,Betrag\nR-1,Acme,1.50\nR-2,Acme,2.50\n',
      'p.json': JSON.stringify({ columns, constants }),
    });
    const said = await paybatch(at, ['check', 'in.csv', '--map', 'p.json']);
    expect(said.code).toBe(0);
    expect(said.stderr).toContain('all 3 rows go to this one account, under 2 different x-payee');
    expect((await paybatch(at, ['check', 'one.csv', '--map', 'p.json'])).stderr).not.toContain('one account');
  });

  it('has nothing to ask of a file in our own columns', { timeout: 60_000 }, async () => {
    const at = folder({ 'in.csv': payouts([{ reference: 'R-1' }]) });
    expect((await paybatch(at, ['map', 'in.csv'])).code).toBe(0);
  });
});
