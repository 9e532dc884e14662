// Two sheets of one workbook are two files: a row that stands in both, and has no reference, is two payments, and a
// copy of a sheet is told. At the service's own count.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Warning } from '../../../src/batch/input/warnings.ts';
import type { RunEnd } from '../../../src/batch/results/run-end.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { sandbox } from '../../kit/sandbox.ts';
import { CONSTANTS, runImport } from './imports/imports.ts';
import { workbook } from './imports/workbook.ts';

const HEAD = ['Text', 'Sum'];
const PROFILE = { columns: { Text: 'memo', Sum: 'receiverAmount' }, constants: CONSTANTS };
const DAYS = 86_400_000;

async function place() {
  const may = [HEAD, ['Rent', '1000'], ['May', '10']];
  const june = [HEAD, ['Rent', '1000'], ['June', '20']];
  const at = folder({ 'in.xlsx': workbook({ name: 'May', rows: may }, { name: 'June', rows: june }) });
  const service = await sandbox();
  const clock = new JumpingClock();
  const warned: Warning[] = [];
  const go = (sheet: string, more: Parameters<typeof runImport>[4] = {}): ReturnType<typeof runImport> =>
    runImport(
      at,
      service.url,
      'in.xlsx',
      { ...PROFILE, sheet },
      {
        ...{ clock, hooks: { checked: (_, found) => warned.push(...found) } },
        ...more,
      },
    );
  return { at, service, clock, go, warned };
}

describe('sheets of a workbook that share a row', () => {
  it('are two files: the row is held for 30 days, and sent once it is meant', async () => {
    const { service, go } = await place();
    await go('May');
    expect(await go('June')).toMatchObject({ exitCode: 1 });
    expect(service.store.transfers).toHaveLength(3);
    expect(await go('June', { alikeOk: true })).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(4);
    for (const sheet of ['May', 'June', ' june ']) expect(await go(sheet)).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(4);
  });

  it('are both paid whole when they are months apart', async () => {
    const { service, clock, go } = await place();
    await go('May');
    await clock.sleep(40 * DAYS);
    expect(await go('June')).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(4);
  });

  it('are two also where nobody had to name the first', async () => {
    const book = workbook(
      { name: 'May', rows: [HEAD, ['M-1', '10']] },
      { name: 'Lists', rows: [HEAD, ['L-1', '20']], state: 'hidden' },
    );
    const profile = { columns: { Text: 'reference', Sum: 'receiverAmount' }, constants: CONSTANTS };
    const at = folder({ 'in.xlsx': book });
    const service = await sandbox();
    await runImport(at, service.url, 'in.xlsx', profile);
    const other = await runImport(at, service.url, 'in.xlsx', { ...profile, sheet: 'Lists' });
    expect(other).toMatchObject({ exitCode: 0 });
  });

  it('are one where there is no other, or it is hidden: named or not', async () => {
    const { service } = await place();
    const rows = [HEAD, ['Rent', '1000']];
    const at = folder({
      'in.xlsx': workbook({ name: 'Lists', rows, state: 'hidden' }, { name: 'May', rows }),
    });
    const named = await runImport(at, service.url, 'in.xlsx', { ...PROFILE, sheet: 'May' });
    const unnamed = await runImport(at, service.url, 'in.xlsx', PROFILE);
    expect(unnamed).toMatchObject({ exitCode: 0, batchId: named.batchId });
    expect(service.store.transfers).toHaveLength(1);
  });
});

// Results and retry files are named after the workbook: what the run of one sheet has left there is not done away with
// by another's.

const FILE_HEAD = ['No', 'Sum'];

const FILE_PROFILE = { columns: { No: 'reference', Sum: 'receiverAmount' }, constants: CONSTANTS };

/** Of each sheet one row is paid, and one is invalid; of the sheet "Good" none. */
async function twoSheets() {
  const bad = (name: string, sum: string) => ({
    name,
    rows: [FILE_HEAD, [`${name}-1`, sum], [`${name}-2`, 'ten']],
  });
  const good = { name: 'Good', rows: [FILE_HEAD, ['G-1', '10']] };
  const at = folder({ 'in.xlsx': workbook(bad('May', '11'), bad('June', '12'), good) });
  const service = await sandbox();
  const go = (sheet: string | undefined, file = 'in.xlsx'): Promise<RunEnd> =>
    runImport(at, service.url, file, sheet === undefined ? FILE_PROFILE : { ...FILE_PROFILE, sheet });
  const retries = (): string[] => readdirSync(at).filter((name) => /\.retry[^.]*\.(csv|txt)$/.test(name));
  const read = (name: string): string => readFileSync(join(at, name), 'utf8');
  return { at, service, go, retries, read };
}

const MAY = ['in.xlsx.retry.csv', 'in.xlsx.retry.txt'];

const JUNE = ['in.xlsx.retry-2.csv', 'in.xlsx.retry-2.txt'];

describe('retry files of two sheets', () => {
  it('stay each under a name of its own, however often either is run', async () => {
    const { go, retries, read } = await twoSheets();
    for (const sheet of ['May', 'June', 'June', ' may', 'May', 'June']) await go(sheet);
    expect(retries().sort()).toEqual([...JUNE, ...MAY].sort());
    for (const name of MAY) expect(read(name)).toMatch(/May-2/);
    for (const name of JUNE) expect(read(name)).toMatch(/June-2/);
  });

  it('go once their own sheet is put right, and no others', async () => {
    const { at, go, retries } = await twoSheets();
    await go('May');
    await go('June');
    const rows = [FILE_HEAD, ['June-1', '12'], ['June-2', '10.5']];
    writeFileSync(join(at, 'in.xlsx'), workbook({ name: 'May', rows: [FILE_HEAD] }, { name: 'June', rows }));
    expect(await go('June')).toMatchObject({ exitCode: 0, retry: null });
    expect(retries().sort()).toEqual(MAY);
  });

  it('can be run, and their rows are known', async () => {
    const { service, at, go, read } = await twoSheets();
    await go('May');
    await go('June');
    const text = read('in.xlsx.retry.csv').replace('ten', '20');
    appendFileSync(join(at, 'put-right.csv'), text);
    expect(await go(undefined, 'put-right.csv')).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(3);
  });
});
