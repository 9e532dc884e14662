// Rows that a dead run was sending are in doubt, even before another run has recorded that. They are not reported as
// created or in progress.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { NO_CHECKS } from '../../../src/batch/input/settings.ts';
import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { results } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { BARE, numbered, payouts } from '../../kit/payouts.ts';
import { checkIn, failingLedger, paidByMemo, runIn, sandbox } from '../../kit/sandbox.ts';
import { CONSTANTS, runImport } from './imports/imports.ts';

/** A ledger that records no outcome, so the run dies with rows being sent. */
const cutOff = (at: string) => ({
  openLedger: () =>
    failingLedger(
      new FileLedger(join(at, 'l.db'), 'env', { create: true, accept: false }),
      ['record'],
      () => true,
      () => new Error('the disk is full'),
    ),
});

it.each([
  ['that was saved again', payouts(numbered(2), BARE), `${payouts(numbered(2), BARE)}\n`],
  ['that got references', payouts(numbered(2), BARE), payouts(numbered(2))],
])('a row in doubt of a dead run holds the same row in a file %s', async (_, first, second) => {
  const at = folder({ 'in.csv': first });
  const service = await sandbox();
  await runIn(at, service.url, { ...cutOff(at), concurrency: 1 }).catch(() => undefined);
  const before = service.store.transfers.length;
  expect(before).toBeGreaterThan(0);
  writeFileSync(join(at, 'in.csv'), second);
  await runIn(at, service.url);
  const [row] = results(join(at, 'in.results.csv'));
  expect(row).toMatchObject({ status: 'not_sent', errorCode: 'alike' });
  expect(row?.['errorMessage']).toMatch(/in doubt since/);
  expect([...paidByMemo(service).values()]).toEqual(Array(before).fill(1));
});

it.each([
  ['the same row', 'R-1', { status: 'in_doubt' }],
  ['another row to the same account', 'R-9', { status: 'not_sent', errorCode: 'alike' }],
])(
  'check with a read-only ledger finds that a row of a dead run is in doubt: %s',
  async (_, reference, line) => {
    const at = folder({ 'in.csv': payouts(numbered(1)) });
    const service = await sandbox();
    await runIn(at, service.url, cutOff(at)).catch(() => undefined);
    writeFileSync(join(at, 'in.csv'), payouts(numbered(1, { reference })));
    const look = (): Promise<Ledger> =>
      Promise.resolve(new FileLedger(join(at, 'l.db'), 'env', { create: false, accept: false, look: true }));
    await checkIn(at, { history: { checks: NO_CHECKS, payee: undefined, alikeDays: 3, look } });
    expect(results(join(at, 'out.csv'))).toMatchObject([line]);
  },
);

it('the same bytes with other parse settings are refused if a dead run was sending rows of them', async () => {
  const at = folder({ 'in.csv': 'No;Text;Sum\n1;a;10.00\n' });
  const columns = { No: null, Text: 'memo', Sum: 'receiverAmount' };
  const service = await sandbox();
  const profile = { columns, constants: CONSTANTS };
  await runImport(at, service.url, 'in.csv', profile, cutOff(at)).catch(() => undefined);
  const again = runImport(at, service.url, 'in.csv', {
    columns: { ...columns, Text: null },
    constants: CONSTANTS,
  });
  await expect(again).rejects.toMatchObject({ code: 'same_file' });
  expect(service.store.transfers).toHaveLength(1);
});
