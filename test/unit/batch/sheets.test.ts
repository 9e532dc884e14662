// Two sheets of one workbook are two files: a row that stands in both, and has no reference, is two payments, and a copy of a
// sheet is told. At the service's own count.

import { describe, expect, it } from 'vitest';

import type { Warning } from '../../../src/batch/input/warnings.ts';
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
