// Two sheets of one workbook are two files: a row without a reference that is on both sheets is two payments, by the
// service's count of transfers.
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
  it('are two files: the second row is held as a possible duplicate, and sent with --alike-ok', async () => {
    const { service, go } = await place();
    await go('May');
    expect(await go('June')).toMatchObject({ exitCode: 1 });
    expect(service.store.transfers).toHaveLength(3);
    expect(await go('June', { alikeOk: true })).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(4);
    for (const sheet of ['May', 'June', ' june ']) expect(await go(sheet)).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(4);
  });

  it('are both paid in full if their runs are 40 days apart', async () => {
    const { service, clock, go } = await place();
    await go('May');
    await clock.sleep(40 * DAYS);
    expect(await go('June')).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(4);
  });

  it('are two files even if the first run did not have to name its sheet', async () => {
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

  it('have the same batch with and without a sheet name if only one sheet is visible', async () => {
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

// Results and retry files are named after the workbook. The run of one sheet must not remove or replace the retry file
// of another sheet.

const FILE_HEAD = ['No', 'Sum'];

const FILE_PROFILE = { columns: { No: 'reference', Sum: 'receiverAmount' }, constants: CONSTANTS };

/** The sheets May and June have one good and one invalid row each; the sheet Good has one good row. */
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
  it('keep separate names, however often each sheet is run', async () => {
    const { go, retries, read } = await twoSheets();
    for (const sheet of ['May', 'June', 'June', ' may', 'May', 'June']) await go(sheet);
    expect(retries().sort()).toEqual([...JUNE, ...MAY].sort());
    for (const name of MAY) expect(read(name)).toMatch(/May-2/);
    for (const name of JUNE) expect(read(name)).toMatch(/June-2/);
  });

  it('are removed when their sheet is corrected and run; those of the other sheet stay', async () => {
    const { at, go, retries } = await twoSheets();
    await go('May');
    await go('June');
    const rows = [FILE_HEAD, ['June-1', '12'], ['June-2', '10.5']];
    writeFileSync(join(at, 'in.xlsx'), workbook({ name: 'May', rows: [FILE_HEAD] }, { name: 'June', rows }));
    expect(await go('June')).toMatchObject({ exitCode: 0, retry: null });
    expect(retries().sort()).toEqual(MAY);
  });

  it('can be corrected and run without a sheet name, and only the corrected row is sent', async () => {
    const { service, at, go, read } = await twoSheets();
    await go('May');
    await go('June');
    const text = read('in.xlsx.retry.csv').replace('ten', '20');
    appendFileSync(join(at, 'put-right.csv'), text);
    expect(await go(undefined, 'put-right.csv')).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(3);
  });
});
