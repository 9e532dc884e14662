// Amounts of one column with two decimal marks: what a draft of its profile says of them.
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { decimalMarkOf } from '../../../../src/batch/input/amount-marks.ts';
import { draftOf } from '../../../../src/batch/input/imports/draft/draft.ts';
import { sampleOf } from '../../../../src/batch/input/imports/draft/sample.ts';
import { DEFAULT_PROFILE } from '../../../../src/interface/profile.ts';
import { folder } from '../../../kit/folder.ts';
import { paybatch } from '../../../kit/io.ts';
import { say } from '../../../kit/words.ts';

async function draft(content: string | Buffer, name = 'in.csv') {
  const handle = await open(join(folder({ [name]: content }), name));
  try {
    return draftOf(
      await sampleOf(handle, name, { sheet: undefined, delimiter: undefined }),
      DEFAULT_PROFILE,
      undefined,
    );
  } finally {
    await handle.close();
  }
}

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
  ])('of %s', (text, mark) => {
    expect(decimalMarkOf(text)).toBe(mark);
  });
});

describe('a draft of amounts with two decimal marks', () => {
  it('leaves them to be filled in, and says where each mark is', async () => {
    const amounts = ['18.402,17', '7,5', '-3.000,00', '3.000,00 €', '1,234.50', '12', '1.000,00'];
    const { profile, notes } = await draft(table(amounts));
    expect(profile).toMatchObject({ decimal: '', thousands: '' });
    expect(notes.map(say).join()).toContain(
      'The amounts contradict each other: "18.402,17" (line 2) has a decimal comma, "1,234.50" (line 6) a decimal point.',
    );
    expect(notes.map(say).join()).not.toContain('come from the amounts');
  });
  it.each([
    ['one mark and three digits', ['3,000', '12,500']],
    ['the point, too', ['3.000', '25.000', '7']],
    ['contradicting amounts', ['3.000', '1,50', '1.50']],
  ])('leaves decimal and thousands to be filled in for %s', async (_, amounts) => {
    const { profile, notes, needsMarks } = await draft(table(amounts));
    expect(profile).toMatchObject({ decimal: '', thousands: '' });
    expect(needsMarks).toBe(true);
    expect(notes.map(say).join()).toContain('Fill in "decimal" and "thousands"');
  });
  it.each([
    [['3,000', '1.112,500'], { decimal: ',', thousands: '.' }],
    [['3,000', '1.234.567'], { decimal: ',', thousands: '.' }],
    [['3,000', '99.10'], { decimal: '.', thousands: ',' }],
    [['99,10', '1\u2009250,00'], { decimal: ',', thousands: ' ' }],
  ])('lets other amounts decide: %j', async (amounts, form) => {
    const { profile, needsMarks } = await draft(table(amounts));
    expect(profile).toMatchObject(form);
    expect(needsMarks).toBe(false);
  });
  it('makes a draft that is not usable before it is filled in', async () => {
    const at = folder({ 'in.csv': table(['3,000']) });
    const { code } = await paybatch(at, ['map', 'in.csv', '--out', 'draft.json']);
    expect(code).toBe(1);
    const check = await paybatch(at, ['check', 'in.csv', '--map', 'draft.json']);
    expect(check.code).toBe(2);
    expect(check.stderr).toContain('"decimal": expected one of ".", ","');
  });
});
