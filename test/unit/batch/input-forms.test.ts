// Input files as people have them: headers in any case, empty records below the table, files that were cut short.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

import type { Warning } from '../../../src/batch/input/warnings.ts';
import { checkFile } from '../../../src/index.ts';
import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/io.ts';
import { ACCOUNT, COLUMNS, GOOD, payouts } from '../../kit/payouts.ts';
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
    ['a column twice in different case', 'Reference'],
    ['a column twice, once with spaces around', ' memo '],
  ])('is refused with %s', async (_, name) => {
    const text = payouts([{ reference: 'R-1' }], [...COLUMNS, name]);
    await expect(check(text)).rejects.toThrow(/appears twice \(first as column/);
  });

  it('is refused with an x- column twice in different case', async () => {
    await expect(check(payouts([{ reference: 'R-1' }], [...COLUMNS, 'x-note', 'X-Note']))).rejects.toThrow(
      /twice/,
    );
  });

  it('is refused with a removed field in any case', async () => {
    await expect(check(payouts([{}], [...COLUMNS, 'Amount']))).rejects.toThrow(/was removed by release 1.30/);
  });

  it('is mapped in any case', async () => {
    const text = payouts([{ Payee: 'R-1' }], ['Payee', ...COLUMNS.slice(1)]);
    const { rows } = await check(text, { map: new Map([['payee ', 'Reference']]) });
    expect(rows.map(({ status }) => status)).toEqual(['valid']);
  });

  it('without rows is a valid file', async () => {
    const { end, rows } = await check(`${COLUMNS.join(',')}\n`);
    expect(end.exitCode).toBe(0);
    expect(rows).toEqual([]);
  });
});

it('blank lines are skipped and counted', async () => {
  const { end, rows } = await check(`\n${payouts([{ reference: 'R-1' }, { reference: 'R-2' }])}  \n\n`);
  expect(rows.map(({ status }) => status)).toEqual(['valid', 'valid']);
  expect(end.facts.blanks).toBe(3);
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

  it('are invalid rows between other rows, with their line numbers', async () => {
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

  it('gets a warning that suggests --expect-total', async () => {
    const { warnings } = await check(cut);
    expect(
      warnings.map(({ firstLine, field, value, message }) => [firstLine, field, value, say(message)]),
    ).toEqual([[3, 'the last row', 'R-2', expect.stringMatching(/without a line break.*--expect-total/)]]);
  });

  it('gets no warning once the line break or --expect-total is added', async () => {
    expect((await check(whole)).warnings).toEqual([]);
    expect((await check(cut, { expectTotal: new Map([['GBP', '1260']]) })).warnings).toEqual([]);
  });
});

// Exports with a fault in the whole file: one message says what to do.

const HEADER = Object.keys(GOOD);

const PAY = payouts([{ reference: 'INV-1' }, { reference: 'INV-2', memo: 'Rent' }], HEADER);

const lines = PAY.trimEnd().split('\n');

const [header = '', first = '', second = ''] = lines;

async function checkCommand(content: string | Buffer, profile?: object) {
  const at = folder({ 'in.csv': content, ...(profile && { 'p.json': JSON.stringify(profile) }) });
  return paybatch(at, ['check', 'in.csv', ...(profile ? ['--map', 'p.json'] : [])]);
}

const PROFILE = {
  columns: { Number: 'reference', Amount: 'receiverAmount', Account: 'destination.externalAccountId' },
  constants: {
    customerId: GOOD['customerId'],
    'source.currency': 'USDC',
    'source.network': 'ethereum',
    'source.walletId': GOOD['source.walletId'],
    'destination.currency': 'EUR',
    purposeOfPayment: 'PaymentForGoods',
  },
  decimal: ',',
  thousands: '.',
};

describe('a file that was cut short', () => {
  it.each([
    ['in the last row', PAY.slice(0, PAY.length - 30), 'after 8 of'],
    ['inside a quoted cell', `${header}\n${first}\n"INV-9`, 'never closed'],
    ['in the empty first cells of a row', `${header}\n${first}\n,,`, 'after 3 of'],
    ['in the first row', `${header}\n,`, 'after 2 of'],
  ])('%s is refused', async (_, text, why) => {
    const { code, stderr } = await checkCommand(text);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  });
  it('is accepted if only the last line break is missing', async () => {
    expect((await checkCommand(PAY.trimEnd())).code).toBe(0);
    expect((await checkCommand(`${PAY}  `)).code).toBe(0);
  });
});

it('an error value of a spreadsheet is invalid as a memo', async () => {
  const { code, stderr } = await checkCommand(payouts([{ reference: 'R-1', memo: '#N/A' }], HEADER));
  expect([code, stderr]).toEqual([1, expect.stringContaining('"#N/A" is an error of a formula')]);
});

describe('a guard', () => {
  it('refuses a currency that it does not name, also if no amount of that currency can be read', async () => {
    const rows = [
      { reference: 'R-1', receiverAmount: '5' },
      { reference: 'R-2', receiverAmount: 'x', 'destination.currency': 'EUR' },
    ];
    const at = folder({ 'in.csv': payouts(rows, HEADER) });
    const { code, stderr } = await paybatch(at, ['check', 'in.csv', '--max-amount', 'GBP=10']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--max-amount is missing for EUR')]);
  });
  it('of the config file is refused if JSON cannot hold its digits', async () => {
    const config = '{"guards":{"maxAmount":{"GBP":9007199254740993}}}';
    const at = folder({ 'in.csv': payouts([{ reference: 'R-1' }], HEADER), 'paybatch.config.json': config });
    const { code, stderr } = await paybatch(at, ['check', 'in.csv']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('"guards.maxAmount.GBP": must be at most')]);
  });
});

it('--sheet does not matter for a CSV file, such as the retry file of a workbook', async () => {
  const at = folder({ 'pay.xlsx.retry.csv': payouts([{ reference: 'R-1' }], HEADER) });
  expect((await paybatch(at, ['check', 'pay.xlsx.retry.csv', '--sheet', 'May'])).code).toBe(0);
});

describe('a repeated header line', () => {
  it.each(['', '\ufeff'])('gets one message and is in no total (with %j before it)', async (mark) => {
    const { code, stdout, stderr } = await checkCommand(
      [header, first, mark + header, second, mark + header, ''].join('\n'),
    );
    expect(code).toBe(1);
    expect(stderr.match(/this line repeats the header: two files were joined here/g)).toHaveLength(2);
    expect(stderr).not.toContain('is not a');
    expect(stdout).not.toContain('destination.currency');
  });
  it('is found with an import profile', async () => {
    const table = `Number;Amount;Account\nR-1;1,50;${ACCOUNT}\nNumber;Amount;Account\n`;
    const { stderr } = await checkCommand(table, PROFILE);
    expect(stderr.match(/in\.csv:3/g)).toHaveLength(1);
    expect(stderr).toContain('this line repeats the header');
  });
});

it('paybatch map refuses a column name that appears twice, and asks to rename one', async () => {
  const at = folder({ 'in.csv': 'Number;Amount;Amount\nR-1;1,50;2,50\n' });
  const { code, stderr } = await paybatch(at, ['map', 'in.csv']);
  expect(code).toBe(2);
  expect(stderr).toContain('column "Amount" appears twice (first as column 2): rename one of them');
});

describe('text in the wrong encoding', () => {
  const memo = (text: string): string => payouts([{ reference: 'R-1', memo: text }], HEADER);
  it.each([
    ['decoded twice', 'M\u00c3\u00bcller'],
    ['with control characters', 'Rent \u0096 May'],
  ])('is a warning: %s', async (_, text) => {
    const { code, stderr } = await checkCommand(memo(text));
    expect(code).toBe(0);
    expect(stderr).toMatch(/in\.csv:2:\d+: .*memo.*wrong encoding/);
  });
  it('is a warning in the payee column, too', async () => {
    const file = payouts([{ reference: 'R-1', 'x-payee': 'M\u00c3\u00bcller' }], [...HEADER, 'x-payee']);
    expect((await checkCommand(file)).stderr).toMatch(/in\.csv:2: .*x-payee.*wrong encoding/);
  });
  it('is a warning if the import profile names the wrong encoding', async () => {
    const profile = { columns: Object.fromEntries(HEADER.map((name) => [name, name])) };
    const latin = Buffer.from(memo('Rent \u0096 May'), 'latin1');
    const wrong = await checkCommand(latin, { ...profile, encoding: 'iso-8859-15' });
    expect(wrong.stderr).toContain('read in the wrong encoding');
    expect((await checkCommand(latin, { ...profile, encoding: 'windows-1252' })).stderr).not.toContain(
      'encoding',
    );
    const utf8 = await checkCommand(memo('Müller'), { ...profile, encoding: 'windows-1252' });
    expect(utf8.stderr).toContain('if the file is UTF-8, remove "encoding" from the import profile');
  });
});
