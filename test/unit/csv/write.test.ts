import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

import { cutRetryFile } from '../../../src/csv/retry-file.ts';
import { csvLine, defuse } from '../../../src/csv/write.ts';
import { AtomicFile } from '../../../src/files/atomic-file.ts';
import { readChunks } from '../../../src/files/bytes.ts';
import { folder } from '../../kit/folder.ts';
import { trials } from '../../kit/seed.ts';

describe('a line of results', () => {
  it('is read back unchanged, whatever the cells contain', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
        expect(parse(csvLine(cells), { relax_column_count: true, record_delimiter: '\n' })).toEqual([cells]);
      }),
    );
  });
  it('equals the line of csv-stringify, whatever the cells contain', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', ',', '"', ';', '\n', '\r', ' ', '\u00a0', 'é'),
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
        expect(csvLine(cells)).toBe(stringify([cells], { quoted_match: /^\s|\s$|[\r;\t|]/ }));
      }),
      { numRuns: trials(500) },
    );
  });
  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '＝1'])(
    'gets an apostrophe before the formula %j',
    (text) => expect(defuse(text)).toBe(`'${text}`),
  );
  it.each([
    ['x;=cmd|1;y', "x;'=cmd|1;y"],
    ['x;"=1"', 'x;"\'=1"'],
    ['x\t+1', "x\t'+1"],
    ['x\n-1', "x\n'-1"],
    ['x\r\n@a', "x\r\n'@a"],
    ['x; =1', "x; '=1"],
    ['=a;=b', "'=a;'=b"],
  ])('gets an apostrophe before formulas that another separator would reveal: %j', (text, safe) =>
    expect(defuse(text)).toBe(safe),
  );
  it('has no cell that begins with a formula, whichever separator the spreadsheet uses', () => {
    const piece = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      ';',
      '\t',
      ',',
      '"',
      '\n',
      '\r\n',
      ' ',
      'x',
      'cmd',
      '＝',
      '|',
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.array(piece).map((parts) => parts.join('')),
          { minLength: 1, maxLength: 4 },
        ),
        (cells) => {
          // The first column is ours, as in every file for people.
          const line = csvLine(['2', ...cells.map(defuse)]);
          // The quotes of the line are in the middle of such a cell, so they do not quote a separator.
          for (const read of line.split(/[;\t|]|\r?\n/)) {
            expect(read.replace(/^[ "]+/, '')).not.toMatch(/^[=+@＝＋＠]/);
          }
        },
      ),
      { numRuns: trials(500) },
    );
  });
  it.each(['', 'INV-1', 'a=b', '1'])('keeps %j unchanged', (text) => expect(defuse(text)).toBe(text));
});

describe('the retry file', () => {
  const text = 'h1,h2\n1,"a\nb"\n2,b\n3,ü';
  const ranges = [
    { start: 0, end: 6 },
    { start: 6, end: 14 },
    { start: 18, end: 22 },
  ];
  it.each([
    ['utf-8', Buffer.from(text)],
    ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: true })],
  ])('copies rows in the encoding of the input: %s', async (encoding, bytes) => {
    const at = folder({ 'in.csv': bytes });
    const handle = await open(join(at, 'in.csv'));
    const prefixes: string[] = [];
    const onPrefix = (digest: string | undefined): unknown => digest && prefixes.push(digest);
    for await (const chunk of readChunks(handle, 'in.csv', { onPrefix })) expect(chunk).not.toHaveLength(0);
    const file = await AtomicFile.create(join(at, 'out.csv'), 'x');
    await cutRetryFile({ handle, file: 'in.csv', prefixes }, ranges, file);
    await file.commit();
    await handle.close();
    const out = readFileSync(join(at, 'out.csv'));
    expect(iconv.decode(out, encoding)).toBe('h1,h2\n1,"a\nb"\n3,ü');
    expect(out.subarray(0, 2).equals(bytes.subarray(0, 2))).toBe(true);
  });
});
