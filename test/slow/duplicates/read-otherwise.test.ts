// The very bytes that were paid before, read otherwise: every row has another key then, and is the same payment. At the
// service's own count.
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { FaultSpec } from '../../../src/sandbox/faults.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { CONSTANTS, type ProfileText, runImport } from '../../unit/batch/imports/imports.ts';
import { COLUMNS as ALL, numbered, payouts } from '../../kit/payouts.ts';
import { runIn } from '../../kit/run.ts';
import { sandbox } from '../../kit/sandbox.ts';
import { workbook } from '../../unit/batch/imports/workbook.ts';

const EXPORT = 'No;Text;Sum;Other\nA-1;one;12.50;B-1\nA-2;two;15.00;B-2\n';
const COLUMNS = { No: null, Text: 'memo', Sum: 'receiverAmount', Other: null };
const BARE = ALL.filter((name) => name !== 'reference');
const PROFILE = { columns: COLUMNS, constants: CONSTANTS };
const REFERENCED = (column: string) => ({ ...PROFILE, columns: { ...COLUMNS, [column]: 'reference' } });
const FUNDED = { ...PROFILE, constants: { ...CONSTANTS, useDeveloperFunds: 'true' } };

/** Runs the export twice, and tells what the second run paid. */
async function twice(
  second: ProfileText,
  {
    faults = [],
    days = 0,
    more = {},
    first = PROFILE,
    text = EXPORT,
  }: {
    faults?: readonly FaultSpec[];
    days?: number;
    more?: Parameters<typeof runIn>[2];
    first?: ProfileText;
    text?: string;
  } = {},
) {
  const at = folder({ 'in.csv': text });
  const service = await sandbox({ faults: [...faults] });
  const clock = new JumpingClock();
  await runImport(at, service.url, 'in.csv', first, { clock, concurrency: 1 });
  service.faults.clear();
  const before = service.store.transfers.length;
  await clock.sleep(days * 86_400_000);
  const again = await runImport(at, service.url, 'in.csv', second, { clock, ...more }).catch(
    (error: unknown) => error,
  );
  return { at, service, again, more: service.store.transfers.length - before };
}

const REFUSED = {
  again: { code: 'alike', message: expect.stringContaining('\nThese very rows were sent before') as string },
  more: 0,
};

describe('a file that was paid, read otherwise', () => {
  it.each<[string, ProfileText]>([
    ['by the wallet of somebody else', FUNDED],
    ['with references from a column', REFERENCED('Other')],
    ['for another purpose', { ...PROFILE, constants: { ...CONSTANTS, purposeOfPayment: 'Salaries' } }],
    ['without the memo', { ...PROFILE, columns: { ...COLUMNS, Text: null } }],
  ])('%s: refused, however long ago that was', async (_, second) => {
    expect(await twice(second)).toMatchObject(REFUSED);
    expect(await twice(second, { days: 200 })).toMatchObject(REFUSED);
  });

  it('with references from another column: refused', async () => {
    expect(await twice(REFERENCED('Other'), { first: REFERENCED('No') })).toMatchObject(REFUSED);
    expect(await twice(PROFILE, { first: REFERENCED('No'), more: { batchId: 'n' } })).toMatchObject({
      more: 0,
    });
  });

  describe('whose references are those of other lines', () => {
    const shifted = (rows: number): string => {
      const lines = Array.from({ length: rows }, (_, i) => `A-${i + 1};text ${i};${i + 10}.00;A-${i + 2}`);
      return `No;Text;Sum;Other\n${lines.join('\n')}\n`;
    };
    const pair = { first: REFERENCED('No'), text: shifted(3) };
    it('refused, with what was paid on the line', async () => {
      const end = await twice(REFERENCED('Other'), pair);
      expect(end).toMatchObject(REFUSED);
      expect(end.again).toMatchObject({ message: expect.stringContaining('in.csv:4: ') as string });
      const unmapped = { ...REFERENCED('Other'), columns: { ...REFERENCED('Other').columns, Text: null } };
      expect(await twice(unmapped, pair)).toMatchObject(REFUSED);
    });
    it('refused without references, too, where its cells are those of other lines', async () => {
      const text = 'No;Text;Sum;Other\n1;a;10.00;b\n2;b;10.00;c\n';
      const second = { ...PROFILE, columns: { ...COLUMNS, Text: null, Other: 'memo' } };
      expect(await twice(second, { text })).toMatchObject(REFUSED);
    });
    it('refused where that is in doubt', async () => {
      const faults: FaultSpec[] = [{ kind: '500-after', operation: 'createTransfer' }];
      expect(await twice(REFERENCED('Other'), { ...pair, faults })).toMatchObject({
        again: { code: 'alike', remedy: 'alike_in_doubt' },
        more: 0,
      });
    });
    it('goes on in the right reading where nothing was paid in the wrong one', async () => {
      const at = folder({ 'in.csv': shifted(3) });
      const service = await sandbox({
        faults: [{ kind: 'status-before', status: 422, operation: 'createTransfer' }],
      });
      const go = (profile: ProfileText): ReturnType<typeof runImport> =>
        runImport(at, service.url, 'in.csv', profile, { concurrency: 1 });
      await go(REFERENCED('Other'));
      service.faults.clear();
      service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 });
      expect(await go(REFERENCED('No'))).toMatchObject({ exitCode: 1 });
      expect(await go(REFERENCED('No'))).toMatchObject({ exitCode: 0 });
      expect(service.store.transfers).toHaveLength(3);
    });
  });

  it('under a batch id of its own: refused, until that is another month', async () => {
    const more = { batchId: 'june' };
    expect(await twice(FUNDED, { more })).toMatchObject(REFUSED);
    expect(await twice(FUNDED, { first: REFERENCED('No'), more })).toMatchObject(REFUSED);
    expect(await twice(FUNDED, { more, days: 31 })).toMatchObject({ again: { exitCode: 0 }, more: 2 });
  });

  it('is refused while a payment of it is in doubt, and nobody is told that it was made', async () => {
    const faults: FaultSpec[] = [{ kind: '500-after', operation: 'createTransfer' }];
    const { again, more } = await twice(FUNDED, { faults });
    expect(again).toMatchObject({ code: 'alike', remedy: 'alike_in_doubt' });
    expect(more).toBe(0);
  });

  it('is paid once more where that is meant', async () => {
    expect(await twice(FUNDED, { more: { alikeOk: true } })).toMatchObject({
      again: { exitCode: 0 },
      more: 2,
    });
  });

  it('sends what was refused by the service, by the retry file', async () => {
    const faults: FaultSpec[] = [
      { kind: 'status-before', status: 422, operation: 'createTransfer', every: 2 },
    ];
    const { at, service, again, more } = await twice(FUNDED, { faults });
    expect(again).toMatchObject({ code: 'alike', remedy: 'alike_reading' });
    expect(again).toMatchObject({
      message: expect.stringMatching(/in\.csv:2: this row looks like line 2/) as string,
    });
    expect(more).toBe(0);
    expect(readFileSync(join(at, 'in.csv.retry.csv'), 'utf8')).toContain('two');
    const end = await runImport(at, service.url, 'in.csv.retry.csv', FUNDED);
    expect(end).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(2);
  });

  it.each<[string, ProfileText]>([
    ['without references', PROFILE],
    ['with those of another column', REFERENCED('Other')],
  ])(
    'by the retry file, what was paid under its references with other content: refused %s',
    async (_, third) => {
      const salaries = { ...CONSTANTS, purposeOfPayment: 'Salaries' };
      const faults: FaultSpec[] = [
        { kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 },
      ];
      const first = { ...REFERENCED('No'), constants: salaries };
      const { at, service, again } = await twice(REFERENCED('No'), { first, faults });
      expect(again).toMatchObject({ exitCode: 1 });
      expect(service.store.transfers).toHaveLength(2);
      expect(readFileSync(join(at, 'in.csv.retry.csv'), 'utf8')).toMatch(/two/);
      const end = runImport(at, service.url, 'in.csv.retry.csv', third);
      await expect(end).rejects.toMatchObject({
        code: 'alike',
        message: expect.stringContaining('\nThese very rows were sent before') as string,
      });
      expect(service.store.transfers).toHaveLength(2);
    },
  );

  it('says so of a file that lies elsewhere under another name', async () => {
    const { at, service } = await twice(PROFILE);
    copyFileSync(join(at, 'in.csv'), join(at, 'copy.csv'));
    await expect(runImport(at, service.url, 'copy.csv', FUNDED)).rejects.toMatchObject({ code: 'alike' });
    expect(service.store.transfers).toHaveLength(2);
  });

  it('is left alone while another run pays it in another reading', async () => {
    const at = folder({ 'in.csv': EXPORT });
    const service = await sandbox();
    let other: Promise<unknown> | undefined;
    const outcomes: unknown[] = [];
    const at1 = (): void => {
      other ??= runImport(at, service.url, 'in.csv', FUNDED, { results: join(at, 'other.csv') }).catch(
        (error: unknown) => outcomes.push(error),
      );
    };
    await runImport(at, service.url, 'in.csv', PROFILE, {
      ...{ concurrency: 1, hooks: { at: at1 } },
    });
    await other;
    expect(service.store.transfers).toHaveLength(2);
    expect(outcomes).toHaveLength(1);
  });

  it('that another run paid in another reading while a question waited is not paid again', async () => {
    const at = folder({ 'in.csv': EXPORT });
    const service = await sandbox();
    const confirm = async (): Promise<boolean> => {
      await runImport(at, service.url, 'in.csv', FUNDED, { results: join(at, 'other.csv') });
      return true;
    };
    const asked = runImport(at, service.url, 'in.csv', PROFILE, { hooks: { confirm } });
    await expect(asked).rejects.toMatchObject({ code: 'alike' });
    expect(service.store.transfers).toHaveLength(2);
  });
});

describe('what is no other reading', () => {
  const rows = payouts(numbered(2), BARE);

  it('is a batch id of its own for rows without references', async () => {
    const at = folder({ 'in.csv': rows });
    const service = await sandbox();
    const clock = new JumpingClock();
    await runIn(at, service.url, { clock, batchId: 'may' });
    await clock.sleep(31 * 86_400_000);
    expect(await runIn(at, service.url, { clock, batchId: 'june' })).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(4);
  });

  it('is another sheet of a workbook; the same sheet is', async () => {
    const head = ['No', 'Text', 'Sum', 'Other'];
    const at = folder({
      'in.xlsx': workbook(
        { name: 'May', rows: [head, ['A-1', 'one', '10', 'B-1']] },
        { name: 'June', rows: [head, ['A-2', 'two', '20', 'B-2']] },
      ),
    });
    const service = await sandbox();
    const go = (profile: ProfileText): ReturnType<typeof runImport> =>
      runImport(at, service.url, 'in.xlsx', profile);
    expect(await go({ ...PROFILE, sheet: 'May' })).toMatchObject({ exitCode: 0 });
    expect(await go({ ...PROFILE, sheet: 'June' })).toMatchObject({ exitCode: 0 });
    await expect(go({ ...FUNDED, sheet: 'June' })).rejects.toMatchObject({ code: 'alike' });
    expect(service.store.transfers).toHaveLength(2);
  });

  it('is no sheet that is the only one, named or not', async () => {
    const rows = [
      ['No', 'Text', 'Sum', 'Other'],
      ['A-1', 'one', '10', 'B-1'],
    ];
    const at = folder({ 'in.xlsx': workbook({ name: 'May', rows }) });
    const service = await sandbox();
    await runImport(at, service.url, 'in.xlsx', PROFILE);
    const named = runImport(at, service.url, 'in.xlsx', { ...FUNDED, sheet: 'May' });
    await expect(named).rejects.toMatchObject({ code: 'alike' });
    expect(service.store.transfers).toHaveLength(1);
  });
});
