// A file named beside the input is a small regular file, or a pipe that is filled at once. A device, a folder, a pipe that
// nobody writes, or a file without end is refused in a sentence, at once, by every command and option that names one.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readSmallFile, SmallFileError } from '../../src/files/small-file.ts';
import { BIN, ended, paybatch, serviceEnv } from '../support/cli.ts';

const INPUT = 'reference,customerId\na,b\n';

/** A folder with one of each that is no small file. */
function ground(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paybatch-'));
  writeFileSync(join(folder, 'payouts.csv'), INPUT);
  mkdirSync(join(folder, 'folder'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  writeFileSync(join(folder, 'huge'), '');
  truncateSync(join(folder, 'huge'), 3_000_000_000);
  return folder;
}

const STRANGE: readonly (readonly [path: string, says: RegExp])[] = [
  ['folder', /is a folder/],
  ['/dev/zero', /is a device|is not a regular file/],
  ['/dev/tty0', /is a device|no permission|no such file|can't be read|can't be opened|is not a regular file/],
  ['huge', /is larger than/],
  ['pipe', /JSON|is empty|a pipe|not a regular file|no transfer|no record|header|not a report/],
];
const OPTIONS: Readonly<Record<string, (path: string) => readonly string[]>> = {
  'a config file': (path) => ['check', 'payouts.csv', '--config', path],
  'a map': (path) => ['check', 'payouts.csv', '--map', path],
  'a map for lint': (path) => ['lint', 'payouts.csv', '--map', path],
  'a baseline': (path) => ['lint', 'payouts.csv', '--baseline', path],
  'observed calls': (path) => ['lint', 'payouts.csv', '--observed', path],
  'an earlier report': (path) => ['audit', '.', '--since', path],
  'a body': (path) => ['api', 'createTransfer', '--data', `@${path}`, '--sandbox'],
  answers: (path) => ['migrate', 'payouts.csv', '--out', 'out', '--todo', path],
};
/** What is streamed is as large as it likes. */
const STREAMED = new Set(['answers']);

describe('files beside the input', () => {
  it.each(Object.entries(OPTIONS))('%s', { timeout: 120_000 }, async (name, args) => {
    const folder = ground();
    for (const [path, says] of STRANGE) {
      if (path === 'huge' && STREAMED.has(name)) continue;
      const { code, stderr, signal } = await paybatch(folder, args(path));
      expect({ name, path, signal }).toEqual({ name, path, signal: null });
      if (path === 'pipe' && code !== 2)
        expect(name).toBe('observed calls'); // an empty log is one without calls
      else
        expect({ path, code, stderr }).toMatchObject({ path, code: 2, stderr: expect.stringMatching(says) });
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).not.toContain('defect');
    }
  });

  it.each(STRANGE)('a secret file: %s', { timeout: 60_000 }, async (path, says) => {
    const folder = ground();
    const env = Object.entries(serviceEnv('http://127.0.0.1:9')).filter(
      ([name]) => name !== 'PAYBATCH_API_SECRET',
    );
    const all = { ...Object.fromEntries(env), PAYBATCH_API_SECRET_FILE: path };
    const { code, stderr } = await paybatch(folder, ['api', 'listAccounts', '--ledger', 'l.db'], all);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(says) });
    expect(stderr).not.toContain('defect');
  });

  it.each(STRANGE)('the input: %s', { timeout: 60_000 }, async (path) => {
    if (path === 'huge') return; // an input is as large as it likes
    const folder = ground();
    for (const command of [['check'], ['run', '--sandbox'], ['migrate', '--out', 'out']]) {
      const { code, stderr } = await paybatch(folder, [command[0] ?? '', path, ...command.slice(1)]);
      expect({ command, code }).toEqual({ command, code: 2 });
      expect(stderr).toMatch(/folder|regular file|no such file|no permission|can't be opened/);
    }
  });

  it('a pipe that is filled is read, and one that is not is given up', async () => {
    const folder = ground();
    const shell = `exec "${process.execPath}" "${BIN}" check payouts.csv --map <(sleep 0.2; echo '{"reference":"reference","customerId":"nonsense"}')`;
    const child = spawn('bash', ['-c', shell], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder },
    });
    const { stderr } = await ended(child);
    expect(stderr).toMatch(/nonsense/);
    // Held open by us, and never written.
    const held = spawn('bash', ['-c', `exec 3<>pipe; echo ready; sleep 30`], { cwd: folder });
    await new Promise((done) => held.stdout.once('data', done));
    expect(() => readSmallFile(join(folder, 'pipe'), 100, 50)).toThrow(/nobody filled/);
    held.kill();
  });

  it('what is written goes into a regular file', async () => {
    const folder = ground();
    const { code, stderr } = await paybatch(folder, ['lint', 'payouts.csv', '--write-baseline', 'pipe']);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/not a regular file/) });
    const report = await paybatch(folder, ['audit', '.', '--out', 'pipe']);
    expect(report).toMatchObject({ code: 2, stderr: expect.stringMatching(/not a regular file/) });
  });

  it('has a limit to the byte', () => {
    const folder = ground();
    writeFileSync(join(folder, 'full'), 'x'.repeat(1_000));
    expect(readSmallFile(join(folder, 'full'), 1_000)).toHaveLength(1_000);
    expect(() => readSmallFile(join(folder, 'full'), 999)).toThrow(SmallFileError);
  });
});
