// A partial write is continued, or it fails. No file ends in the middle.
import { spawn } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { link } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { AtomicFile, tryReplacing } from '../../../src/files/atomic-file.ts';
import { writeAllSync, type WriteSome } from '../../../src/files/write-all.ts';
import { BIN, ended } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';

/** A disk that is nearly full: it takes at most `most` bytes at a time, and `room` bytes in all. */
function scarce(most: number, room: number): WriteSome {
  return (fd, bytes, at, length, place) => {
    const taken = writeSync(fd, bytes, at, Math.min(most, length, room), place);
    room -= taken;
    return taken;
  };
}

describe('writing all bytes', () => {
  it.each([1, 3, 4096])('continues if each write takes at most %i bytes', (most) => {
    const path = join(folder(), 'file');
    const fd = openSync(path, 'wx');
    writeAllSync(fd, 'héllo, wörld\n', null, scarce(most, 1000));
    writeAllSync(fd, Buffer.from('again\n'), null, scarce(most, 1000));
    writeAllSync(fd, 'HÉ', 0, scarce(most, 1000));
    closeSync(fd);
    expect(readFileSync(path, 'utf8')).toBe('HÉllo, wörld\nagain\n');
  });
  it('fails if the disk takes no more bytes', () => {
    const fd = openSync(join(folder(), 'file'), 'wx');
    expect(() => writeAllSync(fd, 'hello', null, scarce(2, 4))).toThrow(/ENOSPC/);
    closeSync(fd);
  });
});

describe.skipIf(process.platform !== 'linux')('a file size limit of 100 bytes', () => {
  const run = (at: string, args: string) =>
    ended(
      spawn('prlimit', ['--fsize=100', process.execPath, BIN, ...args.split(' ')], {
        cwd: at,
        env: {
          PATH: process.env['PATH'],
          HOME: at,
          TERM: 'dumb',
          PAYBATCH_KEY_PASSPHRASE: 'correct horse battery staple',
        },
      }),
    );
  it('makes keygen print an error and leave no file', async () => {
    const at = folder();
    const end = await run(at, 'keygen --out key');
    expect(end).toMatchObject({ code: 2, stdout: '' });
    expect(end.stderr).toMatch(/^paybatch: keygen: key can't be written \(EFBIG\)\n$/);
    expect(readdirSync(at)).toEqual([]);
  });
  it('makes lint --fix fail and leave the source file unchanged', async () => {
    const source = "fetch('https://x.example/api/v1/current-tenant/x', { clientId });\n".repeat(5);
    const at = folder({ 'a.ts': source });
    const end = await run(at, 'lint a.ts --fix');
    expect(end.code).not.toBe(0);
    expect(end.stderr).not.toMatch(/\d fixed/);
    expect(readdirSync(at)).toEqual(['a.ts']);
    expect(readFileSync(join(at, 'a.ts'), 'utf8')).toBe(source);
  });
});

// A run checks that an existing file can be replaced before it sends anything.

const failing = (code: string): Error => Object.assign(new Error(code), { code });

/** Refuses a hard link to `name` only, as the kernel does for a mounted or immutable file. */
const refusing =
  (code: string, name = 'a.csv'): typeof link =>
  (from, to) =>
    String(from).endsWith(`/${name}`) ? Promise.reject(failing(code)) : link(from, to);

describe('the check whether a file can be replaced', () => {
  it.each(['EXDEV', 'EPERM'])('fails for a file that cannot be replaced: %s', async (code) => {
    const at = folder({ 'a.csv': 'x' });
    await expect(tryReplacing(join(at, 'a.csv'), refusing(code))).rejects.toThrow(code);
    expect(readdirSync(at)).toEqual(['a.csv']);
  });

  it('leaves no file behind if the file can be replaced or does not exist', async () => {
    const at = folder({ 'a.csv': 'x' });
    await tryReplacing(join(at, 'a.csv'));
    await tryReplacing(join(at, 'b.csv'));
    expect(readdirSync(at)).toEqual(['a.csv']);
  });

  it('passes on a file system without hard links', async () => {
    const at = folder({ 'a.csv': 'x' });
    await tryReplacing(join(at, 'a.csv'), () => Promise.reject(failing('EPERM')));
    expect(readdirSync(at)).toEqual(['a.csv']);
  });
});

describe('a file that is written atomically', () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'paybatch-test-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('contains texts and bytes of any length in the order of the writes', async () => {
    const path = join(folder, 'a.txt');
    const file = await AtomicFile.create(path, 'id');
    const texts = Array.from({ length: 600 }, (_, at) => `${at}:${'aü€😀'.repeat((at * 37) % 400)}\n`);
    texts.splice(200, 0, 'ü€😀'.repeat(100_000), '', 'x'.repeat(256 * 1024), 'last');
    for (const [at, text] of texts.entries()) {
      if (at % 97 === 5) await file.write(Buffer.from(text));
      else if (at % 2 === 0) void file.add(text);
      else await file.write(text);
    }
    await file.commit();
    expect(readFileSync(path, 'utf8') === texts.join('')).toBe(true);
  });

  it('appears complete with mode 0600, and leaves the older file unchanged if it is discarded', async () => {
    const path = join(folder, 'a.txt');
    const file = await AtomicFile.create(path, 'x');
    await file.write('old');
    expect(readdirSync(folder)).toEqual(['.a.txt.x.tmp']);
    await file.commit();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const next = await AtomicFile.create(path, 'x');
    await next.write('new');
    await next.discard();
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['old', ['a.txt']]);
  });
});
