// Full disks. A ledger on a full disk can be read. Space for the results is reserved before anything is sent, and a
// write that fails all the same stops the run. The final messages don't contradict each other.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { BIN, type Ended, ended, paybatchProcess } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';

const ROWS = 2_000;

/** A separate small disk, if this machine permits a mount. */
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
  'a ledger on a full disk can be read, and doctor reports what to do',
  { timeout: 60_000 },
  async (context) => {
    const small = disk(2_000_000);
    if (small === undefined) return context.skip();
    const ledger = ['--ledger', join(small, 'l.db')];
    expect(await paybatchProcess(small, ['ledger', 'init', ...ledger])).toMatchObject({ code: 0 });
    // Fills the disk.
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

describe('the disk of the results', { timeout: 120_000 }, () => {
  it.for(['check', 'quote'])(
    'is too small for a %s, which ends with exit code 2',
    async (command, context) => {
      const small = disk(60_000);
      if (small === undefined) return context.skip();
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
    },
  );

  it('fails although space was reserved: the run stops and reports it', async () => {
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
