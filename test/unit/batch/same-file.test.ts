// A row that stands beside one that was paid before, or is in doubt, and looks like it: that the other stands in the file, too,
// makes it no other payment. Rows that one file held from the beginning are. At the service's own count.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { LiveSettings } from '../../../src/batch/send/settings.ts';
import type { FaultSpec } from '../../../src/sandbox/faults.ts';
import { folder } from '../../kit/folder.ts';
import { COLUMNS, customers, numbered, payouts } from '../../kit/payouts.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';

const BARE = COLUMNS.filter((name) => name !== 'reference');
const DOUBT = (operation: 'createTransfer' | 'createCustomer'): FaultSpec[] => [
  { kind: '500-after', operation },
];
const held = { exitCode: 1 };

async function then(
  first: string,
  second: string,
  { faults = [], more = {} }: { faults?: FaultSpec[]; more?: Partial<LiveSettings> } = {},
) {
  const at = folder({ 'in.csv': first, 'statement.pdf': '%PDF x' });
  const service = await sandbox({ faults });
  await runIn(at, service.url, { concurrency: 1, ...more });
  service.faults.clear();
  const { transfers, customers: made } = service.store;
  const before = transfers.length + made.size;
  writeFileSync(join(at, 'in.csv'), second);
  const again = await runIn(at, service.url, more).catch((error: unknown) => error);
  return { again, more: transfers.length + made.size - before };
}

const ROW = { memo: 'x' };
const rekeyed = (rows: readonly Record<string, string>[]): Record<string, string>[] =>
  rows.map((row) => ({ ...row, reference: `T${row.reference ?? ''}` }));

describe('a row beside one that was paid before', () => {
  it.each<[string, string, string, FaultSpec[]]>([
    [
      'whose reference is spelt otherwise',
      payouts([{ ...ROW, reference: 'INV-9' }]),
      payouts([
        { ...ROW, reference: 'INV-9' },
        { ...ROW, reference: 'INV9' },
      ]),
      [],
    ],
    [
      'that is in doubt, under another reference',
      payouts([{ ...ROW, reference: 'C-1' }]),
      payouts([
        { ...ROW, reference: 'C-1' },
        { ...ROW, reference: 'D-1' },
      ]),
      DOUBT('createTransfer'),
    ],
    [
      'in a file of both exports',
      payouts(numbered(5)),
      payouts([...numbered(5), ...rekeyed(numbered(5))]),
      [],
    ],
    [
      'with a customer that was created',
      customers([{ reference: 'C-1' }]),
      customers([{ reference: 'C-1' }, { reference: 'C-2' }]),
      [],
    ],
    [
      'with a customer in doubt',
      customers([{ reference: 'C-1' }]),
      customers([{ reference: 'C-1' }, { reference: 'C-2' }]),
      DOUBT('createCustomer'),
    ],
  ])('%s: held', async (_, first, second, faults) => {
    expect(await then(first, second, { faults })).toMatchObject({
      again: faults.length > 0 ? { exitCode: 3 } : held,
      more: 0,
    });
  });
  it('that is in doubt, twice under one batch id: held', async () => {
    const how = { faults: DOUBT('createTransfer'), more: { batchId: 'n' } };
    const twice = payouts([ROW, ROW], BARE);
    expect(await then(payouts([ROW], BARE), twice, how)).toMatchObject({ again: { exitCode: 3 }, more: 0 });
  });
  it('is the second of two where one batch id counts them', async () => {
    const twice = payouts([ROW, ROW], BARE);
    expect(await then(payouts([ROW], BARE), twice, { more: { batchId: 'n' } })).toMatchObject({
      again: { exitCode: 0 },
      more: 1,
    });
  });
});

describe('equal rows of one file', () => {
  const refused: FaultSpec[] = [
    { kind: 'status-before', status: 422, operation: 'createTransfer', every: 2 },
  ];
  const rows = ['A', 'B', 'C', 'D'].map((reference) => ({ ...ROW, reference }));
  it.each([COLUMNS, BARE])('of which some were refused are sent when it is run again', async (...columns) => {
    const file = payouts(rows, columns);
    expect(await then(file, file, { faults: refused })).toMatchObject({ again: { exitCode: 0 }, more: 2 });
  });
  it('of which some were refused are sent when another row was corrected', async () => {
    const file = (memo: string) => payouts([...rows, { reference: 'E', memo, receiverAmount: '11.00' }]);
    expect(await then(file('e'), file('corrected'), { faults: refused })).toMatchObject({ more: 2 });
  });
});
