// References as spreadsheets write them: which are refused, and which count as the same or as similar.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readReference } from '../../../src/batch/input/references.ts';
import { summary } from '../../../src/cli/render/summary.ts';
import { checkFile } from '../../../src/index.ts';
import { composedReference, foldedReference } from '../../../src/interface/reference.ts';
import { folder } from '../../kit/folder.ts';
import { payouts } from '../../kit/payouts.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';
import { trials } from '../../kit/seed.ts';
import { sayOf } from '../../kit/words.ts';

const issueOf = (cell: string): string => sayOf(readReference(cell).issue);

describe('a reference', () => {
  it.each([
    ['1.23E+11', /has shortened/],
    ['1,23457E+11', /has shortened/],
    ['-4E-05', /has shortened/],
    ['#REF!', /error of a spreadsheet/],
    ['#N/A', /error of a spreadsheet/],
    ['#DIV/0!', /error of a spreadsheet/],
    ['#NAME?', /error of a spreadsheet/],
    ['#BEZUG!', /error of a spreadsheet/],
    ['#WERT!', /error of a spreadsheet/],
    ['#ÜBERLAUF!', /error of a spreadsheet/],
    ['########', /error of a spreadsheet/],
    ['="0012"', /formula/],
    ['=A1', /formula/],
    ["'0013", /apostrophe/],
    ['R\u200b1', /invisible or control character \(U\+200B\)/],
    ['R-1\u200d', /U\+200D/],
    ['\ufeffR-1', /U\+FEFF/],
    ['R\u00ad1', /U\+00AD/],
    ['R\ufe0f', /U\+FE0F/],
    ['R\u202e1', /U\+202E/],
    ['R\u061c1', /U\+061C/],
    ['R\u{e0041}', /U\+E0041/],
    ['R\u3164', /U\+3164/],
    ['R\t1', /control character/],
    ['R\n1', /control character/],
    ['R\u00851', /control character/],
    ['R\u20281', /control character/],
    ['', /is missing/],
    ['  ', /is missing/],
    ['x'.repeat(256), /256 characters/],
  ])('%j is refused', (cell, message) => expect(issueOf(cell)).toMatch(message));

  it.each([
    'INV-1',
    '000451',
    '12E5',
    '#12',
    '1.5',
    '-7',
    '+49',
    'a=b',
    "O'Neill",
    'Müller 7',
    '日本 1',
    '1E11',
    'R.E-10',
  ])('%s is accepted', (cell) => expect(issueOf(cell)).toBe(''));

  it('is the same in NFC and NFD, and loses its outer spaces', () => {
    expect(readReference(' Mu\u0308ller ').text).toBe('Müller');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(composedReference(text.normalize('NFD'))).toBe(composedReference(text.normalize('NFC')));
      }),
    );
  });

  it.each([
    ['000451', '451'],
    ['inv-1', 'INV-1'],
    ['ＩＮＶ－１', 'inv-1'],
    ['INV 1', 'INV1'],
    ['INV\u00a01', 'inv 1'],
    ['Straße', 'STRASSE'],
    ['0', '000'],
    ['Cafe\u0301', 'CAFÉ'],
    ['R\u200b1', 'r1'],
  ])('%j is similar to %j', (one, other) => expect(foldedReference(one)).toBe(foldedReference(other)));

  it.each([
    ['INV-1', 'INV-2'],
    ['10', '1'],
    ['A0', 'A'],
    ['R-01', 'R-1'],
  ])('%j is not similar to %j', (one, other) =>
    expect(foldedReference(one)).not.toBe(foldedReference(other)),
  );

  it('does not change when it is folded a second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldedReference(foldedReference(text))).toBe(foldedReference(text));
      }),
      { numRuns: trials(250) },
    );
  });
});

describe('references of one file', () => {
  const check = async (rows: Record<string, string>[]): Promise<string[]> => {
    const at = folder({ 'in.csv': payouts(rows) });
    await checkFile({ file: join(at, 'in.csv') });
    return readFileSync(join(at, 'in.check.csv'), 'utf8').trim().split('\n').slice(1);
  };

  it('are invalid if they equal or resemble an earlier one, and the message names its line', async () => {
    const lines = await check([
      { reference: 'INV-1' },
      { reference: 'INV-2' },
      { reference: 'INV-1' },
      { reference: 'inv-2' },
      { reference: 'ＩＮＶ－１' },
    ]);
    expect(lines.map((line) => line.split(',')[2])).toEqual([
      'valid',
      'valid',
      'invalid',
      'invalid',
      'invalid',
    ]);
    expect(lines[2]).toMatch(/the same reference is also on line 2/);
    expect(lines[3]).toMatch(
      /differs from the reference on line 3 only by case, width, spaces or leading zeros/,
    );
    expect(lines[4]).toMatch(/differs from the reference on line 2 only by/);
  });

  it.each(['07', '007', '0007', '00007', '000007'])(
    'are invalid if they add leading zeros: %s after 7',
    async (reference) => {
      const lines = await check([{ reference: '7' }, { reference }]);
      expect(lines[1]).toMatch(/differs from the reference on line 2 only by/);
    },
  );
});

it('an invalid row whose corrected copy was paid is reported as already paid', async () => {
  const service = await sandbox();
  const text = payouts([{ reference: 'A' }, { reference: 'B', receiverAmount: 'x' }]);
  const at = folder({ 'in.csv': text });
  await runIn(at, service.url);
  const fixed = readFileSync(join(at, 'in.retry.csv'), 'utf8').replace(',x,', ',12.50,');
  writeFileSync(join(at, 'again.csv'), fixed);
  await runIn(at, service.url, {
    file: join(at, 'again.csv'),
    results: join(at, 'again.results.csv'),
    retry: join(at, 'again.retry.csv'),
  });
  expect(service.store.transfers.length).toBe(2);
  const end = await runIn(at, service.url);
  const shown = { file: 'in.csv', width: Infinity, isPlanned: true };
  const words = summary(end, 'run', shown);
  expect(words).not.toContain('Not paid');
  expect(words).not.toMatch(/\d rows? to correct/);
  expect(words).toContain(
    '- 1 row has the reference of an earlier payment: remove it. If it is another payment, give it a new reference.',
  );
  const [, , row = ''] = readFileSync(join(at, 'in.results.csv'), 'utf8').split('\n');
  expect(row).toMatch(/^3,B,invalid,.*reference_used,/);
  expect(row).toMatch(
    /already paid: 12\.50 GBP under this reference in run \S+ \(line 2\)\. This row has other content or a mistake, /,
  );
  expect(service.store.transfers.length).toBe(2);
  // A row that was never paid is counted separately.
  writeFileSync(
    join(at, 'in.csv'),
    `${text}${payouts([{ reference: 'C', receiverAmount: 'y' }]).split('\n')[1] ?? ''}\n`,
  );
  const both = summary(await runIn(at, service.url), 'run', shown);
  expect(both).toContain('in.retry.csv contains the 2 rows that this run did not pay');
  expect(both).toContain('- 1 row to correct or remove.\n');
  expect(both).toMatch(/, then make a plan of that file\.$/m);
  expect(both).toContain(
    '- 1 row has the reference of an earlier payment: remove it. If it is another payment, give it a new reference.',
  );
});
