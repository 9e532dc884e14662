// Output files that a flag names. paybatch never writes them through a link or over an input, and replaces only an
// earlier output of the same kind.
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { type Place, place, RUN } from '../../kit/in-doubt.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const SOURCE = "fetch('https://x.example/api/v1/current-tenant/x', { clientId });\n";

type Writer = readonly [name: string, args: (out: string) => string[]];
const WRITERS: readonly Writer[] = [
  ['audit, text', (out) => ['audit', 'a.ts', '--out', out]],
  ['audit, html', (out) => ['audit', '.', '--format', 'html', '--out', out]],
  ['baseline', (out) => ['lint', 'a.ts', '--write-baseline', out]],
  ['report, html', (out) => ['report', 'last', '--out', out]],
  ['export', (out) => ['ledger', 'export', 'last', '--out', out]],
];

/** A folder with a source, an input (run before if needed), and a foreign file, `away/victim`. */
async function ground(needsRun: boolean): Promise<Place> {
  const one = await place(await sandbox());
  writeFileSync(join(one.at, 'a.ts'), SOURCE);
  writeFileSync(join(one.at, 'in.csv'), payouts(numbered(2)));
  for (const name of ['away', 'out']) mkdirSync(join(one.at, name));
  writeFileSync(join(one.at, 'away/victim'), 'victim');
  if (needsRun) expect((await one.say(RUN(one.at), {})).code).toBe(0);
  return one;
}

describe.each(WRITERS)('the output file of a command (%s)', { timeout: 60_000 }, (_, args) => {
  it('replaces an earlier output, but never a link or a different file', async () => {
    const { at, say } = await ground(!['audit', 'lint'].includes(args('')[0] ?? ''));
    const first = await say(args('out/own'));
    expect([first.code < 2, first.err]).toEqual([true, '']);
    expect(statSync(join(at, 'out/own')).mode & 0o777).toBe(0o600);
    const before = readFileSync(join(at, 'out/own'), 'utf8').slice(0, 15);
    const again = await say(args('out/own'));
    expect([again.code, again.err]).toEqual([first.code, '']);
    expect(readFileSync(join(at, 'out/own'), 'utf8').slice(0, 15)).toBe(before);
    for (const [name, target] of [
      ['link', 'away/victim'],
      ['dangling', 'away/none'],
    ] as const) {
      symlinkSync(join(at, target), join(at, 'out', name));
      expect(await say(args(`out/${name}`))).toMatchObject({
        code: 2,
        err: expect.stringMatching(/is a link/),
      });
      expect(lstatSync(join(at, 'out', name)).isSymbolicLink()).toBe(true);
    }
    expect(readdirSync(join(at, 'away'))).toEqual(['victim']);
    for (const name of ['a.ts', 'in.csv', 'away/victim']) {
      const content = readFileSync(join(at, name));
      expect(await say(args(name))).toMatchObject({
        code: 2,
        err: expect.stringMatching(/is also an input|is a different file/),
      });
      expect(readFileSync(join(at, name))).toEqual(content);
    }
    expect(await say(args('none/own'))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/can't be written: its folder does not exist/),
    });
  });
});

describe('ledger export to an existing file', () => {
  it('replaces an export of the same run, but not of another run', async () => {
    const { at, say } = await ground(true);
    expect((await say(['ledger', 'export', 'last', '--out', 'run.zip'])).code).toBe(0);
    const { runs } = JSON.parse((await say(['status', '--json'])).out) as { runs: { id: string }[] };
    writeFileSync(join(at, 'next.csv'), payouts(numbered(1, { reference: 'N-1', receiverAmount: '77' })));
    expect((await say(['run', join(at, 'next.csv')], {})).code).toBe(0);
    const before = readFileSync(join(at, 'run.zip'));
    const first = runs[0]?.id ?? '';
    expect(await say(['ledger', 'export', 'last', '--out', 'run.zip'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is a different file, which would be overwritten/) as string,
    });
    expect(readFileSync(join(at, 'run.zip'))).toEqual(before);
    expect((await say(['ledger', 'export', first, '--out', 'run.zip'])).code).toBe(0);
  });
  it.each([
    ['a workbook, which is also a ZIP archive', zipSync({ 'xl/workbook.xml': Buffer.from('<a/>') })],
    ['an archive that is cut off', Buffer.from('PK\u0003\u0004 and no more')],
  ])('does not replace %s', async (_, bytes) => {
    const { at, say } = await ground(true);
    writeFileSync(join(at, 'pay.xlsx'), bytes);
    expect(await say(['ledger', 'export', 'last', '--out', 'pay.xlsx'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is a different file, which would be overwritten/) as string,
    });
    expect(readFileSync(join(at, 'pay.xlsx'))).toEqual(Buffer.from(bytes));
  });
});
