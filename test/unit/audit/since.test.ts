// An audit with `--since`: the earlier report must be of the same paths.
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

/** The trend since the report as `[fixed, added, remaining]`, or the error. */
async function counted(at: string, since: string, ...paths: string[]): Promise<unknown> {
  const ran = await audited(at, ...paths, '--since', since, '--as-of', '2026-06-15');
  if (ran.out === '') return ran.err;
  const { trend } = ran.shown();
  return trend && [trend.fixed, trend.added, trend.remaining];
}

it('an audit since a report accepts the same paths however they are written, and refuses others', async () => {
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

it('an audit since a lint report counts only its findings under the audited paths', async () => {
  const at = folder(TREE);
  const io = fakeIo(at, {});
  await program(['lint', '.', '--format', 'json', '--as-of', '2026-06-01'], io);
  writeFileSync(join(at, 'r.json'), io.said.out);
  expect(await counted(at, 'r.json', 'src/a')).toEqual([0, 0, 2]);
});
