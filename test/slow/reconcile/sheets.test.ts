// Two sheets of one workbook are two files: a row that stands in both, and has no reference, is two payments, and a copy of a
// sheet is told. At the service's own count.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Warning } from '../../../src/batch/input/warnings.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { CONSTANTS, type ProfileText, runImport } from '../../unit/batch/imports/imports.ts';
import { sandbox } from '../../kit/sandbox.ts';
import { workbook } from '../../unit/batch/imports/workbook.ts';

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

/** As earlier releases have kept a run that named none. */
function withoutSheet(ledger: Ledger): Ledger {
  const begin = ledger.begin.bind(ledger);
  ledger.begin = (run, keys) => begin({ ...run, settings: { ...run.settings, sheet: undefined } }, keys);
  return ledger;
}

describe('sheets of a workbook that share a row', () => {
  it('are two files: refused within 30 days, and sent once they are meant', async () => {
    const { service, go } = await place();
    await go('May');
    await expect(go('June')).rejects.toMatchObject({
      code: 'alike',
      message: expect.stringMatching(/:2: this row looks like line 2 of run/) as string,
    });
    expect(service.store.transfers).toHaveLength(2);
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

  it('are told under one --batch-id', async () => {
    const { service, clock, go, warned } = await place();
    await go('May', { batchId: 'rent' });
    await clock.sleep(40 * DAYS);
    await go('June', { batchId: 'rent' });
    expect(service.store.transfers).toHaveLength(3);
    expect(warned.map(({ message }) => message).join()).toMatch(
      /1 row was paid on .* only the others are sent/,
    );
  });

  it('are told under one --batch-id in one night, too, and a sheet that is run again is not', async () => {
    const { service, clock, go, warned } = await place();
    const said = (): string => warned.map(({ message }) => message).join();
    await go('May', { batchId: 'rent' });
    await go('May', { batchId: 'rent' });
    await go(' may', { batchId: 'rent' });
    expect(said()).toBe('');
    await clock.sleep(1000);
    await go('June', { batchId: 'rent' });
    expect(service.store.transfers).toHaveLength(3);
    expect(said()).toMatch(
      /^1 row was paid on \S+ by run \S+ from in\.xlsx, sheet May \(batch rent\), and only the others are sent/,
    );
    const before = warned.length;
    for (const sheet of ['June', 'May']) await go(sheet, { batchId: 'rent' });
    expect(warned).toHaveLength(before);
  });

  it('are told where the first was the only one when it was paid, and had no name to be given', async () => {
    const { at, service, clock, warned } = await place();
    const both = readFileSync(join(at, 'in.xlsx'));
    const go = (profile: ProfileText) =>
      runImport(at, service.url, 'in.xlsx', profile, {
        ...{ clock, batchId: 'rent', hooks: { checked: (_, found) => warned.push(...found) } },
      });
    writeFileSync(
      join(at, 'in.xlsx'),
      workbook({ name: 'May', rows: [HEAD, ['Rent', '1000'], ['May', '10']] }),
    );
    await go(PROFILE);
    writeFileSync(join(at, 'in.xlsx'), both);
    expect(await go({ ...PROFILE, sheet: 'June' })).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(3);
    expect(warned.map(({ message }) => message).join()).toMatch(
      /^1 row was paid on \S+ by run \S+ from in\.xlsx, sheet May \(batch rent\), and only the others are sent/,
    );
  });

  it('are told where all rows of one were paid from the other, with references or without', async () => {
    const { service, clock, warned } = await place();
    const rows = [HEAD, ['R-1', '1000']];
    const at = folder({ 'in.xlsx': workbook({ name: 'May', rows }, { name: 'June', rows }) });
    const more = {
      clock,
      hooks: { checked: (_: unknown, found: readonly Warning[]) => void warned.push(...found) },
    };
    for (const field of ['memo', 'reference']) {
      const profile = { columns: { Text: field, Sum: 'receiverAmount' }, constants: CONSTANTS };
      const given = field === 'memo' ? { batchId: 'rent' } : { alikeOk: true };
      for (const sheet of ['May', 'June'])
        await runImport(at, service.url, 'in.xlsx', { ...profile, sheet }, { ...more, ...given });
    }
    expect(service.store.transfers).toHaveLength(2);
    expect(warned.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^its only row was paid .* sheet May \(batch rent\), so nothing is sent/),
      expect.stringMatching(
        /^its only row was paid .* sheet May \(the same references\), so nothing is sent/,
      ),
    ]);
  });

  it('go on where an earlier release has begun, which knew the bytes alone', async () => {
    const { at, service, clock, go } = await place();
    const bytes = createHash('sha256')
      .update(readFileSync(join(at, 'in.xlsx')))
      .digest('hex');
    service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 });
    expect(await go('June', { batchId: bytes, concurrency: 1 })).toMatchObject({ exitCode: 1 });
    await clock.sleep(40 * DAYS);
    expect(await go('June')).toMatchObject({ exitCode: 0, batchId: bytes });
    expect(service.store.transfers).toHaveLength(2);
  });

  it('are two also where nobody had to name the first; where an earlier release kept no name, it may be any', async () => {
    const book = workbook(
      { name: 'May', rows: [HEAD, ['M-1', '10']] },
      { name: 'Lists', rows: [HEAD, ['L-1', '20']], state: 'hidden' },
    );
    const profile = { columns: { Text: 'reference', Sum: 'receiverAmount' }, constants: CONSTANTS };
    for (const wrap of [(ledger: Ledger) => ledger, withoutSheet]) {
      const at = folder({ 'in.xlsx': book });
      const service = await sandbox();
      await runImport(at, service.url, 'in.xlsx', profile, { wrap });
      const other = runImport(at, service.url, 'in.xlsx', { ...profile, sheet: 'Lists' });
      if (wrap === withoutSheet) await expect(other).rejects.toMatchObject({ code: 'alike' });
      else expect(await other).toMatchObject({ exitCode: 0 });
    }
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
