// Workbooks as input: how each kind of cell is read, and how a damaged or hostile workbook is refused.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { folder } from '../../../kit/folder.ts';
import { payouts } from '../../../kit/payouts.ts';
import { paidByMemo, sandbox } from '../../../kit/sandbox.ts';
import { trials } from '../../../kit/seed.ts';
import { type CheckedFile, checkImport, CONSTANTS, runImport } from './imports.ts';
import { packed, sheetOf, type Value, workbook, workbookParts } from './workbook.ts';

const COLUMNS = { Beleg: 'reference', Betrag: 'receiverAmount', Name: 'memo', Konto: null };
const PROFILE = { columns: COLUMNS, constants: CONSTANTS, decimal: ',', thousands: '.' };
const HEAD = ['Beleg', 'Konto', 'Name', 'Betrag'];
const check = (bytes: Buffer, more: Record<string, unknown> = {}): Promise<CheckedFile> =>
  checkImport(bytes, { ...PROFILE, ...more }, {}, 'pay.xlsx');
const date = (v: string): Value => ({ v, s: 1 });

describe('a workbook', () => {
  it('is read as its stored text: numbers with a point, texts with the marks of the profile', async () => {
    const { end, rows } = await check(
      sheetOf(
        HEAD,
        ['R-1', 'x', 'Zoë', 1234.5],
        ['R-2', null, 'b', '1.234,50'],
        [{ v: 'R-3', t: 'inlineStr' }, 1, 'c', { v: '12', f: 'A1' }],
      ),
    );
    expect(end.exitCode).toBe(0);
    expect(rows.map((row) => [row['line'], row['reference'], row['receiverAmount']])).toEqual([
      ['2', 'R-1', '1234.5'],
      ['3', 'R-2', '1234.50'],
      ['4', 'R-3', '12'],
    ]);
  });

  it.each<[string, Value, RegExp]>([
    [
      'a number with the rounding error of a float',
      { v: '1234.5599999999999' },
      /Betrag \(receiverAmount\): "1234\.5599999999999" is the stored number/,
    ],
    [
      'a number with an exponent',
      { v: '1.5E+15' },
      /"1\.5E\+15" is a number with an exponent, or of more than 15 digits/,
    ],
    ['a date', date('46327'), /is a date, which the sheet keeps as the number 46327/],
    ['an error of a formula', { v: '#REF!', t: 'e' }, /"#REF!" is an error of a formula/],
    ['a formula without a value', { f: 'B2*2' }, /is a formula without a saved value/],
    ['a formula with an empty value', { f: 'B2*2', v: '' }, /is a formula without a saved value/],
    ['a boolean', { v: '1', t: 'b' }, /"true" must be/],
    ['a negative number', -5, /"-5" must be a number like/],
    ['a text with a point', '12.50', /number like/],
    ['an empty cell', null, /is missing/],
  ])('has an invalid row if the amount is %s', async (_, value, why) => {
    const { rows, messages } = await check(sheetOf(HEAD, ['R-1', 'x', 'a', value]));
    expect(rows[0]).toMatchObject({ status: 'invalid', receiverAmount: '' });
    expect(messages[0]).toMatch(why);
    expect(messages[0]).toContain('2:4: Betrag');
  });

  it.each<[string, Value, RegExp]>([
    ['a date', date('46327'), /Beleg \(reference\): is a date/],
    ['a number with 16 digits', { v: '1234567890123456' }, /more than 15 digits/],
    ['a number with an exponent', { v: '1.2345678901234568E+17' }, /more than 15 digits/],
  ])('has an invalid row if the reference is %s', async (_, value, why) => {
    expect((await check(sheetOf(HEAD, [value, 'x', 'a', 1]))).messages[0]).toMatch(why);
  });

  it('has an invalid row if a text is a date, because the number of the date would be sent', async () => {
    const { rows, messages } = await check(sheetOf(HEAD, ['R-1', 'x', date('46327'), 1]));
    expect([rows[0]?.['status'], messages[0]]).toEqual([
      'invalid',
      expect.stringContaining('Name (memo): is a date'),
    ]);
  });

  it('has its texts read as they are shown: formatting and escapes resolved, no phonetic hints', async () => {
    const parts = workbookParts([{ name: 'S', rows: [HEAD, ['R-1', 'x', 'TEXT', 1]] }]);
    parts['xl/sharedStrings.xml'] = parts['xl/sharedStrings.xml']!.replace(
      /<si><t [^>]*>TEXT<\/t><\/si>/,
      '<si><r><rPr><b/></rPr><t>a&amp;b</t></r><r><t xml:space="preserve"> c_x0041_</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>',
    );
    const service = await sandbox();
    const at = folder({ 'in.xlsx': packed(parts) });
    expect((await runImport(at, service.url, 'in.xlsx', PROFILE)).exitCode).toBe(0);
    expect([...paidByMemo(service).keys()]).toEqual(['a&b cA']);
  });

  it('with hidden rows is read whole, with a warning', async () => {
    const bytes = workbook({
      name: 'S',
      rows: [HEAD, ['R-1', 1, 'a', 1], ['R-2', 1, 'b', 1]],
      row: { 3: ' hidden="1"' },
    });
    const { end, warnings } = await check(bytes);
    expect(end.facts.rows).toBe(2);
    expect(warnings.map(({ field, value, firstLine }) => [field, value, firstLine])).toEqual([
      ['hidden rows', '1', 3],
    ]);
  });

  it('with two visible sheets needs the name of a sheet', async () => {
    const rows = [HEAD, ['R-1', 'x', 'a', 1]];
    const hidden = workbook({ name: 'Alt', state: 'hidden', rows: [['x']] }, { name: 'Neu', rows });
    expect((await check(hidden)).end.exitCode).toBe(0);
    const two = workbook({ name: 'Alt', rows: [['x']] }, { name: 'Neu', rows });
    await expect(check(two)).rejects.toThrow(/has 2 sheets \("Alt", "Neu"\): name one with --sheet/);
    expect((await check(two, { sheet: 'neu ' })).end.exitCode).toBe(0);
    await expect(check(two, { sheet: 'Nue' })).rejects.toThrow(/has no sheet "Nue" \(did you mean Neu\?\)/);
  });

  it('may have title rows, empty rows and a footer; line numbers are those of the sheet', async () => {
    const bytes = sheetOf(
      ['Lauf'],
      [],
      HEAD,
      ['R-1', 'x', 'a', 1],
      [],
      ['R-2', 'x', 'b', 2],
      ['Summe', null, null, 3],
      ['Seite'],
      [],
      [],
    );
    const { end, rows } = await check(bytes, { skipRows: 2, skipBlankRows: true, stopAt: '^Summe' });
    expect(rows.map((row) => row['line'])).toEqual(['4', '6']);
    expect(end.facts).toMatchObject({ blanks: 0, below: { line: 7, lastLine: 8 } });
  });

  it('keeps its line numbers where the sheet omits rows, which are not counted', async () => {
    const { end, rows } = await check(sheetOf(HEAD, [], [], ['R-1', 'x', 'a', 1], [], ['R-2', 'x', 'b', 2]));
    expect(end.exitCode).toBe(0);
    expect(rows.map((row) => row['line'])).toEqual(['4', '6']);
  });

  it('has no rows for the empty rows below its table', async () => {
    const empty: Value[] = [' ', null, { s: 1 }];
    const { end } = await check(sheetOf(HEAD, ['R-1', 'x', 'a', 1], empty, empty, empty, empty, empty));
    expect(end.facts.rows).toBe(1);
    expect(end.exitCode).toBe(0);
  });
});

describe('a payment in a workbook', () => {
  it('is the same payment as in our own columns, and the same profile reads its retry file', async () => {
    const fault = { kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 } as const;
    const service = await sandbox({ faults: [fault] });
    const memos = ['a;b', 'Zoë "2"', 'c'];
    const sheet = sheetOf(
      ['Titel\nzwei'],
      HEAD,
      ...memos.map((memo, i): Value[] => [`R-${i}`, 7.5, memo, i === 1 ? '2.000,50' : 1000.5 * (i + 1)]),
      ['R-9', 1, 'd', date('46327')],
      ['Summe'],
    );
    const plain = payouts(
      memos.map((memo, i) => ({
        reference: `R-${i}`,
        memo,
        receiverAmount: ['1000.50', '2000.5', '3001.5'][i]!,
        'destination.currency': 'EUR',
      })),
    );
    const at = folder({ 'pay.xlsx': sheet, 'plain.csv': plain });
    const profile = { ...PROFILE, skipRows: 1, stopAt: '^Summe' };
    const first = await runImport(at, service.url, 'pay.xlsx', profile, { concurrency: 1 });
    expect(Object.fromEntries(first.tally.counts)).toEqual({ rejected: 1, created: 2, invalid: 1 });
    expect(readFileSync(join(at, 'pay.xlsx.retry.csv'), 'utf8')).toBe(
      '\nBeleg;Konto;Name;Betrag\nR-0;7,5;"a;b";1000,5\nR-9;1;d;#VALUE!\nSumme;;;\n',
    );
    service.faults.clear();
    const again = await runImport(at, service.url, 'pay.xlsx.retry.csv', profile);
    expect(Object.fromEntries(again.tally.counts)).toEqual({ created: 1, invalid: 1 });
    const third = await runImport(at, service.url, 'plain.csv');
    expect(third.exitCode).toBe(0);
    expect([...paidByMemo(service).values()]).toEqual([1, 1, 1]);
  });

  it('is read like the same payment in a CSV file, for generated tables', async () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 });
    const row = fc.record({
      memo: fc.string({ maxLength: 12 }).filter((text) => text.trim() !== ''),
      cents,
      asText: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const point = (n: number): string => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`;
        const german = (n: number): string =>
          point(n)
            .replace('.', ',')
            .replace(/\B(?=(\d{3})+(?=,))/g, '.');
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const xlsx = sheetOf(
          HEAD,
          ...rows.map(({ memo, cents: n, asText }, i): Value[] => [
            `R-${i}`,
            null,
            { v: memo, t: 'inlineStr' },
            asText ? german(n) : { v: point(n) },
          ]),
        );
        const csv = [
          HEAD.join(';'),
          ...rows.map(({ memo, cents: n }, i) => `R-${i};;${quoted(memo)};${german(n)}`),
          '',
        ].join('\n');
        const [a, b] = [await check(xlsx), await checkImport(csv, PROFILE)];
        const said = ({ rows: all }: CheckedFile): unknown =>
          all.map((one) => [one['reference'], one['status'], Number(one['receiverAmount'])]);
        expect(said(a)).toEqual(said(b));
      }),
      { numRuns: trials(20) },
    );
  });
});

describe('a damaged or hostile workbook', () => {
  const good = (): Record<string, string | Uint8Array> =>
    workbookParts([{ name: 'S', rows: [HEAD, ['R-1', 'x', 'a', 1]] }]);
  const sheet = 'xl/worksheets/sheet1.xml';
  const rowXml = (inside: string): string => `<worksheet><sheetData>${inside}</sheetData></worksheet>`;

  it.each<[string, () => Buffer, RegExp]>([
    [
      'texts of more than 128 MiB',
      () => packed({ ...good(), 'xl/sharedStrings.xml': new Uint8Array(129 * 1024 * 1024).fill(32) }),
      /is larger than 128 MiB/,
    ],
    [
      'its own entities',
      () => packed({ ...good(), [sheet]: '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' }),
      /damaged/,
    ],
    [
      'an unknown entity',
      () => packed({ ...good(), [sheet]: rowXml('<row r="1"><c r="A1" t="str"><v>&b;</v></c></row>') }),
      /damaged/,
    ],
    [
      'a cell far to the right',
      () => packed({ ...good(), [sheet]: rowXml('<row r="1"><c r="XFD1"><v>1</v></c></row>') }),
      /pay\.xlsx:1: a cell is beyond column 1000/,
    ],
    [
      'a cell beyond any column',
      () => packed({ ...good(), [sheet]: rowXml('<row r="1"><c r="AAAAAAAA1"><v>1</v></c></row>') }),
      /:1: .*damaged/,
    ],
    [
      'rows out of order',
      () => packed({ ...good(), [sheet]: rowXml('<row r="5"/><row r="2"/>') }),
      /:6: .*damaged/,
    ],
    [
      'a missing shared text',
      () => packed({ ...good(), [sheet]: rowXml('<row r="1"><c r="A1" t="s"><v>9</v></c></row>') }),
      /:1: .*damaged/,
    ],
    ['deep nesting', () => packed({ ...good(), [sheet]: '<a>'.repeat(1000) }), /damaged/],
    [
      'a tag that does not end',
      () => packed({ ...good(), [sheet]: `<worksheet ${'a'.repeat(5_000_000)}` }),
      /damaged/,
    ],
    [
      'bytes that are not UTF-8',
      () => packed({ ...good(), [sheet]: new Uint8Array([60, 255, 254, 62]) }),
      /damaged/,
    ],
    ['a zip without a workbook', () => packed({ 'a.txt': 'x' }), /not a workbook/],
    [
      'a sheet outside the file',
      () =>
        packed({
          ...good(),
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" TargetMode="External" Target="http://x.example/"/></Relationships>',
        }),
      /no sheet that is not hidden/,
    ],
    ['only its first 700 bytes', () => workbook({ name: 'S', rows: [HEAD] }).subarray(0, 700), /damaged/],
  ])('is refused with a message of one line, without using much memory: %s', async (_, bytes, why) => {
    const before = process.memoryUsage.rss();
    const failed = await check(bytes()).then(
      () => '',
      (error: unknown) => (error as Error).message,
    );
    expect(failed).toMatch(why);
    expect(failed.split('\n')).toHaveLength(1);
    expect(process.memoryUsage.rss() - before).toBeLessThan(1_000_000_000);
  });

  it('with one changed byte is refused, or has the same amount', async () => {
    const bytes = sheetOf(HEAD, ['R-1', 'x', 'a', 1]);
    for (let at = 0; at < bytes.length; at += 7) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ 0x20;
      const said = await check(other).then(
        ({ rows }) => rows[0]?.['receiverAmount'],
        (error: unknown) => (error as { code?: string }).code,
      );
      expect(['1', 'workbook', 'sheet', 'empty', 'binary']).toContain(said);
    }
  });
});
