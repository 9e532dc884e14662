// Results beside the input of which no row can be read, or only some: where nobody else remembers what they said, nothing is paid over them.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

import { place } from '../../kit/in-doubt.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const ROWS = numbered(6).map((row, at) => ({ ...row, reference: `Rück-${at}` }));
const DAY_MS = 24 * 60 * 60_000;

async function paid(rows: readonly Record<string, string>[] = ROWS) {
  const service = await sandbox();
  const { at, say } = await place(service);
  writeFileSync(join(at, 'in.csv'), payouts(rows));
  const run = (...more: string[]) => say(['run', join(at, 'in.csv'), ...more]);
  expect(await run()).toMatchObject({ code: 0 });
  const ledger = (): string[] => readdirSync(at).filter((name) => /^(l\.db.*|\.local)$/.test(name));
  const lose = (): void => ledger().forEach((name) => rmSync(join(at, name), { recursive: true }));
  /** The ledger and what this host has seen of it, as they are now, to be put back later. */
  const backUp = () => {
    mkdirSync(join(at, 'backup'));
    for (const name of ledger()) cpSync(join(at, name), join(at, 'backup', name), { recursive: true });
    return () => {
      lose();
      cpSync(join(at, 'backup'), at, { recursive: true });
    };
  };
  const results = join(at, 'in.results.csv');
  const damage = (how: (text: string) => Buffer | string): void => {
    writeFileSync(results, how(readFileSync(results, 'utf8')));
  };
  const kept = (): string[] => readdirSync(at).filter((name) => name.includes('.kept-'));
  return { service, at, say, run, lose, backUp, damage, results, kept };
}

const header = (text: string): string => text.slice(0, text.indexOf('\n') + 1);
const excel = (text: string): string => text.replaceAll(',', ';').replaceAll('\n', '\r\n');

/** What is left of six rows; the name says what it was. */
const UNREADABLE: Record<string, (text: string) => Buffer | string> = {
  'zeros behind the header': (text) => header(text).padEnd(text.length, '\0'),
  'half the header': (text) => text.slice(0, 60),
  'the header without its line end': (text) => header(text).trimEnd(),
  'not a byte': () => '',
};

describe.each(Object.entries(UNREADABLE))('results of which %s is left', (_, how) => {
  it('refuse a ledger that knows no run of their input, and are left as they are', async () => {
    const { service, run, lose, damage, results } = await paid();
    lose();
    damage(how);
    const before = readFileSync(results);
    const refused = await run();
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.err).toMatch(/in\.results\.csv .*only memory of what was paid.*Put the right ledger/s);
    expect(service.store.transfers).toHaveLength(6);
    expect(readFileSync(results).equals(before)).toBe(true);
  });

  it('are replaced where the ledger knows the run that wrote them', async () => {
    const { service, run, damage, results } = await paid();
    damage(how);
    expect(await run()).toMatchObject({ code: 0 });
    expect(readFileSync(results, 'utf8').trimEnd().split('\n')).toHaveLength(7);
    expect(service.store.transfers).toHaveLength(6);
  });
});

describe('results in a form that no strict reader takes', () => {
  it.each<[string, (text: string) => Buffer | string]>([
    ['line ends of a Mac', (text) => text.replaceAll('\n', '\r')],
    [
      'those, semicolons and a code page',
      (text) => iconv.encode(excel(text).replaceAll('\r\n', '\r'), 'windows-1252'),
    ],
    ['UTF-16 without a mark', (text) => iconv.encode(excel(text), 'utf-16le', { addBOM: false })],
    ['the same with the other byte first', (text) => iconv.encode(text, 'utf-16be', { addBOM: false })],
  ])('are heard all the same: %s', async (_, how) => {
    const { service, run, lose, damage } = await paid();
    lose();
    damage(how);
    expect(await run()).toMatchObject({
      code: 2,
      err: expect.stringContaining("this ledger doesn't know it") as string,
    });
    expect(service.store.transfers).toHaveLength(6);
  });
});

describe('a run goes on, on a new ledger,', () => {
  it('where a file of no rows left a header and its line end', async () => {
    const { service, at, run, lose, damage } = await paid();
    lose();
    damage(header);
    expect(await run()).toMatchObject({ code: 0 });
    expect(service.store.transfers).toHaveLength(12);
    lose();
    damage((text) => iconv.encode(excel(header(text)), 'utf-16le', { addBOM: true }));
    expect(await run()).toMatchObject({ code: 0 });
    expect(existsSync(join(at, 'in.results.csv'))).toBe(true);
  });

  it('of a sandbox', async () => {
    const { run, lose, damage } = await paid();
    lose();
    damage((text) => text.slice(0, 60));
    expect(await run('--sandbox')).toMatchObject({ code: 0 });
  });

  it('where an empty file was made for the results under another name', async () => {
    const { service, at, run, lose, results } = await paid();
    lose();
    rmSync(results);
    writeFileSync(join(at, 'tmp.X1'), '');
    expect(await run('--results', join(at, 'tmp.X1'))).toMatchObject({ code: 0 });
    expect(service.store.transfers).toHaveLength(12);
  });

  it('where what has their name beside the input is none of ours, and is not written over', async () => {
    const { at, run, lose, damage, results } = await paid();
    lose();
    damage(() => 'team;score\nA;2\n');
    expect(await run('--results', join(at, 'out.csv'))).toMatchObject({ code: 0 });
    expect(readFileSync(results, 'utf8')).toContain('team');
  });
});

it('an older copy that knows the nights before of the same file, and not the last, is refused', async () => {
  const { service, at, say, run, backUp, damage, results } = await paid();
  const restore = backUp();
  writeFileSync(join(at, 'in.csv'), payouts(numbered(3, { receiverAmount: '77' }).slice(1)));
  const tomorrow = Date.now() + DAY_MS;
  expect(await say(['run', join(at, 'in.csv')], { now: () => tomorrow })).toMatchObject({ code: 0 });
  expect(service.store.transfers).toHaveLength(8);
  restore();
  damage((text) => header(text).padEnd(text.length, '\0'));
  utimesSync(results, new Date(tomorrow), new Date(tomorrow));
  const refused = await run();
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('knows no run') as string });
  expect(service.store.transfers).toHaveLength(8);
});

describe('--accept-ledger beside results that can be read in part', () => {
  it('says so besides what else speaks against the ledger', async () => {
    const { at, run, lose, damage } = await paid(numbered(6));
    lose();
    damage((text) => `${text.split('\n').slice(0, 4).join('\n')}\n5,"R-4,created`);
    writeFileSync(join(at, 'in.csv'), payouts(numbered(6).slice(3)));
    const accepted = await run('--accept-ledger');
    expect(accepted.err).toContain("this ledger doesn't know it");
    expect(accepted.err).toMatch(/warning: \S+in\.results\.csv:5: .*can't be told/);
  });

  it('hears the copy of them ever after', async () => {
    const { service, at, run, lose, damage } = await paid(numbered(6));
    lose();
    damage((text) => `${text.split('\n').slice(0, 4).join('\n')}\n5,"R-4,created`);
    writeFileSync(join(at, 'in.csv'), payouts(numbered(8, { receiverAmount: '31' }).slice(6)));
    expect(await run('--accept-ledger')).toMatchObject({ code: 0 });
    writeFileSync(join(at, 'in.csv'), payouts(numbered(8).slice(0, 3)));
    expect(await run()).toMatchObject({ code: 2, err: expect.stringContaining('.kept-') as string });
    expect(service.store.transfers).toHaveLength(8);
  });

  it('says that zeros are in them', async () => {
    const { run, lose, damage } = await paid(numbered(6));
    lose();
    damage((text) => text.split('\n').slice(0, 4).join('\n').padEnd(text.length, '\0'));
    const { err } = await run('--accept-ledger');
    expect(err).toMatch(/warning: \S+in\.results\.csv:\d+\S* .*can't be told/);
  });

  it.each<[string, (text: string) => string]>([
    ['or in none', (text) => `${header(text)}2,"R-1,created`],
    ['or of which zeros are left', (text) => header(text).padEnd(text.length, '\0')],
  ])('keeps a copy of them, %s', async (_, how) => {
    const { at, run, lose, damage, results, kept } = await paid();
    lose();
    damage(how);
    const before = readFileSync(results);
    const accepted = await run('--accept-ledger');
    expect(accepted).toMatchObject({ code: 0, err: expect.stringContaining('is kept as') as string });
    expect(kept()).toHaveLength(1);
    expect(readFileSync(join(at, kept()[0] ?? '')).equals(before)).toBe(true);
    expect(await run()).toMatchObject({ code: 0 });
    expect(kept()).toHaveLength(1);
  });
});
