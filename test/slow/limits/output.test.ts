// Standard output that can't be written causes an error message and an exit code other than 0, whatever the command.
// If the reader of a pipe has ended, there is no message. Interrupted commands remove their unfinished files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { AtomicFile } from '../../../src/files/atomic-file.ts';
import { removeParts } from '../../../src/files/write-all.ts';
import { BIN, type Ended, ended, paybatchProcess, start } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';

function shell(cwd: string, script: string): Promise<Ended> {
  const env = { PATH: process.env['PATH'], HOME: cwd, TERM: 'dumb', BIN, NODE: process.execPath };
  return ended(spawn('bash', ['-c', script], { cwd, env }));
}

const SOURCE = "fetch('https://x.example/api/v1/current-tenant/x', { clientId });\n";
const made = (): string =>
  folder({ 'in.csv': payouts(numbered(3)), 'clean.ts': 'const x = 1;\n', 'found.ts': SOURCE.repeat(200) });

describe.skipIf(process.platform !== 'linux')('an output stream on a full disk', { timeout: 60_000 }, () => {
  it.each<[string, number]>([
    ['lint clean.ts', 2],
    ['check in.csv --json', 2],
    ['api listAccounts --sandbox', 2],
    ['--help', 2],
    ['run in.csv --sandbox --yes', 4],
  ])('is reported with exit code 2 or 4, and without a stack trace: %s', async (args, code) => {
    const end = await shell(made(), `exec "$NODE" "$BIN" ${args} > /dev/full`);
    expect({ code: end.code, stderr: end.stderr }).toEqual({
      code,
      stderr: expect.stringMatching(/(^|\n)paybatch: standard output could not be written \(ENOSPC\): .*\n$/),
    });
    expect(end.stderr).not.toMatch(/defect|\n {4}at /);
  });

  it('makes check end with exit code 2 if it is standard error', async () => {
    const at = made();
    writeFileSync(join(at, 'warn.csv'), readFileSync(join(at, 'in.csv'), 'utf8').trimEnd());
    const end = await shell(at, 'exec "$NODE" "$BIN" check warn.csv 2> /dev/full');
    expect(end.code).toBe(2);
  });

  it('is reported also if a part of the output was written', async () => {
    const at = made();
    const whole = (await paybatchProcess(at, ['lint', 'found.ts', '--format', 'json'])).stdout;
    const end = await shell(
      at,
      'exec prlimit --fsize=10000 "$NODE" "$BIN" lint found.ts --format json > out.json',
    );
    expect(whole.length).toBeGreaterThan(10_000);
    expect(statSync(join(at, 'out.json')).size).toBe(10_000);
    expect(end).toMatchObject({ code: 2, stderr: expect.stringMatching(/could not be written \(EFBIG\)/) });
  });
});

describe('a reader that closes the pipe early', { timeout: 60_000 }, () => {
  it.each([
    ['lint found.ts --format json', 2],
    ['run in.csv --sandbox --yes', 4],
    ['spec', 2],
  ])('causes an exit code other than 0, but no message: %s', async (args, code) => {
    const end = await shell(made(), `"$NODE" "$BIN" ${args} | true; exit \${PIPESTATUS[0]}`);
    expect(end.code).toBe(code);
    expect(end.stderr).not.toMatch(/standard output|EPIPE|defect/);
  });
});

// A command that a signal ends while it writes removes its unfinished files, and ends by that signal.

const ROWS = 400_000;

const tree = (at: string): string[] =>
  existsSync(at) ? readdirSync(at, { recursive: true, encoding: 'utf8' }).sort() : [];

describe.skipIf(process.platform === 'win32')('migrate, interrupted by a signal', { timeout: 60_000 }, () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('removes its unfinished files: %s', async (signal) => {
    const url = 'data:text/plain;base64,aGk=';
    const rows = `customerId,amount,documents\nc,1,${url}\n${'c,1,\n'.repeat(ROWS)}`;
    const at = folder({ 'in/mig.csv': rows.replace(url, `"${url}"`), 'out/keep': 'keep' });
    const child = start(at, ['migrate', 'in/mig.csv', '--out', 'out']);
    const end = once(child, 'close');
    const out = join(at, 'out');
    // Wait for the unfinished files and for one finished document, which may stay.
    while (
      !tree(out).some((name) => name.startsWith('documents/') && !name.includes('.tmp')) &&
      child.exitCode === null
    )
      await wait(2);
    expect(tree(out).filter((name) => name.endsWith('.tmp'))).not.toEqual([]);
    child.kill(signal);
    expect(await end).toEqual([null, signal]);
    expect(tree(out).filter((name) => !name.startsWith('documents'))).toEqual(['keep']);
  });
});

describe('an unfinished file', () => {
  it('is removed when the process ends; a committed file stays', async () => {
    const at = folder();
    const one = await AtomicFile.create(join(at, 'one'), 'id');
    await one.commit();
    const two = await AtomicFile.create(join(at, 'two'), 'id');
    removeParts();
    expect(tree(at)).toEqual(['one']);
    expect(readFileSync(join(at, 'one'), 'utf8')).toBe('');
    await two.discard();
  });
});
