// The total in the footer of a file is compared with the sum of its rows, to the last digit.
import { describe, expect, it } from 'vitest';

import { folder } from '../../../kit/folder.ts';
import { NO_GUARDS, sandbox } from '../../../kit/sandbox.ts';
import { saying } from '../../../kit/words.ts';
import { checkImport, CONSTANTS, runImport } from './imports.ts';

const PROFILE = {
  columns: { Beleg: 'reference', Betrag: 'receiverAmount' },
  constants: CONSTANTS,
  decimal: ',',
  thousands: '.',
  stopAt: '^Summe',
};
const csv = (...lines: string[]): string => ['Beleg;Betrag', ...lines, ''].join('\n');

const look = async (text: string, profile: object = PROFILE, name = 'in.csv') => {
  const { end, warnings } = await checkImport(text, { ...profile }, {}, name);
  return { exit: end.exitCode, footers: [...end.facts.footerAgrees], warnings };
};

describe('the footer’s total', () => {
  it.each([
    ['1.234,56', '2.469,12'],
    ['0,10', '0,2'],
    ['99999999999999,99', '199.999.999.999.999,980'],
  ])('agrees with the rows: twice %s is %s', async (amount, total) => {
    const { exit, footers, warnings } = await look(csv(`R-1;${amount}`, `R-2;${amount}`, `Summe;${total}`));
    expect({ exit, footers }).toEqual({ exit: 0, footers: [['EUR', true]] });
    expect(warnings.filter(({ weight }) => weight === 'trouble')).toEqual([]);
  });

  it.each([
    ['13.790,71', '1.160,71'],
    ['1.160,72', '1.160,71'],
    ['0', '1.160,71'],
  ])('causes a warning if it differs: %s, but the sum of the rows is %s', async (total, amount) => {
    const { exit, footers, warnings } = await look(csv(`R-1;${amount}`, `Summe;${total}`, '1 Zahlung;'));
    expect(exit).toBe(0);
    expect(footers).toEqual([['EUR', false]]);
    expect(warnings.filter(({ weight }) => weight === 'trouble')).toEqual([
      expect.objectContaining({
        ...{ field: 'Betrag (receiverAmount)', column: 2, firstLine: 3 },
        message: saying('rows add up to 1160.71 EUR.'),
      }),
    ]);
  });

  it.each([
    ['no total under the amounts', csv('R-1;5,00', 'Summe;'), 'in.csv', []],
    ['a text instead of a total', csv('R-1;5,00', 'Summe;siehe unten'), 'in.csv', []],
    ['a row whose amount cannot be read', csv('R-1;5,00', 'R-2;x', 'Summe;7,00'), 'in.csv', []],
    [
      'a retry file, whose footer has the total of the original',
      csv('R-1;5,00', 'Summe;7,00'),
      'in.retry-2.csv',
      [],
    ],
  ])('is not compared: %s', async (_, text, name, expected) => {
    const { footers, warnings } = await look(text, PROFILE, name);
    expect(footers).toEqual(expected);
    expect(warnings.filter(({ weight }) => weight === 'trouble')).toEqual([]);
  });
});

describe('a profile with "footerTotal": "error"', () => {
  const strict = { ...PROFILE, footerTotal: 'error' };
  it('refuses a file without rows unless its footer is 0', async () => {
    await expect(look(csv('Summe;5.000,00'), strict)).rejects.toMatchObject({ code: 'guard' });
    expect((await look(csv('Summe;0,00'), strict)).exit).toBe(0);
  });
  it('refuses a file whose footer differs from the sum of the rows', async () => {
    await expect(look(csv('R-1;5,00', 'Summe;7,00'), strict)).rejects.toMatchObject({
      code: 'guard',
      told: { params: { refusals: [{ kind: 'footer', rows: '5.00' }] } },
    });
  });
  it('accepts a file whose footer is the sum of the rows', async () => {
    expect(await look(csv('R-1;5,00', 'Summe;5,00'), strict)).toMatchObject({ exit: 0 });
  });
  it.each([
    ['no number in its footer', csv('R-1;5,00', 'Summe;')],
    ['a currency sign in its footer total', csv('R-1;5,00', 'Summe;5,00 €')],
  ])('refuses a file with %s', async (_, text) => {
    await expect(look(text, strict)).rejects.toMatchObject({
      code: 'guard',
      told: { params: { refusals: [{ kind: 'footer', currency: 'EUR' }] } },
    });
  });
  it('refuses a file if it has no stopAt to find the footer', async () => {
    await expect(look(csv('R-1;5,00'), { ...strict, stopAt: undefined })).rejects.toMatchObject({
      code: 'guard',
    });
  });
  it('refuses a file with an amount that can’t be read, before anything is sent', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': csv('R-1;5,00', 'R-2;x', 'Summe;7,00') });
    await expect(runImport(at, service.url, 'in.csv', strict)).rejects.toMatchObject({ code: 'guard' });
    expect(service.store.transfers).toHaveLength(0);
  });
  it('does not apply to a retry file', async () => {
    expect(await look(csv('R-1;5,00', 'Summe;7,00'), strict, 'in.retry.csv')).toMatchObject({ exit: 0 });
  });
  it('gives way to --expect-total', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': csv('R-1;5,00', 'Summe;7,00') });
    const guards = { ...NO_GUARDS, expectTotal: new Map([['EUR', '5.00']]) };
    const go = (more: object) => runImport(at, service.url, 'in.csv', strict, more);
    await expect(go({})).rejects.toMatchObject({ code: 'guard' });
    expect(service.store.transfers).toHaveLength(0);
    expect(await go({ guards })).toMatchObject({ exitCode: 0 });
  });
});
