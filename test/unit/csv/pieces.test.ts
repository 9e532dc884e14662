// Pieces of a text: none of its bytes lost, each cut where a record ends and begins, each with its own line.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cutPieces, type Piece } from '../../../src/csv/pieces.ts';
import { type CsvRecord, parseRecords } from '../../../src/csv/records.ts';
import { trials } from '../../kit/seed.ts';

const OPTIONS = { file: 'x.csv', delimiter: ',' };

async function* chunksOf(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function piecesOf(text: string, size: number): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const piece of cutPieces(chunksOf(text, size), size)) pieces.push(piece);
  return pieces;
}

async function recordsOf(text: string, from?: Piece): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  const place = from && { from: { line: from.line, start: from.start } };
  for await (const batch of parseRecords(chunksOf(text, 1000), { ...OPTIONS, ...place }))
    records.push(...batch);
  return records;
}

const cell = fc.string({ unit: fc.constantFrom('a', '"', '\n', '\r\n', ',', 'é', '😀'), maxLength: 6 });
const row = fc.tuple(fc.array(cell, { minLength: 1, maxLength: 3 }), fc.constantFrom('\n', '\r\n', '\n\n'));
const text = fc
  .array(row, { maxLength: 20 })
  .map((rows) =>
    rows.map(([cells, end]) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',') + end).join(''),
  );

describe('pieces of a text', () => {
  it('have all of its records, each whole and on its line', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 60 }), async (csv, size) => {
        const pieces = await piecesOf(csv, size);
        expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).toString()).toBe(csv);
        expect(pieces.every(({ isWhole }) => isWhole)).toBe(true);
        const records: CsvRecord[] = [];
        for (const piece of pieces) records.push(...(await recordsOf(piece.bytes.toString(), piece)));
        expect(records).toEqual(await recordsOf(csv));
      }),
      { numRuns: trials(125) },
    );
  });

  it('end with what has no line end, and nothing whole comes after it', async () => {
    const pieces = await piecesOf('a,b\n1,2\n3,"x\n4', 5);
    expect(pieces.map(({ bytes, isWhole, line }) => [bytes.toString(), isWhole, line])).toEqual([
      ['a,b\n', true, 1],
      ['1,2\n', true, 2],
      ['3,"x\n4', false, 3],
    ]);
  });
});
