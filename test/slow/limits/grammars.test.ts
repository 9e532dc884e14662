// Source code that a grammar can't be let loose on: it comes to no end, it breaks, it leaves nothing to the files after it.
// What was not read by its grammar is never called clean.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { parseCode } from '../../../src/lint/code/tokens/parse.ts';
import { scanText } from '../../../src/lint/scan/scan.ts';
import { BIN } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/in-process.ts';
import { SCAN } from '../../kit/lint.ts';

const CALL =
  "const BASE = 'https://api.example.com/api/v1';\nfetch(`${BASE}/current-tenant/webhook-config`);\n";
/** An error that the grammar keeps many readings of. */
const ODD = `x = '/api/v1/transfers' customerId receiverAmount\n${'<a>'.repeat(4_000)}`;
const scanned = (path: string, text: string) => scanText(path, text, { neighbour: false }, SCAN);

describe('a source that is nested', () => {
  it.each([
    ['brackets', `export const z = ${'('.repeat(5_000)}1${')'.repeat(5_000)};\n`],
    ['a sum', `export const z = 1${' + 1'.repeat(50_000)};\n`],
    ['calls', `export const z = ${'f('.repeat(20_000)}1${')'.repeat(20_000)};\n`],
    ['members', `export const z = a${'.b'.repeat(50_000)};\n`],
  ])('by %s is read by its grammar all the same', async (_, text) => {
    const { findings, cut } = await scanned('a.ts', CALL + text);
    expect({ rules: findings.map(({ rule }) => rule), cut }).toEqual({
      rules: ['current-tenant-endpoint'],
      cut: undefined,
    });
  });
  it('so that its grammar breaks says so, and leaves nothing broken behind', async () => {
    const { cut } = await scanned('a.ts', ODD);
    expect(cut).toContain('its grammar broke off over it');
    for (const path of ['b.ts', 'b.tsx', 'b.js']) {
      const after = await scanned(path, CALL);
      expect([path, after.findings.length, after.cut]).toEqual([path, 1, undefined]);
    }
  });
});

it('a source over which its grammar takes too long is given up, read word by word, and told of', async () => {
  // Each look at the clock finds a second gone.
  let now = 0;
  const slow = await parseCode(CALL + 'x();\n'.repeat(5_000), 'typescript', () => (now += 1_000));
  expect(slow).toEqual({ lexed: undefined, failed: 'its grammar took too long over it' });
  const { lexed, failed } = await parseCode(CALL, 'typescript', () => 0);
  expect([failed, (lexed?.tokens.length ?? 0) > 5]).toEqual([undefined, true]);
});

it('what was read in part is told, ends with 2, and its findings stand', async () => {
  const at = folder({ 'a.ts': CALL, 'b.ts': ODD, 'c.ts': CALL });
  const { code, stdout, stderr } = await paybatch(at, ['lint', '.', '--no-cache', '--as-of', '2026-06-01']);
  expect([code, stderr]).toEqual([2, '']);
  expect(stdout).toContain('b.ts: was read only in part: its grammar broke off over it');
  expect(stdout).toContain('2 findings; 3 files read; 1 only in part.');
  const csv = await paybatch(at, ['lint', 'b.ts', '--no-cache', '--format', 'csv', '--as-of', '2026-06-01']);
  expect([csv.code, csv.stderr]).toEqual([2, expect.stringMatching(/^b\.ts: was read only in part: /)]);
});

it('too little address space for the grammars is told, and nothing is called clean', () => {
  const at = folder({ 'a.ts': CALL });
  const lint = (env: object) =>
    spawnSync('bash', ['-c', `ulimit -v 8000000; exec "${process.execPath}" "${BIN}" lint a.ts --no-cache`], {
      cwd: at,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: join(at, 'home'), ...env },
    });
  const { status, stdout } = lint({});
  expect([status, stdout]).toEqual([
    2,
    expect.stringContaining('a.ts: could not be read: source code is read in WebAssembly'),
  ]);
  expect(lint({ NODE_OPTIONS: '--disable-wasm-trap-handler' }).status).toBe(1);
});
