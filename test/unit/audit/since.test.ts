// An audit beside an earlier report, which has to be of the same paths.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

const CALL = "get('/api/v1/current-tenant/balances');\n";
const TREE = { 'src/a/me.js': CALL, 'src/a/pay.js': CALL, 'src/b/bal.js': CALL, 'lib/c.js': CALL };

interface Shown {
  trend: { fixed: number; added: number; remaining: number } | null;
}

async function audited(at: string, ...args: string[]) {
  const io = fakeIo(at, {});
  const code = await program(['audit', ...args, '--format', 'json'], io);
  return { code, ...io.said, shown: (): Shown => JSON.parse(io.said.out) as Shown };
}

const report = async (at: string, file: string, ...paths: string[]): Promise<void> =>
  writeFileSync(file, (await audited(at, ...paths, '--as-of', '2026-06-01')).out);

/** Counts against the report, `[fixed, added, remaining]`, or why it is refused. */
async function counted(at: string, since: string, ...paths: string[]): Promise<unknown> {
  const ran = await audited(at, ...paths, '--since', since, '--as-of', '2026-06-15');
  if (ran.out === '') return ran.err;
  const { trend } = ran.shown();
  return trend && [trend.fixed, trend.added, trend.remaining];
}

it('compares the same paths, however they are named, from any folder', async () => {
  const at = folder(TREE);
  const r = `${at}.json`;
  await report(at, r, 'src/a', 'lib');
  expect(await counted(at, r, join(at, 'lib'), 'src//a/')).toEqual([0, 0, 3]);
  expect(await counted(at, r, 'lib', 'src/../src/a', 'lib')).toEqual([0, 0, 3]);
  expect(await counted(at, r, '.')).toMatch(
    /is a report of other paths \(src\/a, lib\): audit the same paths/,
  );
  expect(await counted(at, r, 'lib')).toMatch(/is a report of other paths/);
  rmSync(r);
});

it('a report of lint is compared by what it found under the paths', async () => {
  const at = folder(TREE);
  const io = fakeIo(at, {});
  await program(['lint', '.', '--format', 'json', '--as-of', '2026-06-01'], io);
  writeFileSync(join(at, 'r.json'), io.said.out);
  expect(await counted(at, 'r.json', 'src/a')).toEqual([0, 0, 2]);
});
