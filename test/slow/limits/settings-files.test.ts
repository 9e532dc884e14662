// A file named beside the input is a small regular file, or a pipe that is filled at once: how small, how long, and what is
// said where a variable names one. What flags and words name is tried one by one in paths.test.ts.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { readSmallFile, SMALL, SmallFileError } from '../../../src/files/small-file.ts';
import { BIN, ended } from '../../kit/cli.ts';
import { fakeIo } from '../../kit/io.ts';

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

describe('files beside the input', () => {
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

  it('each kind has the limit that is promised', async () => {
    const MIB = 1024 * 1024;
    const limits = { secret: 64 * 1024, settings: 16 * MIB, body: 64 * MIB, report: 256 * MIB };
    expect(SMALL).toEqual(limits);
    const folder = ground();
    const said = async (bytes: number, ...args: string[]): Promise<string> => {
      truncateSync(join(folder, 'huge'), bytes);
      const io = fakeIo(folder, { PAYBATCH_API_SECRET_FILE: 'huge', PAYBATCH_API_KEY: 'k' });
      await program(args, io);
      return io.said.err;
    };
    for (const [bytes, ...args] of [
      [limits.settings, 'check', 'payouts.csv', '--config', 'huge'],
      [limits.body, 'api', 'createTransfer', '--data', '@huge', '--sandbox'],
      [limits.report, 'audit', 'payouts.csv', '--since', 'huge'],
    ] as const)
      expect(await said(bytes + 1, ...args)).toContain(`is larger than ${bytes / MIB} MiB`);
  });

  it('has a limit to the byte', () => {
    const folder = ground();
    writeFileSync(join(folder, 'full'), 'x'.repeat(1_000));
    expect(readSmallFile(join(folder, 'full'), 1_000)).toHaveLength(1_000);
    expect(() => readSmallFile(join(folder, 'full'), 999)).toThrow(SmallFileError);
  });
});
