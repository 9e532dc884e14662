// A CODEOWNERS that is made to stall an audit: of any size, with any patterns, against any number of files with findings.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { MAX_CODEOWNERS, NO_OWNER, ownersOf } from '../../../src/audit/owners.ts';
import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

const CALL = "get('/api/v1/current-tenant/balances');\n";
const MOST_MS = 8_000;
const lines = (bytes: number, line: (i: number) => string): string => {
  const all: string[] = [];
  for (let i = 0, so = 0; so < bytes; i++) {
    all.push(line(i));
    so += all[i]?.length ?? 0;
  }
  return all.join('');
};
const PATTERNS: Readonly<Record<string, (i: number) => string>> = {
  'of names': (i) => `name${i}.ts @a\n`,
  'of stars': (i) => `*a*b*${i} @a\n`,
  'of folders anywhere': (i) => `**/a/**/a/**/b${i} @a\n`,
  'of folders at the top': (i) => `/src/f${i}/ @a\n`,
  'of classes': (i) => `[a-c]*[!x]${i}? @a\n`,
};

describe('a megabyte of patterns, three thousand files', { retry: 2, timeout: 120_000 }, () => {
  const paths = Array.from({ length: 3_000 }, (_, i) => `/r/src/a/a/a/f${i % 50}/${'a'.repeat(60)}${i}.ts`);
  it.each(Object.entries(PATTERNS))('%s', (_, line) => {
    const text = `* @all\n${lines(1_000_000, line)}`;
    const before = process.cpuUsage();
    const { owners, givenUp } = ownersOf(paths, (path) => (path === '/r/CODEOWNERS' ? text : undefined));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(MOST_MS);
    // To the end, or said not to be.
    const without = [...owners.values()].filter(([name]) => name === NO_OWNER).length;
    expect([owners.size, without]).toEqual([3_000, givenUp]);
  });
});

it('sections without end are gone through as far as there is time, and that is said', { retry: 2 }, () => {
  const paths = Array.from({ length: 3_000 }, (_, i) => `/r/src/f${i % 50}/${i}.ts`);
  const text = `* @all\n${lines(1_000_000, (i) => `[s${i}] @a\nname${i}.ts\n`)}`;
  const before = process.cpuUsage();
  const { givenUp } = ownersOf(paths, (path) => (path === '/r/CODEOWNERS' ? text : undefined));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(MOST_MS);
  expect(givenUp).toBe(3_000);
});

it('what a large company has is looked through to the end', () => {
  const text = Array.from({ length: 5_000 }, (_, i) => `/team${i % 400}/part${i}/**/*.ts @t${i}\n`).join('');
  const paths = Array.from({ length: 4_000 }, (_, i) => `/r/team${i % 400}/part${i}/a/b/c.ts`);
  const { owners, givenUp } = ownersOf(paths, (path) => (path === '/r/CODEOWNERS' ? text : undefined));
  expect([owners.get(paths[3_999] ?? ''), givenUp]).toEqual([['@t3999'], 0]);
});

it('owners without end are cut off, and counted', () => {
  const text = `* ${Array.from({ length: 1_000 }, (_, i) => `@${'o'.repeat(300)}${i}`).join(' ')}\n`;
  const own = ownersOf(['/r/a'], (path) => (path === '/r/CODEOWNERS' ? text : undefined)).owners.get('/r/a');
  expect([own?.length, own?.at(-1), (own?.[0] ?? '').length]).toEqual([21, '980 more owners', 200]);
});

it('an audit says what it gave up, and what it did not read', async () => {
  const at = folder({ 'work/a.ts': CALL, 'work/CODEOWNERS': '#'.repeat(MAX_CODEOWNERS + 1) });
  const io = fakeIo(at);
  expect(await program(['audit', 'work', '--as-of', '2026-06-01'], io)).toBe(1);
  expect(io.said.out.replaceAll(/\s+/g, ' ')).toContain(
    'work/CODEOWNERS: is larger than 3 MiB, the most that is read: it names no owners here',
  );
});

it.each([500, 12_000])(
  'a folder that is deep, and %i patterns that reach for it, take an audit no time',
  { timeout: 60_000 },
  async (count) => {
    const deep = 'a/'.repeat(300);
    const at = folder({
      'work/.gitignore': Array.from({ length: count }, (_, i) => `**/a/**/a/**/b${i}\n`).join(''),
      'work/CODEOWNERS': lines(250_000, (i) => `**/a/**/a/**/b${i} @a\n`),
    });
    mkdirSync(join(at, 'work/.git'));
    mkdirSync(join(at, 'work', deep), { recursive: true });
    writeFileSync(join(at, 'work', deep, 'one.ts'), CALL);
    const io = fakeIo(at);
    const before = process.cpuUsage();
    expect(await program(['audit', 'work', '--as-of', '2026-06-01', '--format', 'json'], io)).toBe(1);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(MOST_MS);
    expect((JSON.parse(io.said.out) as { findings: unknown[] }).findings).toHaveLength(1);
  },
);
