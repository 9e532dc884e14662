// Results and retry files are named after the workbook: what the run of one sheet has left there is not done away with by another's.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { RunEnd } from '../../../src/batch/results/run-end.ts';
import { folder } from '../../kit/folder.ts';
import { sandbox } from '../../kit/sandbox.ts';
import { CONSTANTS, runImport } from '../../unit/batch/imports/imports.ts';
import { workbook } from '../../unit/batch/imports/workbook.ts';

const HEAD = ['No', 'Sum'];
const PROFILE = { columns: { No: 'reference', Sum: 'receiverAmount' }, constants: CONSTANTS };

/** Of each sheet one row is paid, and one is invalid; of the sheet "Good" none. */
async function place() {
  const bad = (name: string, sum: string) => ({
    name,
    rows: [HEAD, [`${name}-1`, sum], [`${name}-2`, 'ten']],
  });
  const good = { name: 'Good', rows: [HEAD, ['G-1', '10']] };
  const at = folder({ 'in.xlsx': workbook(bad('May', '11'), bad('June', '12'), good) });
  const service = await sandbox();
  const go = (sheet: string | undefined, file = 'in.xlsx'): Promise<RunEnd> =>
    runImport(at, service.url, file, sheet === undefined ? PROFILE : { ...PROFILE, sheet });
  const retries = (): string[] => readdirSync(at).filter((name) => /\.retry[^.]*\.(csv|txt)$/.test(name));
  const read = (name: string): string => readFileSync(join(at, name), 'utf8');
  return { at, service, go, retries, read };
}

const MAY = ['in.xlsx.retry.csv', 'in.xlsx.retry.txt'];
const JUNE = ['in.xlsx.retry-2.csv', 'in.xlsx.retry-2.txt'];

describe('retry files of two sheets', () => {
  it('stay each under a name of its own, however often either is run', async () => {
    const { go, retries, read } = await place();
    for (const sheet of ['May', 'June', 'June', ' may', 'May', 'June']) await go(sheet);
    expect(retries().sort()).toEqual([...JUNE, ...MAY].sort());
    for (const name of MAY) expect(read(name)).toMatch(/May-2/);
    for (const name of JUNE) expect(read(name)).toMatch(/June-2/);
  });

  it('go once their own sheet is put right, and no others', async () => {
    const { at, go, retries } = await place();
    await go('May');
    await go('June');
    const rows = [HEAD, ['June-1', '12'], ['June-2', '10.5']];
    writeFileSync(join(at, 'in.xlsx'), workbook({ name: 'May', rows: [HEAD] }, { name: 'June', rows }));
    expect(await go('June')).toMatchObject({ exitCode: 0, retry: null });
    expect(retries().sort()).toEqual(MAY);
  });

  it('can be run, and their rows are known', async () => {
    const { service, at, go, read } = await place();
    await go('May');
    await go('June');
    const text = read('in.xlsx.retry.csv').replace('ten', '20');
    appendFileSync(join(at, 'put-right.csv'), text);
    expect(await go(undefined, 'put-right.csv')).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(3);
  });
});
