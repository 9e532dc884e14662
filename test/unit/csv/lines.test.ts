// Line numbers and byte ranges of records in any chunks, compared with a reader that has the whole text.
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

import { readRecords } from '../../../src/csv/input.ts';
import { type CsvRecord, parseRecords } from '../../../src/csv/records.ts';
import { folder } from '../../kit/folder.ts';
import { trials } from '../../kit/seed.ts';

type Placed = Pick<CsvRecord, 'line' | 'start' | 'end' | 'cells'>;

/** A simple reader for comparison: it reads the whole text character by character. */
function whole(text: string): Placed[] {
  const records: Placed[] = [];
  const bytesTo = (at: number): number => Buffer.byteLength(text.slice(0, at));
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let wasQuoted = false;
  let start = 0;
  const finish = (end: number): void => {
    cells.push(cell);
    if (cells.length > 1 || cell.trim() !== '') {
      const line = text.slice(0, start).split('\n').length;
      records.push({ line, start: bytesTo(start), end: bytesTo(end), cells });
    }
    [cells, cell, wasQuoted] = [[], '', false];
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[at++] ?? '';
      else quoted = false;
      continue;
    }
    const lineEnd = char === '\n' ? 1 : text.startsWith('\r\n', at) ? 2 : 0;
    if (lineEnd > 0) {
      const end = at + lineEnd;
      if (cells.length > 0 || cell !== '' || wasQuoted) finish(end);
      at = end - 1;
      start = end;
    } else if (char === '"') {
      quoted = true;
      wasQuoted = true;
    } else if (char === ',') {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  if (cells.length > 0 || cell !== '' || wasQuoted) finish(text.length);
  return records;
}

const place = ({ line, start, end, cells }: CsvRecord): Placed => ({ line, start, end, cells });

async function parsed(chunks: readonly Buffer[]): Promise<Placed[]> {
  const source = async function* (): AsyncGenerator<Buffer> {
    yield* chunks;
  };
  const out: Placed[] = [];
  for await (const batch of parseRecords(source(), { file: 'in.csv', delimiter: ',' })) {
    out.push(...batch.map(place));
  }
  return out;
}

async function fromFile(bytes: Buffer, chunkBytes: number): Promise<Placed[]> {
  const path = join(folder({ 'in.csv': bytes }), 'in.csv');
  const handle = await open(path);
  try {
    const out: Placed[] = [];
    for await (const batch of readRecords(handle, { file: 'in.csv', delimiter: ',', chunkBytes })) {
      out.push(...batch.map(place));
    }
    return out;
  } finally {
    await handle.close();
  }
}

const lineEnd = fc.constantFrom('\n', '\r\n');
const cell = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('1', 'abc', 'ä', '€', '😀', '  ', '') },
  fc.constantFrom('"x\ny"', '"\r\n"', '"\n\n\n"', '""', '"a""b"', '"\r"', '"😀\n"', '",\n,"'),
);
const record = fc.array(cell, { minLength: 1, maxLength: 3 }).map((cells) => cells.join(','));
const blank = fc.constantFrom('', '', '', '\n', '\r\n', '\n\n\r\n', ' \n');
const text = fc.array(fc.tuple(blank, record, lineEnd), { minLength: 1, maxLength: 8 }).chain((parts) =>
  fc.boolean().map((open) => {
    const all = parts.map(([before, row, end]) => before + row + end).join('');
    return open ? all.replace(/\r?\n$/, '') : all;
  }),
);

describe('line numbers and byte ranges of records', () => {
  it('are exact if the text is cut at any place and again up to 4 bytes later', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.nat(), fc.nat(4), async (content, first, distance) => {
        const bytes = Buffer.from(content);
        const a = first % (bytes.length + 1);
        const b = Math.min(bytes.length, a + distance);
        const chunks = [bytes.subarray(0, a), bytes.subarray(a, b), bytes.subarray(b)];
        expect(await parsed(chunks)).toEqual(whole(content));
      }),
      { numRuns: trials(500) },
    );
  });

  it.each(['\n', '\r\n'])(
    'are exact at every distance from the end of a chunk, with the line end %j',
    async (end) => {
      for (let length = 0; length < 40; length++) {
        const content = `a,b${end}${'x'.repeat(length)},1${end}2,"y${end}z"${end}${end}3,4${end}5,6`;
        for (const chunkBytes of [16, 17, 32]) {
          expect(await fromFile(Buffer.from(content), chunkBytes)).toEqual(whole(content));
        }
      }
    },
  );

  it.each(['utf8', 'utf-16le', 'utf-16be'])(
    'are exact in a file in %s, for any chunk size',
    async (encoding) => {
      await fc.assert(
        fc.asyncProperty(text, fc.integer({ min: 4, max: 40 }), async (content, chunkBytes) => {
          fc.pre(content.trim() !== '');
          const bytes = iconv.encode(content, encoding, { addBOM: true });
          expect(await fromFile(bytes, chunkBytes)).toEqual(whole(content));
        }),
        { numRuns: trials(50) },
      );
    },
  );
});
