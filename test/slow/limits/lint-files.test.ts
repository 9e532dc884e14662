// lint on files that change, vanish or can't be opened while it is at work, and --fix where a file can't be written. What was
// not looked at is named; a file is whole, old or new.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { applyFixes } from '../../../src/lint/fix/fix.ts';
import { lint } from '../../../src/lint/lint.ts';
import type { Finding } from '../../../src/lint/model/finding.ts';
import { BIN } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { LINT } from '../../kit/lint.ts';

const CALL = "fetch('https://api.payments.example/api/v1/current-tenant/balances');\n";
const MENDED = CALL.replace('current-tenant', 'developer');
const scan = (cwd: string) => lint({ ...LINT, cwd });
const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
/** Root is allowed everything; nobody else may reach the program where it lies in root's own folder. */
const mayBeNobody =
  !isRoot ||
  spawnSync(process.execPath, ['-e', `fs.accessSync(${JSON.stringify(BIN)})`], NOBODY).status === 0;

/** As somebody who is not allowed everything. */
function asNobody(at: string, args: readonly string[], before = '') {
  chmodSync(at, 0o777);
  const env = { PATH: process.env['PATH'], HOME: at };
  const options = { cwd: at, encoding: 'utf8' as const, env, ...(isRoot && mayBeNobody && NOBODY) };
  const command = `${before} exec "${process.execPath}" "${BIN}" ${args.join(' ')}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], options);
  return { status, stdout, stderr };
}

describe('--fix', () => {
  const fixed = async (at: string, findings: readonly Finding[]) => {
    const [one] = await applyFixes(at, { findings }, LINT, false);
    return one;
  };
  it.each([
    ['a line in front', `// x\n${CALL.repeat(3)}`],
    ['one byte in front', ` ${CALL.repeat(3)}`],
    ['another line behind', `${CALL.repeat(3)}x();\n`],
    ['a use less', CALL.repeat(2)],
    ['nothing left', ''],
  ])('leaves a file that was changed after the scan: %s', async (_, now) => {
    const at = folder({ 'a.ts': CALL.repeat(3) });
    const { findings } = await scan(at);
    writeFileSync(join(at, 'a.ts'), now);
    expect(await fixed(at, findings)).toMatchObject({
      fixes: 0,
      left: 'it was changed after it had been scanned: run --fix again',
    });
    expect(readFileSync(join(at, 'a.ts'), 'utf8')).toBe(now);
  });
  it('leaves the file whole where the disk takes only part of the new one', () => {
    const at = folder({ 'a.ts': CALL.repeat(1_000), 'b.ts': CALL });
    chmodSync(join(at, 'a.ts'), 0o666);
    chmodSync(join(at, 'b.ts'), 0o666);
    // The limit is of blocks of 1,024 bytes: a.ts needs some 60 of them.
    const { status, stderr } = asNobody(
      at,
      ['lint', '.', '--fix', '--no-cache'],
      'trap "" XFSZ; ulimit -f 16;',
    );
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^a\.ts: not fixed: it can't be written \(EFBIG\)\nb\.ts: 1 fixed\n1 of 1001 findings fixed; the other 1000 are left to you\n$/,
      ),
    ]);
    expect(readFileSync(join(at, 'a.ts'), 'utf8')).toBe(CALL.repeat(1_000));
    expect(readFileSync(join(at, 'b.ts'), 'utf8')).toBe(MENDED);
    expect(readdirSync(at).filter((name) => !/^[ab]\.ts$/.test(name))).toEqual([]);
  });
  it.runIf(mayBeNobody)('says so where the folder may not be written, and goes on', () => {
    const at = folder({ 'locked/a.ts': CALL, 'open/b.ts': CALL });
    for (const [path, mode] of [
      ['locked', 0o555],
      ['open', 0o777],
      ['open/b.ts', 0o666],
    ] as const)
      chmodSync(join(at, path), mode);
    onTestFinished(() => chmodSync(join(at, 'locked'), 0o755));
    const { status, stderr } = asNobody(at, ['lint', '.', '--fix', '--no-cache']);
    expect([status, stderr]).toEqual([
      1,
      "locked/a.ts: not fixed: it can't be written (EACCES)\nopen/b.ts: 1 fixed\n1 of 2 findings fixed; the other is left to you\n",
    ]);
  });
  it('shows, and writes nothing, where both are asked for; and has no file on standard input', () => {
    const at = folder({ 'a.ts': CALL });
    expect(asNobody(at, ['lint', 'a.ts', '--fix', '--fix-dry-run', '--no-cache']).stdout).toContain(
      '+++ b/a.ts',
    );
    expect(readFileSync(join(at, 'a.ts'), 'utf8')).toBe(CALL);
    expect(asNobody(at, ['lint', '-', '--fix'], 'echo x |')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--fix changes files') as string,
    });
  });
});

describe('links that lead in a circle', () => {
  it.each([
    ['its own', { 'l.js': 'l.js' }],
    ['of two', { 'x.js': 'y.js', 'y.js': 'x.js' }],
  ])('are named, and keep nobody from what names the path: %s', async (_, links) => {
    // Nothing ties the call: the rest of the tree is asked for addresses.
    const at = folder({ 'src/a.js': "fetch(base + '/api/v1/current-tenant/balances');\n" });
    mkdirSync(join(at, '.git'));
    for (const [name, to] of Object.entries(links)) symlinkSync(to, join(at, name));
    const all = await scan(at);
    expect(all.findings).toHaveLength(1);
    expect(all.unreadable.map(({ path }) => path)).toEqual(Object.keys(links));
    const part = await lint({ ...LINT, cwd: at, paths: ['src'] });
    expect(part.findings).toHaveLength(1);
    expect(part.unreadable).toEqual([]);
  });
});

describe('a folder', () => {
  it.runIf(mayBeNobody)('that may not be looked into is named, and keeps nobody from the others', () => {
    const at = folder({ 'no/a.ts': CALL, 'ok/b.ts': CALL, 'ok/no/c.ts': CALL });
    for (const path of ['no', 'ok/no']) chmodSync(join(at, path), 0o000);
    onTestFinished(() => ['no', 'ok/no'].forEach((path) => chmodSync(join(at, path), 0o755)));
    const { status, stdout } = asNobody(at, ['lint', '.', '--no-cache', '--as-of', '2026-06-01']);
    expect(status).toBe(2);
    expect(stdout).toContain('no: could not be read: no permission to look into it\n');
    expect(stdout).toContain('ok/no: could not be read: no permission to look into it\n');
    expect(stdout).toContain('1 finding; 1 file read; 2 could not be read.');
  });
  it('whose ignore file holds what no path can be, or too much, is read all the same', async () => {
    const at = folder({ 'a.ts': CALL, 'b/c.ts': CALL, 'd/e.ts': CALL });
    mkdirSync(join(at, '.git'));
    writeFileSync(join(at, '.gitignore'), `${'a'.repeat(200_000)}\nb\n`);
    writeFileSync(join(at, 'd', '.gitignore'), 'p1*q*r*\n'.repeat(50_000));
    const { findings, unreadable, notes } = await scan(at);
    expect(findings.map(({ path }) => path)).toEqual(['a.ts', 'd/e.ts']);
    expect(unreadable).toEqual([]);
    expect(notes).toEqual([
      {
        path: 'd/.gitignore',
        line: 1,
        message: 'is larger than 256 KiB, the most that is read: it is not heeded, so that more is read',
      },
    ]);
  });
});
