// ledger verify, export and backup on the command line: what they print, how they exit, and which changes they detect.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { unzipSync, zipSync } from 'fflate';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';

import { sha256Hex } from '../../src/ledger/evidence/archive/format.ts';
import { tipOf } from '../../src/ledger/file/driver.ts';
import { serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { command } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';
import { trials } from '../kit/seed.ts';

/** A run of five rows, one of them invalid, and a function that runs commands with its ledger. */
async function ran() {
  const service = await sandbox();
  const rows = numbered(5).map((row, i) => (i === 4 ? { ...row, receiverAmount: 'x' } : row));
  const at = folder({ 'in.csv': payouts(rows) });
  const ledger = join(at, 'l.db');
  const say = (args: readonly string[]) =>
    command(at, args, { ...serviceEnv(service.url), PAYBATCH_LEDGER: ledger });
  const first = await say(['run', join(at, 'in.csv')]);
  expect(first.code, first.err).toBe(1);
  return { at, ledger, say };
}

type Ran = Awaited<ReturnType<typeof ran>>;

const asJson = (text: string) =>
  JSON.parse(text) as Record<string, unknown> & { findings: { message: string }[] };
const edit = (path: string, statement: string): void => {
  const db = new Database(path);
  db.exec(statement);
  db.close();
};

describe('ledger verify', () => {
  it('reports that a ledger is intact, or names the changed entry with its time', async () => {
    const { ledger, say } = await ran();
    const whole = await say(['ledger', 'verify']);
    expect(whole.code).toBe(0);
    expect(whole.out).toMatch(
      /^The ledger \/.*l\.db is intact \(id .*\): 8 entries in \d+ links, last written 20.* UTC\.\nHead [0-9a-f]{64}\n$/,
    );
    edit(ledger, `UPDATE entries SET answer = '{"id":"mine"}' WHERE seq = 4`);
    const touched = await say(['ledger', 'verify']);
    expect(touched.code).toBe(1);
    expect(touched.out).toMatch(/entry 4 \(p:r:.*\), 20\d\d-.* UTC: differs from what was written/);
    const told = asJson((await say(['ledger', 'verify', '--json'])).out);
    expect(told).toMatchObject({
      kind: 'ledger',
      exitCode: 1,
      findings: [{ kind: 'changed', where: 'entries', entry: 4 }],
    });
  });

  it('exits 2 for a file that it cannot read, as ledger commands do for wrong flags', async () => {
    const { at, say } = await ran();
    execFileSync('mkfifo', [join(at, 'pipe')]);
    for (const [words, message] of [
      [['verify', 'pipe'], /pipe: is not a regular file/],
      [['verify', 'in.csv'], /in\.csv is neither a ledger nor an export/],
      [['verify', 'gone'], /gone: the file does not exist: check the path\n$/],
      [['verify', '--against', 'in.csv'], /no ledger stamp in it/],
      [['show', '--against', 'in.csv'], /unknown flag --against. See paybatch ledger show --help/],
      [['export', 'last'], /--out FILE/],
      [['backup'], /--to NEW/],
    ] as const) {
      const { code, err } = await say(['ledger', ...words]);
      expect(code, err).toBe(2);
      expect(err).toMatch(message);
    }
    expect(readdirSync(at).filter((name) => name.includes('tmp'))).toEqual([]);
  });
});

describe('ledger backup', () => {
  it('copies the ledger, records the time, and never overwrites a file', async () => {
    const { at, ledger, say } = await ran();
    expect((await say(['ledger', 'show'])).out).toContain('Backup    never');
    expect((await say(['ledger', 'backup', '--to', 'b.db'])).out).toMatch(
      /^Copied the ledger to .*b\.db: 8 entries, head/,
    );
    expect(statSync(join(at, 'b.db')).mode & 0o777).toBe(0o600);
    const before = readFileSync(join(at, 'b.db'));
    expect(await say(['ledger', 'backup', '--to', 'b.db'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('never overwrites a file') as unknown,
    });
    expect(readFileSync(join(at, 'b.db')).equals(before)).toBe(true);
    expect((await say(['ledger', 'show'])).out).toMatch(/Backup {4}.* ago, .*b\.db, up to entry 8/);
    expect(await say(['ledger', 'verify', 'b.db'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('whether its end was cut off: compare it with') as unknown,
    });
    expect(await say(['ledger', 'verify', '--against', 'b.db'])).toMatchObject({ code: 0 });
    expect(readdirSync(at).filter((name) => /tmp|b\.db-/.test(name))).toEqual([]);
    edit(join(at, 'b.db'), `UPDATE rows SET amount = '99' WHERE key = (SELECT min(key) FROM rows)`);
    expect((await say(['ledger', 'verify', 'b.db'])).code).toBe(1);
    // Restored in place of the ledger, the backup is older than the high-water mark.
    await say(['ledger', 'backup', '--to', 'c.db']);
    edit(ledger, 'PRAGMA wal_checkpoint(TRUNCATE)');
    for (const ending of ['', '-wal', '-shm']) rmSync(ledger + ending, { force: true });
    copyFileSync(join(at, 'c.db'), ledger);
    expect((await say(['ledger', 'verify'])).out).toMatch(
      /mark at entry 8.*its end was cut off, or an older copy/,
    );
    expect((await say(['run', join(at, 'in.csv')])).code).toBe(2);
  });

  it('is intact after it was restored and accepted, and verify reports the acceptance', async () => {
    const { at, ledger, say } = await ran();
    const never = await say(['ledger', 'verify']);
    expect(never.out).not.toContain('accepted');
    expect(asJson((await say(['ledger', 'verify', '--json'])).out)).toMatchObject({ acceptances: 0 });
    await say(['ledger', 'backup', '--to', 'b.db']);
    const more = numbered(7).slice(5);
    writeFileSync(join(at, 'more.csv'), payouts(more));
    expect((await say(['run', join(at, 'more.csv')])).code).toBe(0);
    for (const ending of ['', '-wal', '-shm']) rmSync(ledger + ending, { force: true });
    copyFileSync(join(at, 'b.db'), ledger);
    rmSync(join(at, 'more.results.csv'));
    writeFileSync(join(at, 'third.csv'), payouts(numbered(8).slice(7)));
    expect((await say(['run', join(at, 'third.csv')])).code).toBe(2);
    const accepted = await say(['run', join(at, 'third.csv'), '--accept-ledger']);
    expect(accepted.code, accepted.err).toBe(0);
    const { code, out } = await say(['ledger', 'verify']);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /is intact .*\nOn 20\d\d-.* UTC, at entry 8, a person accepted it \(--accept-ledger\): /s,
      ),
    ]);
    const { acceptances } = asJson((await say(['ledger', 'verify', '--json'])).out);
    expect(acceptances).toBeGreaterThan(0);
    expect(acceptances).toBe(asJson((await say(['ledger', 'show', '--json'])).out)['acceptances']);
    // A time that is out of range is a finding, not a crash.
    edit(ledger, `UPDATE acceptances SET at = 8640000000000001`);
    expect(await say(['ledger', 'verify'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('At a time that was edited, at entry 8') as unknown,
    });
  });
});

/** Adds a comment of one byte to the end record. */
function commented(zip: Buffer): Buffer {
  const changed = Buffer.concat([zip, Buffer.from('x')]);
  changed.writeUInt16LE(1, zip.length - 2);
  return changed;
}

const END_BYTES = 22;
const directoryOf = (zip: Buffer): number => zip.readUInt32LE(zip.length - END_BYTES + 16);

/** Adds a member between the last one and the directory, which doesn't list it. */
function hidden(zip: Buffer): Buffer {
  const own = Buffer.from(zipSync({ more: Buffer.from('more') }));
  const member = own.subarray(0, directoryOf(own));
  const at = directoryOf(zip);
  const changed = Buffer.concat([zip.subarray(0, at), member, zip.subarray(at)]);
  changed.writeUInt32LE(at + member.length, changed.length - END_BYTES + 16);
  return changed;
}

describe('an archive of ledger export', () => {
  async function exported(): Promise<
    Ran & {
      members: Record<string, Uint8Array>;
      again: (members: Record<string, Uint8Array>) => Promise<{ code: number; out: string }>;
    }
  > {
    const one = await ran();
    const made = await one.say(['ledger', 'export', 'last', '--out', 'run.zip']);
    expect(made.code, made.err).toBe(0);
    const members = unzipSync(readFileSync(join(one.at, 'run.zip')));
    const again = (changed: Record<string, Uint8Array>) => {
      writeFileSync(join(one.at, 'again.zip'), zipSync(changed));
      return one.say(['ledger', 'verify', 'again.zip']);
    };
    return { ...one, members, again };
  }

  it('is accepted by verify with and without the ledger, and has no secret', async () => {
    const { at, ledger, members, again, say } = await exported();
    expect(statSync(join(at, 'run.zip')).mode & 0o777).toBe(0o600);
    expect(Object.keys(members).sort()).toEqual([
      'chain.ndjson',
      'entries.ndjson',
      'input/in.csv',
      'manifest.json',
      'records.ndjson',
      'results.csv',
      'seal.json',
      'versions.json',
    ]);
    expect(Buffer.from(members['results.csv'] ?? []).toString()).toMatch(
      /^line,reference,status.*\n2,.*,created,/,
    );
    expect(Buffer.concat(Object.values(members)).toString()).not.toContain('sandbox-secret');
    expect(await again(members)).toMatchObject({ code: 0 });
    expect(await say(['ledger', 'verify', '--against', 'run.zip'])).toMatchObject({ code: 0 });
    expect(await say(['ledger', 'verify', 'run.zip', '--json'])).toMatchObject({ code: 0 });
    const db = new Database(ledger);
    expect(tipOf(db).head).toBe(
      (JSON.parse(Buffer.from(members['seal.json'] ?? []).toString()) as { link: { head: string } }).link
        .head,
    );
    db.close();
    rmSync(ledger);
    expect(await again(members)).toMatchObject({ code: 0 });
  });

  it('fails verify if a member is changed, missing or added, even with a matching manifest', async () => {
    const { members, again } = await exported();
    for (const [name, bytes] of Object.entries(members)) {
      const changed = Uint8Array.from([...bytes, 0x20]);
      expect((await again({ ...members, [name]: changed })).code, name).toBe(1);
      if (!['manifest.json', 'seal.json'].includes(name)) {
        const text = Buffer.from(members['manifest.json'] ?? []).toString();
        const manifest = Buffer.from(text.replaceAll(sha256Hex(bytes), sha256Hex(changed)));
        expect(text).toContain(sha256Hex(bytes));
        expect((await again({ ...members, [name]: changed, 'manifest.json': manifest })).code, name).toBe(1);
      }
      const fewer = Object.fromEntries(Object.entries(members).filter(([other]) => other !== name));
      expect((await again(fewer)).code, name).toBe(1);
    }
    expect((await again({ ...members, more: new Uint8Array(1) })).code).toBe(1);
  });

  it('fails verify if a member appears twice', async () => {
    const { at, members, say } = await exported();
    const twin = zipSync(
      { ...members, 'resultz.csv': members['results.csv'] ?? new Uint8Array() },
      { level: 0 },
    );
    const text = Buffer.from(twin).toString('latin1').replaceAll('resultz.csv', 'results.csv');
    writeFileSync(join(at, 'twice.zip'), Buffer.from(text, 'latin1'));
    expect(await say(['ledger', 'verify', 'twice.zip'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('results.csv') as unknown,
    });
  });

  it.each<[string, (zip: Buffer) => Buffer]>([
    ['bytes before it', (zip) => Buffer.concat([Buffer.from('PK\x03\x04'), zip])],
    ['bytes after it', (zip) => Buffer.concat([zip, Buffer.from('x')])],
    ['a comment', (zip) => commented(zip)],
    [
      'another archive before it, and so two directories',
      (zip) => Buffer.concat([zipSync({ 'results.csv': Buffer.from('mine') }), zip]),
    ],
    ['another archive after it', (zip) => Buffer.concat([zip, zip])],
    ['a member that no directory lists', (zip) => hidden(zip)],
  ])('fails verify with %s', async (_, change) => {
    const { at, say } = await exported();
    writeFileSync(join(at, 'odd.zip'), change(readFileSync(join(at, 'run.zip'))));
    const { code, out } = await say(['ledger', 'verify', 'odd.zip']);
    expect([1, 2]).toContain(code);
    if (code === 1) expect(out).toContain('the archive');
  });

  it('fails verify if a bit that a member depends on is flipped', async () => {
    const { at, members, say } = await exported();
    const zip = readFileSync(join(at, 'run.zip'));
    const directory = directoryOf(zip);
    const places = [
      ...Array.from({ length: 30 }, (_, i) => i),
      ...Array.from({ length: zip.length - directory }, (_, i) => directory + i),
      ...Array.from({ length: 40 }, (_, i) => Math.floor((directory * i) / 40) + 30),
    ];
    const whole: number[] = [];
    const looked = places.filter((_, at) => at % 8 < trials(1)); // all of them in the nightly tests
    for (const place of looked) {
      const changed = Buffer.from(zip);
      changed[place] = (changed[place] ?? 0) ^ 4;
      writeFileSync(join(at, 'odd.zip'), changed);
      if ((await say(['ledger', 'verify', 'odd.zip'])).code === 0) whole.push(place);
    }
    // No member depends on some bits, such as those of its time: everything is unpacked unchanged.
    const isIdle = (place: number): boolean => {
      const changed = Buffer.from(zip);
      changed[place] = (changed[place] ?? 0) ^ 4;
      return isDeepStrictEqual(unzipSync(changed), unzipSync(zip));
    };
    expect(whole.filter((place) => !isIdle(place))).toEqual([]);
    // A member that can't be unpacked counts as changed.
    const packed = zipSync(members);
    const broken = Buffer.from(packed);
    broken.fill(0xff, directoryOf(broken) - 60, directoryOf(broken));
    writeFileSync(join(at, 'odd.zip'), broken);
    expect(await say(['ledger', 'verify', 'odd.zip'])).toMatchObject({ code: 1 });
  }, 30_000);

  it('needs the unchanged input of the run, in its place or named by --input', async () => {
    const { at, say } = await ran();
    copyFileSync(join(at, 'in.csv'), join(at, 'kept.csv'));
    writeFileSync(join(at, 'in.csv'), 'other');
    const refused = await say(['ledger', 'export', 'last', '--out', 'run.zip']);
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringMatching(/in\.csv: it was changed since/) as unknown,
    });
    expect(existsSync(join(at, 'run.zip'))).toBe(false);
    expect((await say(['ledger', 'export', 'last', '--out', 'run.zip', '--input', 'kept.csv'])).code).toBe(0);
    rmSync(join(at, 'in.csv'));
    expect((await say(['ledger', 'export', 'last', '--out', 'b.zip'])).err).toContain(
      'the file does not exist',
    );
  });
});
