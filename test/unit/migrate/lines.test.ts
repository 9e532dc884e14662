// The line of a JSON record is exact wherever the file is cut into chunks: at every offset around the end of a chunk,
// with both line ends, and with breaks, quotes and brackets in strings.
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

/** A file with records around the end of the first chunk, and the line of each record. */
function made(shift: number, end: string, isList: boolean): { text: string; lines: number[] } {
  let text = isList ? '[' : '';
  // A first record that is so long that the others begin near the end of the chunk, moved by `shift` bytes.
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
  ['in a list', '\n', true],
  ['in a list', '\r\n', true],
  ['one per line', '\n', false],
  ['one per line', '\r\n', false],
] as const)(
  'records have exact lines at the end of a chunk: %s, with %j',
  { timeout: 60_000 },
  async (_, end, isList) => {
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
  },
);

// A folder may contain workbooks. They are skipped and named.

const OLD = payouts(numbered(2)).replace('receiverAmount', 'amount');

it('migrate, lint and audit name the workbooks that they skip', async () => {
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

// If an input changes while it is read, the output would match neither the old nor the new content. So nothing is
// written.

const ROW = { csv: 'c,1\n', ndjson: '{"customerId":"c","amount":1}\n' };

const HEAD = { csv: 'customerId,amount\n', ndjson: '' };

/** Answers that change the input when they are read for a row in the middle of the file. */
class At extends Map<number, Map<string, Answer>> {
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
    ['cut short', (path) => truncateSync(path, 20_001)],
    ['appended to', (path) => appendFileSync(path, HEAD[form] + ROW[form])],
    ['overwritten', (path) => writeFileSync(path, text.replaceAll('1', '2'))],
    [
      'replaced',
      (path) => {
        writeFileSync(`${path}.new`, text);
        renameSync(`${path}.new`, path);
      },
    ],
    ['deleted', (path) => rmSync(path)],
  ])('is refused, and nothing is written: %s', async (_, change) => {
    for (const out of ['out', null]) {
      const at = folder({ [file]: text });
      const said = await migrate(at, file, out, () => change(join(at, file)));
      expect(said).toBeInstanceOf(InputError);
      expect((said as InputError).message).toMatch(/: the file was changed while it was read/);
      expect(said).toMatchObject({ code: 'changed', exitStatus: 2 });
      if (out !== null) expect(readdirSync(join(at, out))).toEqual([]);
    }
  });
  it('is converted if nobody changes it', async () => {
    const at = folder({ [file]: text });
    expect(await migrate(at, file, 'out', () => undefined)).toMatchObject({ records: 24_000 });
  });
});
