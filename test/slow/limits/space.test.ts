// The results' disk: room is taken before anything is sent, and a write that fails all the same stops the run. What is
// said at the end doesn't contradict itself.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { BIN, type Ended, ended, paybatchProcess } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';

const ROWS = 2_000;

/** A disk of its own, where this machine lets us make one. */
function disk(bytes: number): string | undefined {
  const at = join(folder(), 'disk');
  mkdirSync(at);
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', at]);
  if (made.status !== 0) return undefined;
  onTestFinished(() => void spawnSync('umount', ['-l', at]));
  return at;
}

const executed = ({ stdout }: Ended): number => Number(/executed (\d+) transfers/.exec(stdout)?.[1] ?? 0);

it(
  'a ledger whose disk is full is read, and doctor says what to do',
  { timeout: 60_000 },
  async (context) => {
    const small = disk(2_000_000);
    if (small === undefined) return context.skip();
    const ledger = ['--ledger', join(small, 'l.db')];
    expect(await paybatchProcess(small, ['ledger', 'init', ...ledger])).toMatchObject({ code: 0 });
    // Until nothing more is taken.
    spawnSync('dd', ['if=/dev/zero', `of=${join(small, 'full')}`, 'bs=1k']);
    const env = { PAYBATCH_BASE_URL: 'http://127.0.0.1:9', PAYBATCH_CLIENT_ID: 'c' };
    for (const args of [['status'], ['doubts'], ['ledger', 'show']])
      expect({ args, ...(await paybatchProcess(small, [...args, ...ledger], env)) }).toMatchObject({
        code: 0,
      });
    const { stdout } = await paybatchProcess(small, ['doctor', ...ledger], env);
    expect(stdout).toMatch(/fault +ledger .*disk is full.*\n *-> Stop the scheduled jobs, and run no file/);
  },
);

describe('a disk for the results', { timeout: 120_000 }, () => {
  it.each(['check', 'quote'])('that is too small for a %s, which sends nothing', async (command) => {
    const small = disk(60_000);
    if (small === undefined) return;
    const at = folder({ 'in.csv': payouts(numbered(ROWS)) });
    const more = command === 'quote' ? ['--sandbox'] : [];
    const end = await paybatchProcess(at, [command, 'in.csv', ...more, '--results', join(small, 'r.csv')]);
    expect({ code: end.code, stdout: end.stdout, stderr: end.stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /r\.csv: the results can't be written: there is no room on the disk.*\n$/,
      ),
    });
    expect(readdirSync(small)).toEqual([]);
  });

  it('that fails at last, whatever it promised: the run stops, and says what there is', async () => {
    const at = folder({ 'in.csv': payouts(numbered(ROWS)) });
    writeFileSync(
      join(at, 'full.mjs'),
      `import { open } from 'node:fs/promises';
       const handle = await open('/dev/null');
       const proto = Object.getPrototypeOf(handle);
       const { write } = proto;
       proto.write = function (data, ...rest) {
         if (Buffer.isBuffer(data) && data.includes(',created,'))
           return Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' }));
         return write.call(this, data, ...rest);
       };
       await handle.close();`,
    );
    const args = ['--import', './full.mjs', BIN, 'run', 'in.csv', '--sandbox', '--yes'];
    const env = { PATH: process.env['PATH'], HOME: at, TERM: 'dumb' };
    const end = await ended(spawn(process.execPath, args, { cwd: at, env }));
    const all = end.stdout + end.stderr;
    expect({ code: end.code, all }).toMatchObject({ code: 4 });
    expect(executed(end)).toBeLessThan(ROWS);
    expect(executed(end)).toBeGreaterThan(0);
    expect(all).toMatch(/results can't be written|results could not be written/);
    expect(all).not.toMatch(/Every row and every amount of the input is accounted for/);
    expect(existsSync(join(at, 'in.sandbox.csv'))).toBe(false);
  });
});
