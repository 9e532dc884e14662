// Results and retry files are named after the workbook: what the run of one sheet has left there is not done away with by another's.
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
  const remarks: string[] = [];
  const go = (sheet: string | undefined, file = 'in.xlsx'): Promise<RunEnd> =>
    runImport(at, service.url, file, sheet === undefined ? PROFILE : { ...PROFILE, sheet }, {
      hooks: { remark: (text) => void remarks.push(text) },
    });
  const retries = (): string[] => readdirSync(at).filter((name) => /\.retry[^.]*\.(csv|txt)$/.test(name));
  const read = (name: string): string => readFileSync(join(at, name), 'utf8');
  return { at, service, go, remarks, retries, read };
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

  it('stay where the other sheet leaves none', async () => {
    const { go, retries } = await place();
    await go('May');
    expect(await go('Good')).toMatchObject({ exitCode: 0, retry: null });
    expect(retries().sort()).toEqual(MAY);
  });

  it('are not written over once a person has changed them', async () => {
    const { at, go, retries, read } = await place();
    await go('May');
    await go('June');
    appendFileSync(join(at, 'in.xlsx.retry.csv'), '# mine\n');
    for (const sheet of ['June', 'Good', 'May']) await go(sheet);
    expect(read('in.xlsx.retry.csv')).toContain('# mine');
    expect(read('in.xlsx.retry-2.csv')).toContain('June-2');
    expect(retries()).toContain('in.xlsx.retry-3.csv');
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

  it('leave no older one of their sheet behind a gap', async () => {
    const { at, go, retries, read } = await place();
    await go('May');
    await go('June');
    for (const name of MAY) renameSync(join(at, name), join(at, `done-${name}`));
    await go('June');
    expect(retries().filter((name) => !name.startsWith('done-'))).toEqual(MAY);
    expect(read('in.xlsx.retry.csv')).toContain('June-2');
  });

  it('take their reasons along when they get another name', async () => {
    const { at, go, retries, read } = await place();
    const sheet = (name: string, sum: string) => ({ name, rows: [HEAD, [`${name}-1`, sum]] });
    writeFileSync(join(at, 'in.xlsx'), workbook(sheet('A', 'x'), sheet('B', 'y'), sheet('C', 'z')));
    for (const name of ['A', 'B', 'C']) await go(name);
    writeFileSync(join(at, 'in.xlsx'), workbook(sheet('A', 'x'), sheet('B', '5'), sheet('C', 'z')));
    for (const name of ['B', 'C']) await go(name);
    expect(retries().sort()).toEqual([...JUNE, ...MAY].sort());
    for (const name of JUNE) expect(read(name)).toMatch(/C-1/);
    expect(read('in.xlsx.retry-2.txt')).toContain('are in in.xlsx.retry-2.csv,');
  });

  it('stay where one of them was read without its name, before the other came or once it is hidden', async () => {
    const [may, june] = [
      { name: 'May', rows: [HEAD, ['May-1', '11'], ['May-2', 'ten']] },
      { name: 'June', rows: [HEAD, ['June-1', '12'], ['June-2', 'ten']] },
    ];
    for (const [books, names] of [
      [
        [workbook(may), workbook(may, june)],
        [undefined, 'June'],
      ],
      [
        [workbook(may, june), workbook({ ...may, state: 'hidden' }, june)],
        ['May', undefined],
      ],
    ] as const) {
      const { at, go, remarks, retries, read } = await place();
      for (const [night, book] of books.entries()) {
        writeFileSync(join(at, 'in.xlsx'), book);
        await go(names[night]);
      }
      expect(retries().sort()).toEqual([...JUNE, ...MAY].sort());
      for (const name of MAY) expect(read(name)).toMatch(/May-2/);
      expect(remarks.join()).toMatch(/it had the results of sheet May, /);
    }
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

describe('results of another sheet', () => {
  it('are said to give way, with the command that gives them', async () => {
    const { go, remarks } = await place();
    const may = await go('May');
    await go(' MAY ');
    expect(remarks).toEqual([]);
    await go('June');
    expect(remarks).toHaveLength(1);
    expect(remarks.join()).toMatch(
      /in\.xlsx\.results\.csv: it had the results of sheet May, .* paybatch report run-\d+ --format csv/,
    );
    expect(remarks.join()).not.toContain(may.runId);
    await go('June');
    expect(remarks).toHaveLength(1);
  });

  it('are not spoken of where they are gone, of a text, or where a workbook has one sheet', async () => {
    const { at, service, go, remarks, retries } = await place();
    await go('May');
    renameSync(join(at, 'in.xlsx.results.csv'), join(at, 'may.csv'));
    await go('June');
    expect(remarks).toEqual([]);
    const one = folder({ 'in.xlsx': workbook({ name: 'May', rows: [HEAD, ['M-1', 'ten']] }) });
    for (const more of [{ sheet: 'May' }, {}, { sheet: 'May' }]) {
      const hooks = { remark: (text: string) => void remarks.push(text) };
      const end = await runImport(one, service.url, 'in.xlsx', { ...PROFILE, ...more }, { hooks });
      expect(end).toMatchObject({ exitCode: 1, retry: join(one, 'in.xlsx.retry.csv') });
    }
    expect(remarks).toEqual([]);
    expect(existsSync(join(one, 'in.xlsx.retry-2.csv'))).toBe(false);
    expect(retries()).toContain('in.xlsx.retry-2.csv');
  });
});
