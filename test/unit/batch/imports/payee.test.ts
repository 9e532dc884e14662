// The payee of a row: a column of the export, a lookup or a constant has it, and the checks across runs compare it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { DEFAULT_CHECKS } from '../../../../src/batch/input/settings.ts';
import type { Warning } from '../../../../src/batch/input/warnings.ts';
import { folder } from '../../../kit/folder.ts';
import { ACCOUNT } from '../../../kit/payouts.ts';
import { sandbox } from '../../../kit/sandbox.ts';
import { say } from '../../../kit/words.ts';
import { CONSTANTS, type ProfileText, runImport } from './imports.ts';
import { sheetOf } from './workbook.ts';

const OTHER = '886313e1-3b8a-4372-9b90-0c9aee199e5e';
const without = (name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(CONSTANTS).filter(([field]) => field !== name));
const COLUMNS = { Beleg: 'reference', Betrag: 'receiverAmount', Konto: 'destination.externalAccountId' };
const BASE = { columns: COLUMNS, constants: without('destination.externalAccountId') };
const SUPPLIERS = { file: 's.csv', key: 'Nr', columns: { Firma: 'x-payee' } };

const csv = (night: number, account: string): string =>
  `Nr,Beleg,Betrag,Konto\n7,N-${night},10.00,${account}\n`;

it.each<[string, string, ProfileText]>([
  ['a lookup', 'x-payee', { ...BASE, columns: { ...COLUMNS, Nr: null }, lookups: [SUPPLIERS] }],
  [
    'a lookup, named with other case and a space',
    ' X-Payee',
    { ...BASE, columns: { ...COLUMNS, Nr: null }, lookups: [SUPPLIERS] },
  ],
  [
    'a constant',
    'x-payee',
    { ...BASE, columns: { ...COLUMNS, Nr: null }, constants: { ...BASE.constants, 'x-payee': 'Acme' } },
  ],
  [
    'a constant of a field',
    'memo',
    { ...BASE, columns: { ...COLUMNS, Nr: null }, constants: { ...BASE.constants, memo: 'Acme' } },
  ],
  [
    'a lookup of a field',
    'memo',
    { ...BASE, columns: { ...COLUMNS, Nr: null }, lookups: [{ ...SUPPLIERS, columns: { Firma: 'memo' } }] },
  ],
  ['a column of the export', 'Nr', { ...BASE, columns: { ...COLUMNS, Nr: null } }],
  ['a mapped column', 'x-nr', { ...BASE, columns: { ...COLUMNS, Nr: 'x-nr' } }],
])('the payee comes from %s, and a changed account is a warning', async (_, payee, profile) => {
  const service = await sandbox();
  for (const kind of ['csv', 'xlsx'] as const) {
    const at = folder({ 's.csv': 'Nr,Firma\n7,Acme\n' });
    const night = async (number: number, account: string): Promise<readonly string[]> => {
      const cells = ['7', `N-${number}`, '10.00', account];
      const content =
        kind === 'csv' ? csv(number, account) : sheetOf(['Nr', 'Beleg', 'Betrag', 'Konto'], cells);
      writeFileSync(join(at, `in.${kind}`), content);
      let warnings: readonly Warning[] = [];
      await runImport(at, service.url, `in.${kind}`, profile, {
        history: { checks: DEFAULT_CHECKS, payee },
        hooks: { checked: (__, list) => void (warnings = list) },
        alikeOk: true,
      });
      return warnings.map(({ message }) => say(message));
    };
    expect(await night(1, ACCOUNT)).toEqual([]);
    const [changed = '', more] = await night(2, OTHER);
    expect(changed).toContain(`was last paid: ${ACCOUNT}, on line 2 of run`);
    expect(more).toBeUndefined();
  }
});

it.each(['error', 'warning'] as const)(
  'a row with an empty payee is reported, because it cannot be compared (payeeChanged: %s)',
  async (level) => {
    const service = await sandbox();
    const at = folder({ 'in.csv': csv(1, ACCOUNT).replace('\n7,', '\n,') + '7,N-2,11.00,' + ACCOUNT + '\n' });
    let warnings: readonly Warning[] = [];
    const profile = { ...BASE, columns: { ...COLUMNS, Nr: null } };
    const end = await runImport(at, service.url, 'in.csv', profile, {
      history: { checks: { ...DEFAULT_CHECKS, payeeChanged: level }, payee: 'Nr' },
      hooks: { checked: (_, list) => void (warnings = list) },
    });
    const isError = level === 'error';
    expect(end.exitCode).toBe(isError ? 1 : 0);
    expect(service.store.transfers).toHaveLength(isError ? 1 : 2);
    const told = isError
      ? readFileSync(join(at, 'in.csv.results.csv'), 'utf8')
      : warnings.map(({ message, firstLine }) => `${firstLine} ${say(message)}`).join();
    expect(told).toMatch(isError ? /payeeChanged/ : /^2 /);
    expect(told).toContain('is empty: the account cannot be compared with the last one of this payee');
  },
);

it('the profile can name the payee column', async () => {
  const service = await sandbox();
  const at = folder({});
  const night = async (number: number, account: string): Promise<readonly string[]> => {
    writeFileSync(join(at, 'in.csv'), csv(number, account));
    let warnings: readonly Warning[] = [];
    await runImport(
      at,
      service.url,
      'in.csv',
      { ...BASE, columns: { ...COLUMNS, Nr: null }, payee: 'Nr' },
      {
        history: { checks: DEFAULT_CHECKS, payee: undefined },
        hooks: { checked: (__, list) => void (warnings = list) },
        alikeOk: true,
      },
    );
    return warnings.map(({ message }) => say(message));
  };
  expect(await night(1, ACCOUNT)).toEqual([]);
  expect(await night(2, OTHER)).toEqual([expect.stringContaining('at which this payee (Nr) was last paid')]);
});

it('a payee column that is not in the header is refused', async () => {
  const at = folder({ 'in.csv': csv(1, ACCOUNT) });
  const profile = { ...BASE, columns: { ...COLUMNS, Nr: null }, payee: 'Firma' };
  await expect(runImport(at, 'http://127.0.0.1:1', 'in.csv', profile)).rejects.toThrow(
    'there is no column "Firma", which --map names as "payee"',
  );
});
