// An audit beside an earlier report. A report of other paths, or of a checkout elsewhere, is compared by the files themselves.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

const CALL = "get('/api/v1/current-tenant/balances');\n";
const TREE = { 'src/a/me.js': CALL, 'src/a/pay.js': CALL, 'src/b/bal.js': CALL, 'lib/c.js': CALL };

interface Shown {
  trend: { fixed: number; added: number; remaining: number; narrowed: boolean } | null;
}

async function audited(at: string, ...args: string[]) {
  const io = fakeIo(at, {});
  const code = await program(['audit', ...args, '--format', 'json'], io);
  return { code, ...io.said, shown: (): Shown => JSON.parse(io.said.out) as Shown };
}

const report = async (at: string, file: string, ...paths: string[]): Promise<void> =>
  writeFileSync(file, (await audited(at, ...paths, '--as-of', '2026-06-01')).out);

/** Counts against the report, `[fixed, added, remaining]`, and whether only a part is compared. */
async function counted(at: string, since: string, ...paths: string[]): Promise<unknown> {
  const ran = await audited(at, ...paths, '--since', since, '--as-of', '2026-06-15');
  if (ran.out === '') return ran.err;
  const { trend } = ran.shown();
  return trend && [trend.fixed, trend.added, trend.remaining, trend.narrowed];
}

it('what is gone, or mended, is fixed', async () => {
  const at = folder({ ...TREE, 'fine.js': 'f();\n' });
  await report(at, join(at, 'r.json'), '.');
  rmSync(join(at, 'src/b'), { recursive: true });
  writeFileSync(join(at, 'lib/c.js'), 'f();\n');
  expect(await counted(at, 'r.json', '.')).toEqual([2, 0, 2, false]);
});

describe('a report of other paths', () => {
  it('is compared by the files, however they are named', async () => {
    const at = folder({ ...TREE, '.git/HEAD': '' });
    const r = join(at, '../', `${at.split('/').at(-1) ?? ''}.json`);
    await report(at, r, '.');
    expect(await counted(join(at, 'src/a'), r, '.')).toMatch(/can't be compared/);
    expect(await counted(at, r, join(at, 'src/a'))).toEqual([0, 0, 2, true]);
    expect(await counted(at, r, 'src//a/')).toEqual([0, 0, 2, true]);
    expect(await counted(at, r, 'src/../src/a')).toEqual([0, 0, 2, true]);
    expect(await counted(at, r, at)).toEqual([0, 0, 4, false]);
    await report(at, r, join(at, 'src/a'));
    expect(await counted(at, r, '.')).toEqual([0, 0, 2, true]);
    expect(await counted(at, r, 'src/a', 'lib')).toEqual([0, 0, 2, true]);
    rmSync(r);
  });
  it('is refused where nothing of it is looked at now', async () => {
    const at = folder(TREE);
    await report(join(at, 'src/a'), join(at, 'r.json'), '.');
    const { code, err } = await audited(
      join(at, 'src/b'),
      '.',
      '--since',
      '../../r.json',
      '--as-of',
      '2026-06-15',
    );
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/looked at other paths, or was made in another folder: .* can't be compared/),
    ]);
    expect(await counted(at, 'r.json', 'lib')).toMatch(/can't be compared/);
  });
  it('of a checkout elsewhere is of the same files, from the same folder of the repository', async () => {
    const at = folder({ ...TREE, '.git/HEAD': '' });
    await report(at, join(at, 'r.json'), '.');
    renameSync(at, `${at}-2`);
    const r = join(`${at}-2`, 'r.json');
    try {
      expect(await counted(`${at}-2`, r, '.')).toEqual([0, 0, 4, false]);
    } finally {
      renameSync(`${at}-2`, at);
    }
  });
  it('of lint compares what it found there', async () => {
    const at = folder(TREE);
    const io = fakeIo(at, {});
    await program(['lint', '.', '--format', 'json', '--as-of', '2026-06-01'], io);
    writeFileSync(join(at, 'r.json'), io.said.out);
    expect(await counted(at, 'r.json', 'src/a')).toEqual([0, 0, 2, false]);
  });
});
