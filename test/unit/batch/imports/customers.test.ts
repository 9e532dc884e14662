// Customer files with foreign columns, read through a profile: as CSV and as a workbook, with messages and retry file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { results } from '../../../kit/cli.ts';
import { folder } from '../../../kit/folder.ts';
import { GOOD_CUSTOMER } from '../../../kit/payouts.ts';
import { sandbox } from '../../../kit/sandbox.ts';
import { checkImport, type ProfileText, runImport } from './imports.ts';
import { sheetOf, type Value } from './workbook.ts';

const OWN = ['reference', 'businessLegalName', 'contactPerson.phoneNumber', 'documents.BankStatements'];
const PROFILE: ProfileText = {
  columns: {
    Nr: 'reference',
    Firma: 'businessLegalName',
    Telefon: 'contactPerson.phoneNumber',
    Auszug: 'documents.BankStatements',
    Branche: null,
  },
  constants: Object.fromEntries(
    Object.entries(GOOD_CUSTOMER).filter(([name]) => !OWN.includes(name) && name !== 'naicsCode'),
  ),
  lookups: [{ file: 'codes.csv', key: 'Branche', columns: { Code: 'naicsCode' } }],
  delimiter: ';',
  skipRows: 1,
  stopAt: '^Ende',
};
const FILES = { 'codes.csv': 'Branche,Code\nSpiele,513210\n', 'statement.pdf': 'bytes' };
const HEAD = ['Nr', 'Firma', 'Branche', 'Telefon', 'Auszug'];
const ROWS = [
  ['K-1', 'Käse & Co', 'Spiele', '+442079460958', 'statement.pdf'],
  ['K-2', 'Zoë GmbH', 'Spiele', '+442079460959', 'statement.pdf'],
];
const text = (rows: readonly (readonly string[])[]): string =>
  ['Neue Kunden', HEAD.join(';'), ...rows.map((row) => row.join(';')), 'Ende', ''].join('\n');
const sheet = (rows: readonly (readonly Value[])[]): Buffer =>
  sheetOf(['Neue Kunden'], HEAD, ...rows.map((row) => [...row]), ['Ende']);

describe.each([
  ['a CSV file', 'in.csv', text],
  ['a workbook', 'in.xlsx', sheet],
] as const)('customers in %s with foreign columns', (_, name, made) => {
  it('are created once, each with its document', async () => {
    const service = await sandbox();
    const at = folder(FILES);
    writeFileSync(join(at, name), made(ROWS));
    const end = await runImport(at, service.url, name, PROFILE);
    expect([end.exitCode, end.facts.kind]).toEqual([0, 'customers']);
    const customers = [...service.store.customers.values()];
    expect(customers.map(({ body }) => body)).toMatchObject([
      {
        businessLegalName: 'Käse & Co',
        naicsCode: '513210',
        contactPerson: { phoneNumber: '+442079460958' },
      },
      { businessLegalName: 'Zoë GmbH', naicsCode: '513210' },
    ]);
    expect(results(join(at, `${name}.results.csv`)).map((row) => row['documents.BankStatements'])).toEqual([
      'created',
      'created',
    ]);
    expect((await runImport(at, service.url, name, PROFILE)).exitCode).toBe(0);
    expect(service.store.customers.size).toBe(2);
  });

  it('are reported with the headers of the file if invalid, and the profile reads their retry file', async () => {
    const service = await sandbox();
    const at = folder(FILES);
    const [good = [], other = []] = ROWS;
    writeFileSync(
      join(at, name),
      made([good, other.with(2, 'Kunst'), ['K-3', '', 'Spiele', 'x', 'none.pdf'], ['K-4', ...good.slice(1)]]),
    );
    const end = await runImport(at, service.url, name, PROFILE);
    expect(end.exitCode).toBe(1);
    const told = results(join(at, `${name}.results.csv`)).map(({ errorMessage = '' }) => errorMessage);
    expect(told[1]).toContain('4:3: Branche: "Kunst" is not in codes.csv (column "Branche")');
    expect(told[2]).toMatch(/5:2: Firma \(businessLegalName\): is missing/);
    expect(told[2]).toMatch(/5:4: Telefon \(contactPerson\.phoneNumber\): must be international/);
    expect(told[2]).toMatch(/5:5: Auszug \(documents\.BankStatements\): .*none\.pdf/);
    const retry = end.retry ?? '';
    const fixed = readFileSync(retry, 'utf8')
      .replace('Kunst', 'Spiele')
      .replace(';x;none.pdf', ';+442079460957;statement.pdf');
    writeFileSync(join(at, 'again.csv'), fixed.replace('K-3;;', 'K-3;Neu AG;'));
    const again = await runImport(at, service.url, 'again.csv', PROFILE);
    expect([again.exitCode, service.store.customers.size]).toEqual([0, 4]);
  });
});

it('with a profile that lacks a required document, the row names the missing document', async () => {
  const { columns } = PROFILE as { columns: Record<string, string | null> }; // as in PROFILE
  const others = Object.fromEntries(Object.entries(columns).filter(([name]) => name !== 'Auszug'));
  await expect(
    checkImport(
      text(ROWS.map((row) => row.slice(0, 4))).replace(';Auszug', ''),
      { ...PROFILE, columns: others },
      FILES,
    ),
  ).resolves.toMatchObject({
    end: { exitCode: 1 },
    messages: [expect.stringContaining('BankStatements'), expect.anything()],
  });
});
