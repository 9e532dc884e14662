// For any text in any chunks, the records are the same as those of csv-parse, and invalid CSV gives the same error.
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseRecords } from '../../../src/csv/records.ts';
import { InputError } from '../../../src/files/input-error.ts';
import { trials } from '../../kit/seed.ts';

const CODES: readonly (readonly [RegExp, string])[] = [
  [/middle of an unquoted/, 'INVALID_OPENING_QUOTE'],
  [/text follows/, 'CSV_INVALID_CLOSING_QUOTE'],
  [/never closed/, 'CSV_QUOTE_NOT_CLOSED'],
];

type Read = { readonly cells: readonly (readonly string[])[] } | { readonly error: string };

/** The result of csv-parse for the whole text. */
function alone(text: string, delimiter: string): Read {
  try {
    const records: string[][] = parse(Buffer.from(text), {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
    });
    return { cells: records.filter((cells) => cells.length > 1 || (cells[0] ?? '').trim() !== '') };
  } catch (error) {
    if (error instanceof CsvError) return { error: error.code };
    throw error;
  }
}

function cutAt(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

async function ours(text: string, delimiter: string, sizes: readonly number[]): Promise<Read> {
  const chunks = (async function* () {
    yield* cutAt(Buffer.from(text), sizes);
  })();
  const cells: (readonly string[])[] = [];
  try {
    for await (const records of parseRecords(chunks, { file: 'x.csv', delimiter })) {
      for (const record of records) cells.push(record.cells);
    }
    return { cells };
  } catch (error) {
    if (error instanceof InputError)
      return { error: CODES.find(([words]) => words.test(error.message))?.[1] ?? '' };
    throw error;
  }
}

const piece = fc.constantFrom(
  ...[
    '"',
    '""',
    '","',
    '"\n',
    '"\r\n',
    ',"',
    '\n"',
    'a',
    'bc',
    ',',
    ';',
    '\n',
    '\r\n',
    '\r',
    ' ',
    'é',
    '€',
    '😀',
  ],
);
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\r', '7'), maxLength: 4 }),
  fc.array(piece, { maxLength: 5 }).map((parts) => `"${parts.join('').replaceAll('"', '""')}"`),
);
/** A line of mostly valid cells. */
const line = fc.array(cell, { maxLength: 5 }).map((cells) => cells.join(','));
const text = fc.oneof(
  fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
  fc
    .array(fc.tuple(fc.oneof({ weight: 9, arbitrary: line }, piece), fc.constantFrom('\n', '\r\n', '\n\n')))
    .map((lines) => lines.flat().join('')),
  fc.tuple(fc.array(line, { maxLength: 6 }), piece).map(([lines, end]) => lines.join('\n') + end),
);
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });

describe('records of any text', () => {
  it('are those of csv-parse, or end with the same error', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(',', ';', '\t'), sizes, async (csv, delimiter, cuts) => {
        fc.pre(!/\r(?!\n)/.test(csv.replaceAll(/"[^"]*"/g, ''))); // a lone CR is refused
        expect(await ours(csv, delimiter, cuts)).toEqual(alone(csv, delimiter));
      }),
      { numRuns: trials(750) },
    );
  });
});
