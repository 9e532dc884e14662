import { open } from 'node:fs/promises';
import { join } from 'node:path';

import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

import { type HeaderRules, readHeader } from '../../../src/csv/header.ts';
import { readRecords, readTable } from '../../../src/csv/input.ts';
import { type CsvRecord, MAX_RECORD_BYTES } from '../../../src/csv/records.ts';
import { folder } from '../../kit/folder.ts';

async function read(content: string | Buffer, options: { delimiter?: string } = {}): Promise<CsvRecord[]> {
  const path = join(folder({ 'in.csv': content }), 'in.csv');
  const handle = await open(path);
  try {
    const out: CsvRecord[] = [];
    for await (const batch of readRecords(handle, { file: 'in.csv', ...options })) out.push(...batch);
    return out;
  } finally {
    await handle.close();
  }
}
const brief = (records: readonly CsvRecord[]): [number, readonly string[]][] =>
  records.map(({ line, cells }) => [line, cells]);

describe('a lone CR', () => {
  it.each(['a,b\r1,2\r', 'a,b\n1,2\r3,4\n', 'a,b\n1,x\ry\n'])('is refused: %j', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ told: { params: { what: { code: 'lone_cr' } } } });
  });
  it('is text inside quotes', async () => {
    expect(brief(await read('a,b\r\n1,"x\ry"\r\n'))).toEqual([
      [1, ['a', 'b']],
      [2, ['1', 'x\ry']],
    ]);
  });
});

describe('the reader of a CSV file', () => {
  it.each([';', '\t', ','])('finds the delimiter %j', async (delimiter) => {
    expect(brief(await read(`a${delimiter}"x,;y"\n1${delimiter}2\n`))[1]).toEqual([2, ['1', '2']]);
  });

  it.each([
    ['UTF-8 with BOM', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('ä,b\n1,ö\n')])],
    ['UTF-16LE', iconv.encode('ä,b\n1,ö\n', 'utf-16le', { addBOM: true })],
    ['UTF-16BE', iconv.encode('ä,b\n1,ö\n', 'utf-16be', { addBOM: true })],
  ])('reads %s', async (_, bytes) => {
    expect(brief(await read(bytes))).toEqual([
      [1, ['ä', 'b']],
      [2, ['1', 'ö']],
    ]);
  });

  it.each([
    ['a quote that is never closed', 'a,b\n1,2\n3,"x\n4,5\n', /in\.csv:3: a quote/],
    ['a quote in the middle', 'a,b\n1,x"y"\n', /in\.csv:2: a quote .* middle/],
    ['text after a quote', 'a,b\n1,"x"y\n', /in\.csv:2: text follows/],
    ['Windows-1252', Buffer.from([97, 44, 98, 10, 49, 44, 0xe4, 10]), /in\.csv:2: not UTF-8/],
    ['a NUL', 'a,b\n1,2\nx,\0\n', /in\.csv:3: contains a NUL/],
    ['an empty file', '', /in\.csv: the table is empty/],
    ['a file of blank lines', '\n \n', /in\.csv: the table is empty/],
    ['a cut UTF-8 character at the end', Buffer.from([97, 10, 0xe2, 0x82]), /in\.csv:2: not UTF-8/],
  ])('refuses %s and names the place', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it('refuses a record that is too long', async () => {
    const long = 'x'.repeat(MAX_RECORD_BYTES);
    await expect(read(`a,b\n1,2\n3,${long}\n`)).rejects.toThrow(/in\.csv:3: the row is over/);
  });
});

it('the first of several columns with the same name counts, whatever the letter case', async () => {
  const path = join(folder({ 'sheet.csv': 'line,as,Line\n7,created,9\n' }), 'sheet.csv');
  const lines: string[] = [];
  for await (const { cell } of readTable(path)) lines.push(`${cell('line')} ${cell('AS')}`);
  expect(lines).toEqual(['7 created']);
});

const RULES: HeaderRules = {
  file: 'in.csv',
  delimiter: ',',
  fields: [
    'reference',
    'receiverAmount',
    'source.currency',
    'source.network',
    'destination.currency',
    'memo',
  ],
  ignorePrefix: 'x-',
  accepts: () => false,
  removed: () => undefined,
};

/** The error messages for a header. */
function said(names: string[]): string[] {
  try {
    readHeader(names, 1, RULES);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
}

describe('a column that is named without its group', () => {
  it('gets a suggestion if exactly one field ends with that name', () => {
    expect(said(['reference', 'network'])).toEqual([
      expect.stringMatching(/:1:2: unknown column "network" \(did you mean source\.network\?\)/),
    ]);
  });

  it('gets no suggestion if two fields end with that name', () => {
    expect(said(['reference', 'currency'])[0]).not.toContain('did you mean');
  });
});
