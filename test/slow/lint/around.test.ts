// Around the findings: what a fix touches, what a suppression reaches, and that size alone stalls nothing.
import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { sourceOf } from '../../../src/lint/files/source.ts';
import { scanText } from '../../../src/lint/scan/scan.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { SCAN } from '../../kit/lint.ts';

const CALL = "get('/api/v1/current-tenant/balances');\n";

async function lint(at: string, ...args: string[]) {
  const io = fakeIo(at, {});
  const code = await program(['lint', '.', '--as-of', '2026-06-01', ...args], io);
  return { code, ...io.said };
}

describe('--fix', () => {
  it('changes a Postman URL as text and as segments, both or neither', async () => {
    const url = {
      raw: '{{b}}/api/v1/current-tenant/balances',
      host: ['{{b}}'],
      path: ['api', 'v1', 'current-tenant', 'balances'],
    };
    const at = folder({ 'p.json': JSON.stringify({ item: [{ request: { method: 'GET', url } }] }, null, 2) });
    await lint(at, '--fix');
    const fixed = readFileSync(join(at, 'p.json'), 'utf8');
    expect([fixed.includes('current-tenant'), fixed.match(/developer/g)?.length]).toEqual([false, 2]);
  });
  it('never makes a file of a link', async () => {
    const away = folder({ 'real.js': CALL });
    const at = folder({});
    symlinkSync(join(away, 'real.js'), join(at, 'link.js'));
    const io = fakeIo(at, {});
    await program(['lint', 'link.js', '--fix'], io);
    expect(lstatSync(join(at, 'link.js')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(away, 'real.js'), 'utf8')).toBe(CALL);
  });
});

describe('a suppression', () => {
  it.each([
    ['the line below', '\n', 0],
    ['a comment between', '\n// why\n', 0],
    ['a blank line between', '\n\n', 1],
  ])('%s', async (_, between, count) => {
    const text = `// paybatch-ignore current-tenant-endpoint -- later${between}${CALL}`;
    expect((await scanText('a.js', text, { neighbour: false }, SCAN)).findings).toHaveLength(count);
  });
});

describe('time', () => {
  const payout =
    '{"customerId":"c","purposeOfPayment":"PaymentForGoods","amount":5,"memo":"some words of a memo"}';
  it.each<[string, string, (n: number) => string]>([
    ['payouts on one line', 'a.json', (n) => `[${Array.from({ length: n }, () => payout).join(',')}]`],
    ['a log with Base64', 'a.log', (n) => `GET /api/v1/current-tenant ${'QUJD'.repeat(n * 32)}`],
    ['openers', 'a.json', (n) => `{"amount":${'{amount:'.repeat(Math.min(n, 200))}${'['.repeat(90)}`],
    ['holes', 'a.json', (n) => `{"amount": "${'{{ x '.repeat(n * 10)}`],
    ['quotes in CSV', 'a.csv', (n) => `customerId,amount\n${'"a""b",'.repeat(n * 10)}`],
    ['here-documents', 'a.sh', (n) => `curl /api/v1/transfers ${'cat <<EOF\n'.repeat(n)}`],
    ['fences', 'a.md', (n) => '```json\n/api/v1/transfers\n'.repeat(n)],
    ['prose and objects', 'a.txt', (n) => '/api/v1/transfers {"amount": 5}\n'.repeat(n)],
  ])('%s: at most six times as long for four times as much', { retry: 2 }, async (_, path, make) => {
    const cpu = async (n: number): Promise<number> => {
      const text = make(n);
      const from = process.cpuUsage();
      await scanText(path, text, { neighbour: false }, SCAN);
      return process.cpuUsage(from).user / 1_000;
    };
    await cpu(100);
    const small = Math.min(await cpu(500), await cpu(500));
    const large = Math.min(await cpu(2_000), await cpu(2_000));
    expect(large).toBeLessThan(6 * small + 60);
  });
});

describe('a line as it is shown', () => {
  it('of a long header is the part around the column, in plain letters', async () => {
    const before = Array.from({ length: 60 }, (_, i) => `someColumn${i}`).join(',');
    const text = `${before},customerId,source.currency,destination.currency,amount,memo,useDeveloperFunds\n${'x,'.repeat(65)}x\n`;
    const { findings } = await scanText('payouts.csv', text, { neighbour: false }, SCAN);
    const [shown = '', caret = ''] =
      findings.find(({ field }) => field === 'amount')?.source.split('\n') ?? [];
    expect(shown).toContain('destination.currency,amount,memo');
    expect(shown.slice(caret.indexOf('^'), caret.lastIndexOf('^') + 1)).toBe('amount');
    expect(shown.length).toBeLessThanOrEqual(120);
  });
});

describe('what is no text', () => {
  const packed = Buffer.from([0x1f, 0x8b, 8, 1, 2, 3, 0xfe, 0xed, 0xfa, 0xcf, 0x80, 0x81]);
  it('is unreadable where its mark says UTF-16 and its bytes are none', () => {
    const mark = Buffer.from([0xff, 0xfe]);
    const text = Buffer.from('GET /api/v1/accounts\n', 'utf16le');
    const half = Buffer.from([0x00, 0xd8, 0x41, 0x00]);
    const unreadable = { unreadable: expect.stringMatching(/UTF-16/) };
    expect(sourceOf(Buffer.concat([mark, text]), '')).toHaveProperty('encoding', 'utf-16le');
    expect(sourceOf(Buffer.concat([mark, Buffer.from([0xfd])]), '')).toEqual(unreadable);
    expect(sourceOf(Buffer.concat([mark, text, half]), '')).toEqual(unreadable);
    expect(sourceOf(Buffer.concat([mark, text, half]).swap16(), '')).toEqual(unreadable);
  });

  it('is binary, whatever its name; text in an earlier encoding is unreadable', () => {
    expect(sourceOf(packed, '')).toEqual({ skip: 'binary' });
    expect(sourceOf(Buffer.from('\x7fELF\x02\x01\x01\0\0\xff', 'latin1'), '')).toEqual({ skip: 'binary' });
    // One stray sign doesn't make a text a program.
    const stray = Buffer.from(`${'caf\xe9 = 1\n'.repeat(20)}\x01`, 'latin1');
    expect(sourceOf(stray, '')).toHaveProperty('unreadable');
    expect(sourceOf(Buffer.from('caf\xe9 = 1\r\n\tx\n', 'latin1'), '')).toEqual({
      unreadable: expect.stringMatching(/UTF-8/),
    });
  });
});
