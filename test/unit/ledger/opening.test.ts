import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import Database from 'libsql';
import { describe, expect, it } from 'vitest';

import { describeLedger } from '../../../src/ledger/file/describe.ts';
import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import { findPlace, parseMounts, SYSTEM } from '../../../src/ledger/file/location.ts';
import type { OpenFileOptions } from '../../../src/ledger/file/open.ts';
import { createLedger } from '../../../src/ledger/file/open.ts';
import { SCHEMA_VERSION } from '../../../src/ledger/file/schema.ts';
import { LedgerError } from '../../../src/ledger/ledger.ts';
import { readMark } from '../../../src/ledger/store/mark.ts';
import { folder } from '../../kit/folder.ts';
import { after, AT, claims, intent, newRun, openedLedger, sent } from '../../kit/ledger.ts';

const KEY = 'p:r:k';

/** The error with which a ledger is refused. */
function refusal(path: string, options: Partial<OpenFileOptions> = {}): LedgerError {
  try {
    openedLedger(path, 'env', { create: false, ...options });
  } catch (error) {
    if (error instanceof LedgerError) return error;
    throw error;
  }
  throw new Error(`${path} was opened`);
}

describe('the path of a ledger', () => {
  const stray = process.cwd();

  it.each([
    ['', 'ledger_path'],
    ['  ', 'ledger_path'],
    [':memory:', 'ledger_path'],
    ['a\0b', 'ledger_path'],
    ['/proc/nothing/deep/ledger.db', 'ledger_path'],
    ['/proc/self/status', 'ledger_path'],
    ['/sys/ledger.db', 'ledger_path'],
    ['/dev/null', 'ledger_path'],
    ['/dev/zero', 'ledger_path'],
    ['/dev/x/ledger.db', 'ledger_path'],
  ])('is refused if it is %j, and nothing is created in the working directory', (path, code) => {
    const before = readdirSync(stray);
    for (const create of [true, false]) expect(refusal(path, { create, accept: true }).code).toBe(code);
    expect(readdirSync(stray)).toEqual(before);
  });

  it('is refused if it is a folder, or inside a file', () => {
    const at = folder({ file: 'x' });
    expect(refusal(at).code).toBe('ledger_path');
    expect(refusal(join(at, 'file', 'ledger.db'), { create: true }).message).toMatch(/can't be opened/);
  });

  it('is not created by opening a ledger that does not exist', () => {
    const at = folder();
    expect(refusal(join(at, 'deep', 'ledger.db')).code).toBe('no_ledger');
    expect(readdirSync(at)).toEqual([]);
  });

  it('has no ledger if the file is empty, and a ledger can be created there', () => {
    const at = folder({ 'ledger.db': '' });
    expect(refusal(join(at, 'ledger.db')).code).toBe('no_ledger');
    expect(statSync(join(at, 'ledger.db')).size).toBe(0);
    expect(openedLedger(join(at, 'ledger.db')).id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is the target of a symbolic link, even if the target does not exist yet', async () => {
    const at = folder();
    symlinkSync('real/ledger.db', join(at, 'link.db'));
    mkdirSync(join(at, 'real'));
    const one = openedLedger(join(at, 'link.db'));
    expect(one.path).toBe(join(at, 'real', 'ledger.db'));
    await one.begin(newRun('a'), claims(KEY));
    await one.intend(intent('a'));
    expect(readdirSync(at).sort()).toEqual(['link.db', 'real']);
    // A run that opens the ledger by its other name sees the running one, and puts no row in doubt.
    const other = openedLedger(join(at, 'real', 'ledger.db'));
    expect(await other.begin(newRun('b'), claims(KEY))).toMatchObject({
      keysOfOthers: 1,
      holders: [{ id: 'a' }],
    });
    expect((await other.row(KEY))?.state).toBe('sending');
  });

  it('is refused if the file has a second hard link, unless a person accepts it', async () => {
    const one = openedLedger();
    await one.close();
    linkSync(one.path, join(dirname(one.path), 'other.db'));
    expect(refusal(one.path)).toMatchObject({ code: 'ledger_linked', exitStatus: 2 });
    expect(openedLedger(one.path, 'env', { accept: true }).id).toBe(one.id);
    expect(describeLedger(one.path).acceptances).toBe(1);
  });

  it('is refused if it is a mounted single file', () => {
    const { path } = openedLedger();
    const line = `36 27 254:0 /vol/l.db ${path.replaceAll(' ', '\\040')} rw,relatime - ext4 /dev/vda rw`;
    const surroundings = { ...SYSTEM, mounts: () => `1 0 254:0 / / rw - ext4 /dev/vda rw\n${line}\n` };
    expect(refusal(path, { surroundings }).code).toBe('ledger_mounted');
  });

  it.each(['nfs4', 'cifs', 'fuse.sshfs', '9p', 'ceph'])('is refused on a network file system: %s', (type) => {
    const path = join(folder(), 'ledger.db');
    const mounts = `1 0 0:1 / / rw - ext4 x rw\n2 1 0:2 / ${dirname(path)} rw - ${type} host rw\n`;
    const surroundings = { ...SYSTEM, mounts: () => mounts };
    expect(refusal(path, { surroundings, create: true }).code).toBe('ledger_network');
    expect(existsSync(path)).toBe(false);
  });

  it.each(['ext4', 'overlay', 'tmpfs', 'fuse.ntfs-3g', 'fuseblk', 'fuse.fuse-overlayfs'])(
    'may be on %s',
    (type) => {
      const path = join(folder(), 'ledger.db');
      const surroundings = {
        mounts: () => `1 0 0:1 / / rw - nfs x rw\n2 1 0:2 / ${dirname(path)} rw shared:1 - ${type} x rw\n`,
        room: SYSTEM.room,
      };
      expect(findPlace(path, surroundings).objections).toEqual([]);
    },
  );

  it('is compared with the mount points of mountinfo, as the kernel writes them', () => {
    const text = '36 35 98:0 /mnt1 /mnt/two\\040words rw,noatime master:1 - ext3 /dev/root rw\nnonsense\n';
    expect(parseMounts(text)).toEqual([{ point: '/mnt/two words', type: 'ext3' }]);
  });
});

describe('a ledger', () => {
  it('is created once, with its mark, and is refused if another id is configured', () => {
    const path = join(folder(), 'state', 'ledger.db');
    createLedger(path, { accept: false, now: () => AT });
    const { id, head, sequence, createdAt } = describeLedger(path);
    expect({ sequence, createdAt }).toEqual({ sequence: 0, createdAt: AT });
    expect(readMark(path)).toEqual({ ledgerId: id, sequence: 0, link: { number: 0, head } });
    expect(() => {
      createLedger(path, { accept: false });
    }).toThrow(expect.objectContaining({ code: 'ledger_exists' }));
    expect(refusal(path, { pinnedId: 'another' }).code).toBe('ledger_other');
    expect(new FileLedger(path, 'env', { create: false, accept: false, pinnedId: id }).id).toBe(id);
  });

  it('is described with all its environments, and its file does not change', async () => {
    const one = openedLedger();
    await one.begin(newRun('a'), claims(KEY));
    await sent(one, 'a', 'created');
    await sent(openedLedger(one.path, 'other'), 'b', 'in_doubt');
    await one.close();
    const before = readFileSync(one.path);
    expect(describeLedger(one.path)).toMatchObject({
      path: one.path,
      sequence: 4,
      acceptances: 0,
      environments: [
        { name: 'env', runs: 1, rows: { created: 1 } },
        { name: 'other', runs: 0, rows: { in_doubt: 1 } },
      ],
    });
    expect(readFileSync(one.path)).toEqual(before);
  });

  it('is refused if it is a text, another database, or of another schema version', () => {
    const at = folder({ 'text.db': 'x'.repeat(5000) });
    expect(refusal(join(at, 'text.db')).message).toMatch(/is not a ledger/);
    const other = new Database(join(at, 'other.db'));
    other.exec('CREATE TABLE customers (id)');
    other.close();
    expect(refusal(join(at, 'other.db'))).toMatchObject({ code: 'ledger_format' });
    for (const version of [1, SCHEMA_VERSION - 1, SCHEMA_VERSION + 1]) {
      const path = join(at, `${version}.db`);
      const db = new Database(path);
      db.exec(`CREATE TABLE entries (id); PRAGMA user_version = ${version}`);
      db.close();
      expect(refusal(path)).toMatchObject({ code: 'ledger_version' });
    }
  });
});

describe("a ledger's high-water mark", () => {
  it('follows each commit, in a file of constant length', async () => {
    const one = openedLedger();
    const lengths = new Set<number>();
    for (let row = 0; row < 6; row++) {
      await sent(one, 'a', 'created', { key: `p:r:${row}`, sequence: row });
      expect(readMark(one.path)).toMatchObject({ ledgerId: one.id, sequence: 2 * (row + 1) });
      lengths.add(statSync(`${one.path}.mark`).size);
    }
    expect(lengths.size).toBe(1);
  });

  async function paidThenRestored() {
    const one = openedLedger();
    await sent(one, 'a', 'created');
    await one.close();
    const copy = `${one.path}.copy`;
    copyFileSync(one.path, copy);
    const again = openedLedger(one.path);
    await sent(again, 'b', 'created', { key: 'p:r:later', sequence: 1 });
    await again.close();
    copyFileSync(copy, one.path);
    return one;
  }

  it('refuses a restored copy, and the message names possible causes', async () => {
    const { path } = await paidThenRestored();
    const refused = refusal(path);
    expect(refused).toMatchObject({ code: 'ledger_older', exitStatus: 2 });
    expect(refused.message).toMatch(
      /is older than .* ends at entry 2, and that one at entry 4.* an old copy.*-wal/,
    );
    expect(describeLedger(path).sequence).toBe(2);
    expect(readMark(path)?.sequence).toBe(4);
    expect(refusal(path).code).toBe('ledger_older'); // describeLedger accepts nothing
  });

  it('is reset when a person accepts the ledger, and the acceptance is recorded', async () => {
    const { path } = await paidThenRestored();
    await openedLedger(path, 'env', { accept: true }).close();
    expect(describeLedger(path).acceptances).toBe(1);
    expect(readMark(path)?.sequence).toBe(2);
    expect(await openedLedger(path).sequence()).toBe(2);
  });

  it('refuses a ledger that was emptied, deleted or replaced', async () => {
    const one = openedLedger();
    await sent(one, 'a', 'created');
    await one.close();
    truncateSync(one.path, 0);
    expect(refusal(one.path, { create: true })).toMatchObject({ code: 'ledger_older' });
    rmSync(one.path);
    expect(refusal(one.path, { create: true })).toMatchObject({ code: 'ledger_older' });
    expect(existsSync(one.path)).toBe(false);
    const other = openedLedger();
    await other.close();
    renameSync(other.path, one.path);
    expect(refusal(one.path)).toMatchObject({ code: 'ledger_other' });
  });

  it.each([
    ['missing', (path: string) => rmSync(path)],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['damaged', (path: string) => writeFileSync(path, 'nonsense')],
  ])('refuses its ledger if the mark is %s, until a person accepts', async (_, spoil) => {
    const one = openedLedger();
    await one.begin(newRun('a'), claims(KEY));
    await sent(one, 'a', 'created');
    await one.finish('a', after(1), 0, {});
    await one.close();
    spoil(`${one.path}.mark`);
    expect(refusal(one.path)).toMatchObject({
      code: 'ledger_older',
      message: expect.stringContaining('has 2 entries, but its high-water mark (') as unknown,
    });
    await openedLedger(one.path, 'env', { accept: true }).close();
    expect(readMark(one.path)).toMatchObject({ ledgerId: one.id, sequence: 2 });
    expect(describeLedger(one.path).acceptances).toBe(1);
  });

  it('is created for a ledger without entries if it is missing', async () => {
    const one = openedLedger();
    await one.close();
    rmSync(`${one.path}.mark`);
    await openedLedger(one.path).close();
    expect(readMark(one.path)).toMatchObject({ ledgerId: one.id, sequence: 0 });
  });

  it('guards a short WAL, which is moved into the file when a run begins and ends', async () => {
    const one = openedLedger();
    const inFile = (): number => statSync(one.path).size;
    const empty = inFile();
    await one.begin(newRun('a', { settings: { long: 'x'.repeat(50_000) } }), claims(KEY));
    expect(inFile()).toBeGreaterThan(empty + 50_000);
    await sent(one, 'a', 'created', { body: 'y'.repeat(200_000) });
    const before = inFile();
    await one.finish('a', after(1), 0, {});
    expect(inFile()).toBeGreaterThan(before + 190_000);
  });
});

describe('a ledger whose files were changed by another program', () => {
  it('still knows under a new name that its run is alive', async () => {
    const one = openedLedger();
    await one.begin(newRun('a'), claims(KEY));
    await one.intend(intent('a'));
    const moved = join(dirname(one.path), 'moved.db');
    for (const ending of ['', '-wal', '-shm', '.mark']) renameSync(one.path + ending, moved + ending);
    const other = openedLedger(moved);
    expect(await other.recover(after(1))).toBe(0);
    expect((await other.run('a'))?.alive).toBe(true);
  });

  it('is refused as a copy that was made during a run, until a person accepts it', async () => {
    const one = openedLedger();
    await one.begin(newRun('a'), claims(KEY));
    await one.intend(intent('a'));
    const at = folder();
    const copy = join(at, 'ledger.db');
    for (const ending of ['', '-wal', '.mark']) copyFileSync(one.path + ending, copy + ending);
    const refused = refusal(copy);
    expect(refused).toMatchObject({ code: 'ledger_other' });
    expect(refused.message).toContain(`from the middle of run a`);
    // Accepted while the run is alive: the run still counts as alive, because of its lock next to the original.
    const accepted = openedLedger(copy, 'env', { accept: true });
    expect(await accepted.recover(after(1))).toBe(0);
    expect((await accepted.row(KEY))?.state).toBe('sending');
  });

  it('is refused with all objections in one message', async () => {
    const one = openedLedger();
    await one.begin(newRun('a'), claims(KEY));
    await one.intend(intent('a'));
    const copy = join(folder(), 'ledger.db');
    for (const ending of ['', '-wal']) copyFileSync(one.path + ending, copy + ending);
    const { message } = refusal(copy);
    expect(message).toContain('ledger.db.mark');
    expect(message).toContain('from the middle of run a');
  });

  it('is made readable by its owner only when it is opened', async () => {
    const one = openedLedger();
    await one.close();
    chmodSync(one.path, 0o644);
    await openedLedger(one.path).close();
    expect(statSync(one.path).mode & 0o777).toBe(0o600);
  });
});

describe('a ledger that is closed twice', () => {
  it('does not touch a file that has since got its file descriptor', async () => {
    const one = openedLedger();
    await one.close();
    const other = openSync(join(dirname(one.path), 'other'), 'w+');
    await one.close().catch(() => undefined);
    expect(fstatSync(other).size).toBe(0);
    closeSync(other);
  });
});

describe('a ledger that is opened only to be read', () => {
  it('opens even if a run would be refused, and gets no new environment or mark', async () => {
    const one = openedLedger();
    await sent(one, 'a', 'created');
    await one.close();
    writeFileSync(
      `${one.path}.mark`,
      `paybatch-mark/2 ${one.id} ${'9'.padStart(16, '0')} ${'9'.padStart(16, '0')} ${'a'.repeat(64)}\n`,
    );
    expect(refusal(one.path).code).toBe('ledger_older');
    const looking = openedLedger(one.path, 'mistyped', { create: false, look: true });
    expect([await looking.runs(5), await looking.doubts(), await looking.sequence()]).toEqual([[], [], 2]);
    await looking.close();
    expect(describeLedger(one.path)).toMatchObject({ environments: [{ name: 'env' }] });
    expect(readMark(one.path)?.sequence).toBe(9);
  });
});

describe('a ledger whose disk is almost full', () => {
  it('refuses a run that does not fit, and reports how much space it needs', async () => {
    const surroundings = { ...SYSTEM, room: () => 2_000_000 };
    const one = openedLedger(undefined, 'env', { surroundings });
    await expect(one.begin(newRun('a', { rows: 1_000 }), claims(KEY))).rejects.toThrow(
      /needs about 4 MB.*2 MB left/,
    );
    expect(await one.runs(1)).toEqual([]);
    await one.begin(newRun('b', { rows: 100 }), claims(KEY));
  });
});

const opening = (bytes: Buffer) => () =>
  openedLedger(join(folder({ 'l.db': bytes }), 'l.db'), 'env', { create: false });

describe('a file that cannot be opened as a ledger', () => {
  it('is reported as not an SQLite database', () => {
    expect(opening(Buffer.from('reference,amount\n'.repeat(100)))).toThrow(/not an SQLite database/);
  });

  it('is reported as possibly damaged if it begins like an SQLite database', () => {
    const bytes = Buffer.alloc(4096, 0xff);
    bytes.write('SQLite format 3\0', 'latin1');
    expect(opening(bytes)).toThrow(/or it is damaged/);
  });
});
