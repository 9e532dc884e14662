// Files as people really export them: what is wrong with the whole file is one message that says what to do.
import { describe, expect, it } from 'vitest';

import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/io.ts';
import { ACCOUNT, GOOD, payouts } from '../../kit/payouts.ts';

const HEADER = Object.keys(GOOD);
const PAY = payouts([{ reference: 'INV-1' }, { reference: 'INV-2', memo: 'Rent' }], HEADER);
const lines = PAY.trimEnd().split('\n');
const [header = '', first = '', second = ''] = lines;

async function check(content: string | Buffer, profile?: object) {
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
  ])('%s is refused', async (_, text, why) => {
    const { code, stderr } = await check(text);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  });
  it('is not seen where only the last line break is missing', async () => {
    expect((await check(PAY.trimEnd())).code).toBe(0);
  });
});

describe('a header that repeats', () => {
  it.each(['', '\ufeff'])('is one message, and in no total (%j before it)', async (mark) => {
    const { code, stdout, stderr } = await check(
      [header, first, mark + header, second, mark + header, ''].join('\n'),
    );
    expect(code).toBe(1);
    expect(stderr.match(/this line repeats the header: two files were joined here/g)).toHaveLength(2);
    expect(stderr).not.toContain('is not a');
    expect(stdout).not.toContain('destination.currency');
  });
  it('is seen under an import profile', async () => {
    const table = `Number;Amount;Account\nR-1;1,50;${ACCOUNT}\nNumber;Amount;Account\n`;
    const { stderr } = await check(table, PROFILE);
    expect(stderr.match(/in\.csv:3/g)).toHaveLength(1);
    expect(stderr).toContain('this line repeats the header');
  });
});

it('a header that appears twice says what to do', async () => {
  const at = folder({ 'in.csv': 'Number;Amount;Amount\nR-1;1,50;2,50\n' });
  const { code, stderr } = await paybatch(at, ['map', 'in.csv']);
  expect(code).toBe(2);
  expect(stderr).toContain('column "Amount" appears twice (first as column 2): rename one of them');
});

describe('text in the wrong encoding is a warning', () => {
  const memo = (text: string): string => payouts([{ reference: 'R-1', memo: text }], HEADER);
  it.each([
    ['decoded twice', 'M\u00c3\u00bcller'],
    ['with control characters', 'Rent \u0096 May'],
  ])('%s', async (_, text) => {
    const { code, stderr } = await check(memo(text));
    expect(code).toBe(0);
    expect(stderr).toMatch(/in\.csv:2:\d+: .*memo.*wrong encoding/);
  });
  it('that a profile has named', async () => {
    const profile = { columns: Object.fromEntries(HEADER.map((name) => [name, name])) };
    const latin = Buffer.from(memo('Rent \u0096 May'), 'latin1');
    const wrong = await check(latin, { ...profile, encoding: 'iso-8859-15' });
    expect(wrong.stderr).toContain('read in the wrong encoding');
    expect((await check(latin, { ...profile, encoding: 'windows-1252' })).stderr).not.toContain('encoding');
    const utf8 = await check(memo('Müller'), { ...profile, encoding: 'windows-1252' });
    expect(utf8.stderr).toContain('if the file is UTF-8, remove "encoding" from the import profile');
  });
});
