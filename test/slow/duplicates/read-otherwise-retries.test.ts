// A retry file and the file that it was cut from hold the same rows: what one has paid in another reading, the other doesn't pay
// once more, whichever is run, and however often it was written. At the service's own count.
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { FaultSpec } from '../../../src/sandbox/faults.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { CONSTANTS, type ProfileText, runImport } from '../../unit/batch/imports/imports.ts';
import { sandbox } from '../../kit/sandbox.ts';

const HEAD = 'No;Text;Sum;Other\n';
const EXPORT = `${HEAD}A-1;one;12.50;B-1\nA-2;two;15.00;B-2\nA-3;three;16.00;B-3\nA-4;four;17.00;B-4\n`;
const COLUMNS = { No: null, Text: 'memo', Sum: 'receiverAmount', Other: null };
const NO = { columns: { ...COLUMNS, No: 'reference' }, constants: CONSTANTS };
const OTHER = { columns: { ...COLUMNS, Other: 'reference' }, constants: CONSTANTS };
/** Nothing is alike but the amount. */
const BARE = { columns: { ...COLUMNS, Other: 'reference', Text: null }, constants: CONSTANTS };
const SALARIES = { ...NO, constants: { ...CONSTANTS, purposeOfPayment: 'Salaries' } };

const refused = (first: number): FaultSpec => ({
  kind: 'status-before',
  status: 422,
  operation: 'createTransfer',
  first,
});

async function place(text = EXPORT, fault?: FaultSpec) {
  const at = folder({ 'in.csv': text });
  const service = await sandbox({ faults: fault ? [fault] : [] });
  const clock = new JumpingClock();
  const go = (file: string, profile: ProfileText, more: Parameters<typeof runImport>[4] = {}) =>
    runImport(at, service.url, file, profile, { clock, concurrency: 1, ...more });
  const paid = (): number => service.store.transfers.length;
  const refuses = async (file: string, profile: ProfileText): Promise<void> => {
    const before = paid();
    await expect(go(file, profile)).rejects.toMatchObject({
      code: 'alike',
      message: expect.stringContaining('read otherwise now') as string,
    });
    expect(paid()).toBe(before);
  };
  return { at, service, clock, go, paid, refuses };
}

describe('a retry file that was paid in another reading', () => {
  it.each<[string, ProfileText]>([
    ['with other references', OTHER],
    ['with nothing alike', BARE],
  ])(
    '%s: the file that it was cut from does not pay its rows again, however long ago that was',
    async (_, second) => {
      const { go, paid, refuses, clock } = await place(EXPORT, refused(2));
      expect(await go('in.csv', NO)).toMatchObject({ exitCode: 1 });
      expect(await go('in.csv.retry.csv', second)).toMatchObject({ exitCode: 0 });
      expect(paid()).toBe(4);
      await refuses('in.csv', NO);
      await clock.sleep(40 * 86_400_000);
      await refuses('in.csv', NO);
    },
  );

  it('is known from a retry of a retry, too', async () => {
    const { go, paid, refuses, service } = await place(EXPORT, refused(3));
    await go('in.csv', NO);
    service.faults.add(refused(2));
    await go('in.csv.retry.csv', NO);
    expect(await go('in.csv.retry.csv.retry.csv', BARE)).toMatchObject({ exitCode: 0 });
    expect(paid()).toBe(4);
    await refuses('in.csv', NO);
    await refuses('in.csv.retry.csv', NO);
  });
});

describe('a retry file of rows that were paid with other content', () => {
  async function paidOtherwise(text = EXPORT) {
    const one = await place(text, refused(1));
    await one.go('in.csv', SALARIES);
    await one.go('in.csv', NO);
    const rows = text.trim().split('\n').length - 1;
    return { ...one, rows };
  }
  it('is known whoever has written its bytes since', async () => {
    const { go, paid, refuses, rows, at } = await paidOtherwise();
    expect(paid()).toBe(rows);
    const comma = { ...OTHER, decimal: ',' } as ProfileText;
    expect(await go('in.csv.retry.csv', comma)).toMatchObject({ exitCode: 1 });
    expect(existsSync(join(at, 'in.csv.retry.csv.retry.csv'))).toBe(true);
    await refuses('in.csv.retry.csv', OTHER);
    await refuses('in.csv.retry.csv.retry.csv', BARE);
  });
  it('is compared line by line, whatever a reading leaves out', async () => {
    const text = `${HEAD}A-1;one;12.50;B-1\n;;;\nA-2;two;15.00;B-2\n`;
    const { go, at, refuses, paid } = await place(text, refused(1));
    await go('in.csv', SALARIES);
    await go('in.csv', NO);
    expect(paid()).toBe(2);
    expect(readFileSync(join(at, 'in.csv.retry.csv'), 'utf8')).toBe(`${HEAD};;;\nA-2;two;15.00;B-2\n`);
    await refuses('in.csv.retry.csv', { ...OTHER, skipBlankRows: true });
  });
});

describe('the morning after goes through', () => {
  it('with a profile that was put right, where nothing of it was paid', async () => {
    const { go, paid } = await place(EXPORT, refused(2));
    await go('in.csv', SALARIES);
    expect(await go('in.csv.retry.csv', BARE)).toMatchObject({ exitCode: 0 });
    expect(paid()).toBe(4);
  });
  it('with the original, and then a copy of the retry file in the same reading', async () => {
    const { at, go, paid } = await place(EXPORT, refused(2));
    await go('in.csv', NO);
    copyFileSync(join(at, 'in.csv.retry.csv'), join(at, 'copy.csv'));
    expect(await go('in.csv', NO)).toMatchObject({ exitCode: 0 });
    expect(await go('copy.csv', NO)).toMatchObject({ exitCode: 0 });
    expect(paid()).toBe(4);
  });
  it('with a retry of a retry', async () => {
    const { go, paid, service } = await place(EXPORT, refused(3));
    await go('in.csv', NO);
    service.faults.add(refused(1));
    await go('in.csv.retry.csv', NO);
    expect(await go('in.csv.retry.csv.retry.csv', NO)).toMatchObject({ exitCode: 0 });
    expect(await go('in.csv', NO)).toMatchObject({ exitCode: 0 });
    expect(paid()).toBe(4);
  });
});
