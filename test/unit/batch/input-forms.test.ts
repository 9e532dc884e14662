// Files as people have them: headers in any case, what a spreadsheet leaves below the table, a file that was cut off.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

import type { Warning } from '../../../src/batch/input/warnings.ts';
import { checkFile } from '../../../src/index.ts';
import { folder } from '../../kit/folder.ts';
import { COLUMNS, payouts } from '../../kit/payouts.ts';
import { say } from '../../kit/words.ts';

async function check(
  text: string,
  more: { expectTotal?: ReadonlyMap<string, string>; map?: ReadonlyMap<string, string> } = {},
) {
  const at = folder({ 'in.csv': text });
  const warnings: Warning[] = [];
  const { map, ...guards } = more;
  const end = await checkFile({
    file: join(at, 'in.csv'),
    guards,
    ...(map === undefined ? {} : { map }),
    hooks: { checked: (_, found) => warnings.push(...found) },
  });
  const rows = parse<{ line: string; status: string; errorMessage: string }>(
    readFileSync(join(at, 'in.check.csv')),
    {
      columns: true,
    },
  );
  return { end, rows, warnings };
}

describe('a header', () => {
  it.each([
    ['in capitals', (name: string): string => name.toUpperCase()],
    ['in small letters', (name: string): string => name.toLowerCase()],
    ['with spaces around', (name: string): string => ` ${name}  `],
  ])('is understood %s', async (_, spelt) => {
    const [header = '', ...rest] = payouts([{ reference: 'R-1' }]).split('\n');
    const { rows } = await check([header.split(',').map(spelt).join(','), ...rest].join('\n'));
    expect(rows.map(({ status }) => status)).toEqual(['valid']);
  });

  it.each([
    ['two fields', 'Reference'],
    ['a field and one with spaces', ' memo '],
  ])('with %s that agree is refused', async (_, name) => {
    const text = payouts([{ reference: 'R-1' }], [...COLUMNS, name]);
    await expect(check(text)).rejects.toThrow(/appears twice \(first as column/);
  });

  it("with two of the operator's own columns that agree is refused", async () => {
    await expect(check(payouts([{ reference: 'R-1' }], [...COLUMNS, 'x-note', 'X-Note']))).rejects.toThrow(
      /twice/,
    );
  });

  it('names a removed field in any case', async () => {
    await expect(check(payouts([{}], [...COLUMNS, 'Amount']))).rejects.toThrow(/was removed by release 1.30/);
  });

  it('is mapped in any case', async () => {
    const text = payouts([{ Payee: 'R-1' }], ['Payee', ...COLUMNS.slice(1)]);
    const { rows } = await check(text, { map: new Map([['payee ', 'Reference']]) });
    expect(rows.map(({ status }) => status)).toEqual(['valid']);
  });

  it('without rows is a good file', async () => {
    const { end, rows } = await check(`${COLUMNS.join(',')}\n`);
    expect(end.exitCode).toBe(0);
    expect(rows).toEqual([]);
  });
});

describe('records of empty cells', () => {
  const good = payouts([{ reference: 'R-1' }, { reference: 'R-2' }]);
  const empty = `${','.repeat(COLUMNS.length - 1)}\n`;

  it('are skipped and counted below the rows', async () => {
    const { end, rows } = await check(good + empty.repeat(3) + ' , \n');
    expect(rows.map(({ status }) => status)).toEqual(['valid', 'valid']);
    expect(end.facts.blanks).toBe(4);
    expect(end.exitCode).toBe(0);
  });

  it('are invalid rows between others, with their own lines', async () => {
    const [header = '', one = '', two = ''] = good.split('\n');
    const { end, rows } = await check([header, one, empty + empty + two, empty].join('\n'));
    expect(rows.map(({ line, status }) => [line, status])).toEqual([
      ['2', 'valid'],
      ['3', 'invalid'],
      ['4', 'invalid'],
      ['5', 'valid'],
    ]);
    expect(rows[1]?.errorMessage).toMatch(/^[^|]*the row is empty: .*skipBlankRows[^|]*$/);
    expect(end.facts.blanks).toBe(1);
  });
});

describe('a file that ends without a line break', () => {
  const whole = payouts([{ reference: 'R-1' }, { reference: 'R-2', receiverAmount: '1250.00' }]);
  const cut = whole.trimEnd();

  it('is warned of, with the guard that would notice a cut', async () => {
    const { warnings } = await check(cut);
    expect(
      warnings.map(({ firstLine, field, value, message }) => [firstLine, field, value, say(message)]),
    ).toEqual([[3, 'the last row', 'R-2', expect.stringMatching(/without a line break.*--expect-total/)]]);
  });

  it('is not warned of when it ends well, or its total is guarded', async () => {
    expect((await check(whole)).warnings).toEqual([]);
    expect((await check(cut, { expectTotal: new Map([['GBP', '1260']]) })).warnings).toEqual([]);
  });
});
