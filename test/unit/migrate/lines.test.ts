// The line of a JSON record is exact wherever the file is cut into pieces: at every offset around the end of a piece, with both
// line ends, with breaks, quotes and brackets in strings, against how the file was put together.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { openInput } from '../../../src/csv/input.ts';
import { CHUNK_BYTES } from '../../../src/files/bytes.ts';
import { elementsOf } from '../../../src/migrate/elements.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';

const RECORDS = [
  '{"a":1}',
  '{\n "a": "x\\n\\"]}[{",\n "b": {"c": [1,\n2]}\n}',
  '{"é":"😀\\\\"}',
  '{"a":"\\u000a\\\\\\"",\n\n"b":[]}',
];

/** A file whose records stand around the end of the first piece, and the line of each. */
function made(shift: number, end: string, isList: boolean): { text: string; lines: number[] } {
  let text = isList ? '[' : '';
  // A record of its own, so long that the next begin `shift` bytes around the cut.
  text += `{"pad":"${'p'.repeat(CHUNK_BYTES + shift - 40)}"}`;
  const lines = [1];
  for (const record of [...RECORDS, ...RECORDS]) {
    text += `${isList ? ',' : ''}${end}`;
    lines.push(text.split('\n').length);
    text += record.replaceAll('\n', isList ? end : ' ');
  }
  return { text: isList ? `${text}${end}]` : text, lines };
}

it.each([
  ['a list', '\n', true],
  ['a list', '\r\n', true],
  ['a line each', '\n', false],
  ['a line each', '\r\n', false],
] as const)('%s, with %j', { timeout: 60_000 }, async (_, end, isList) => {
  const path = join(folder(), 'in.json');
  for (let shift = -130; shift <= 60; shift++) {
    const { text, lines } = made(shift, end, isList);
    for (const encoding of ['utf8', 'utf16le'] as const) {
      writeFileSync(path, encoding === 'utf8' ? text : Buffer.from(`\ufeff${text}`, encoding));
      const handle = await openInput(path);
      const found: number[] = [];
      for await (const { line } of elementsOf(handle, path, () => undefined)) found.push(line);
      await handle.close();
      expect({ shift, encoding, found }).toEqual({ shift, encoding, found: lines });
    }
  }
});

// Folders that are migrated: what is passed over is named, what was written before is no input, and where a file went is said.

const OLD = payouts(numbered(2)).replace('receiverAmount', 'amount');

async function say(at: string, ...args: string[]) {
  const io = fakeIo(at);
  return { code: await program(args, io), out: io.said.out.replaceAll(/\s+/g, ' '), err: io.said.err };
}

it('a workbook is named, by migrate, lint and audit', async () => {
  const at = folder({ 'data/pay.csv': OLD, 'data/reports/nov.xlsx': 'x', 'data/b.ods': 'x' });
  const { err } = await say(at, 'migrate', 'data', '--out', 'out');
  expect(err).toBe('paybatch: data: 2 workbooks skipped: save their sheets as CSV\n');
  for (const command of ['lint', 'audit'])
    expect((await say(at, command, 'data', '--as-of', '2026-06-01')).out).toContain(
      'workbooks (data/b.ods, data/reports/nov.xlsx: save their sheets as CSV)',
    );
  const one = folder({ 'reports/nov.xlsx': 'x', 'reports/pay.csv': OLD });
  expect((await say(one, 'lint', '.')).out).toContain('1 workbook (reports/nov.xlsx:');
});
