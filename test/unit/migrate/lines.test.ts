// The line of a JSON record is exact wherever the file is cut into pieces: at every offset around the end of a piece,
// with both line ends, with breaks, quotes and brackets in strings, against how the file was put together.
import { appendFileSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { openInput } from '../../../src/csv/input.ts';
import { CHUNK_BYTES } from '../../../src/files/bytes.ts';
import { InputError } from '../../../src/files/input-error.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { elementsOf } from '../../../src/migrate/elements.ts';
import { migrateFile } from '../../../src/migrate/migrate.ts';
import type { Answer } from '../../../src/migrate/side-files.ts';
import { folder } from '../../kit/folder.ts';
import { command } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { say } from '../../kit/words.ts';

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

// Folders that are migrated: what is passed over is named, what was written before is no input, and where a file went
// is said.

const OLD = payouts(numbered(2)).replace('receiverAmount', 'amount');

it('a workbook is named, by migrate, lint and audit', async () => {
  const at = folder({ 'data/pay.csv': OLD, 'data/reports/nov.xlsx': 'x', 'data/b.ods': 'x' });
  const { err } = await command(at, ['migrate', 'data', '--out', 'out']);
  expect(err).toBe('paybatch: data: 2 workbooks skipped: save their sheets as CSV\n');
  const wide = { columns: 1000 };
  for (const name of ['lint', 'audit'])
    expect((await command(at, [name, 'data', '--as-of', '2026-06-01'], {}, wide)).out).toContain(
      'workbooks (data/b.ods, data/reports/nov.xlsx: save their sheets as CSV)',
    );
  const one = folder({ 'reports/nov.xlsx': 'x', 'reports/pay.csv': OLD });
  expect((await command(one, ['lint', '.'], {}, wide)).out).toContain('1 workbook (reports/nov.xlsx:');
});

// An input that somebody writes to while it is read: neither the old one nor the new one would be converted, so
// nothing is.

const ROW = { csv: 'c,1\n', ndjson: '{"customerId":"c","amount":1}\n' };

const HEAD = { csv: 'customerId,amount\n', ndjson: '' };

/** Asked for at each row: in the middle of the file. */
class At extends Map<string, Answer> {
  readonly #rows: number;
  readonly #change: () => void;
  #seen = 0;
  constructor(rows: number, change: () => void) {
    super();
    this.#rows = rows;
    this.#change = change;
  }
  override get(): undefined {
    if (++this.#seen === this.#rows) this.#change();
    return undefined;
  }
}

async function migrate(at: string, name: string, out: string | null, change: () => void): Promise<unknown> {
  return migrateFile({
    file: join(at, name),
    out: out === null ? null : join(at, out),
    profile: DEFAULT_PROFILE,
    amountIsReceiverAmount: false,
    answers: new At(1000, change),
    leftAlone: new Set(),
    say,
  }).catch((error: unknown) => error);
}

describe.each(['csv', 'ndjson'] as const)('an input that changes while it is read (%s)', (form) => {
  const file = `in.${form}`;
  const text = HEAD[form] + ROW[form].repeat(24_000);
  it.each<[string, (path: string) => void]>([
    ['cut', (path) => truncateSync(path, 20_001)],
    ['added to', (path) => appendFileSync(path, HEAD[form] + ROW[form])],
    ['written anew', (path) => writeFileSync(path, text.replaceAll('1', '2'))],
    [
      'replaced',
      (path) => {
        writeFileSync(`${path}.new`, text);
        renameSync(`${path}.new`, path);
      },
    ],
    ['taken away', (path) => rmSync(path)],
  ])('%s: refused, and nothing is written', async (_, change) => {
    for (const out of ['out', null]) {
      const at = folder({ [file]: text });
      const said = await migrate(at, file, out, () => change(join(at, file)));
      expect(said).toBeInstanceOf(InputError);
      expect((said as InputError).message).toMatch(/: the file was changed while it was read/);
      expect(said).toMatchObject({ code: 'changed', exitStatus: 2 });
      if (out !== null) expect(readdirSync(join(at, out))).toEqual([]);
    }
  });
  it('left alone: converted', async () => {
    const at = folder({ [file]: text });
    expect(await migrate(at, file, 'out', () => undefined)).toMatchObject({ records: 24_000 });
  });
});
