// Limits of the machine: few open files, no space for a new ledger, an uncaught error, little memory.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BIN, type Ended, ended, statuses } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { GOOD, numbered, payouts } from '../../kit/payouts.ts';

function shell(cwd: string, script: string): Promise<Ended> {
  const env = { PATH: process.env['PATH'], HOME: cwd, TERM: 'dumb' };
  return ended(spawn('bash', ['-c', script], { cwd, env }));
}

const limited = (cwd: string, limit: string, args: string): Promise<Ended> =>
  shell(cwd, `ulimit ${limit}; exec '${process.execPath}' '${BIN}' ${args}`);

/** Forty payouts, each with two documents. */
function file(): string {
  const rows = numbered(40).map((row, i) => ({ ...row, documents: `a${i}.pdf;b${i}.pdf` }));
  const names = rows.flatMap(({ documents }) => documents.split(';'));
  return folder({
    'in.csv': payouts(rows),
    ...Object.fromEntries(names.map((name) => [name, `%PDF-1.4 ${name}`])),
  });
}

describe('a limit of 64 open files (ulimit -n)', { retry: 2, timeout: 60_000 }, () => {
  it('makes a run send fewer rows at once, with no row in doubt', async () => {
    const at = file();
    const end = await limited(at, '-n 64', 'run in.csv --sandbox --yes --concurrency 50');
    expect(end).toMatchObject({ code: 0 });
    expect(end.stderr).toMatch(/\d+ rows? at once instead of 50/);
    expect(statuses(join(at, 'in.sandbox.csv'))).toEqual({ created: 40 });
  });

  it.each(['check in.csv', 'lint .', 'migrate in.csv --out out'])('is enough for %s', async (args) => {
    const end = await limited(file(), '-n 64', args);
    expect(end.stderr).not.toMatch(/defect|\n {4}at |EMFILE/);
    expect(end).toMatchObject({ code: 0 });
  });
});

it('ledger init reports that the disk is full (ulimit -f)', async () => {
  const at = folder();
  expect(await limited(at, '-f 60', `ledger init --ledger '${join(at, 'l.db')}'`)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/can't be opened: its disk is full, or faulty.*make room there/),
  });
});

describe('an uncaught error', () => {
  it('ends paybatch with exit code 2 before a row is sent, and with 4 afterwards', async () => {
    const at = file();
    writeFileSync(
      join(at, 'early.mjs'),
      'process.on("newListener", (name) => { if (name === "uncaughtException") setImmediate(() => { throw new Error("early\\nline"); }); });',
    );
    // Throws while rows are in progress: then the temporary results file exists.
    writeFileSync(
      join(at, 'late.mjs'),
      `import { existsSync, readdirSync } from 'node:fs';
       const timer = setInterval(() => {
         if (readdirSync('.').some((name) => name.startsWith('.in.sandbox'))) Promise.reject(new Error('late'));
       }, 1);
       timer.unref();`,
    );
    const run = (file: string): Promise<Ended> =>
      shell(at, `exec '${process.execPath}' --import ./${file} '${BIN}' run in.csv --sandbox --yes`);
    const early = await run('early.mjs');
    expect(early).toMatchObject({ code: 2, stderr: expect.stringMatching(/early\. Nothing was sent\n$/) });
    const late = await run('late.mjs');
    expect(late).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/late\. Whatever was sent is recorded/),
    });
    expect(readFileSync(join(at, 'in.csv'), 'utf8')).toContain('R-40');
  });
});

// The memory that a command needs depends on the largest records of a file, not on its size: no command keeps all
// rows.

const ROWS = 150_000;

/** Keeping all rows would take several times as much. */
const HEAP_MIB = 64;

const [HEADER = '', LINE = ''] = payouts(
  [GOOD],
  Object.keys(GOOD).filter((name) => name !== 'reference'),
).split('\n');

describe('a heap of 64 MiB', () => {
  it.each(['check in.csv', 'migrate in.csv --kind payouts --out out'])(
    'is enough for %s with 150,000 rows',
    { timeout: 120_000 },
    async (args) => {
      const at = folder({ 'in.csv': `${HEADER}\n${`${LINE}\n`.repeat(ROWS)}` });
      const words = [`--max-old-space-size=${HEAP_MIB}`, BIN, ...args.split(' ')];
      const env = { PATH: process.env['PATH'], HOME: at, TERM: 'dumb' };
      const { code, stderr } = await ended(spawn(process.execPath, words, { cwd: at, env }));
      expect({ code, stderr: stderr.slice(0, 500) }).toMatchObject({ code: 0 });
    },
  );
});
