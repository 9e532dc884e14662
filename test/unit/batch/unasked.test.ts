// The ledger answers the first reading of a file, and not the second: nobody knows which rows were paid before.
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import { type Ledger, LedgerError } from '../../../src/ledger/ledger.ts';
import { results } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { failingLedger, runIn, sandbox } from '../../kit/sandbox.ts';
import { verbatim } from '../../kit/words.ts';

function failsLater(at: string): () => Ledger {
  let asked = 0;
  return () =>
    failingLedger(
      new FileLedger(join(at, 'l.db'), 'env'),
      ['lookup'],
      () => ++asked > 1,
      () => new LedgerError(verbatim('the disk is full')),
    );
}

it('no row of a page is sent that the ledger could not be asked about, and each says so', async () => {
  const at = folder({ 'in.csv': payouts(numbered(3)) });
  const service = await sandbox();
  await runIn(at, service.url);
  const end = await runIn(at, service.url, { openLedger: failsLater(at) });
  expect(end.exitCode).toBe(4);
  expect(service.store.transfers).toHaveLength(3);
  const rows = results(join(at, 'in.results.csv'));
  expect(rows.map(({ status, errorCode }) => [status, errorCode])).toEqual(
    numbered(3).map(() => ['pending', 'ledger']),
  );
  for (const row of rows)
    expect(row['errorMessage']).toMatch(/could not be asked whether it was paid before/);
});

it('results with such rows hold them for a ledger that was put back', async () => {
  const at = folder({ 'in.csv': payouts(numbered(3)) });
  const service = await sandbox();
  await runIn(at, service.url);
  await runIn(at, service.url, { openLedger: failsLater(at) });
  const end = await runIn(at, service.url, {
    openLedger: () => new FileLedger(join(at, 'restored.db'), 'env'),
    acceptLedger: true,
  });
  expect(service.store.transfers).toHaveLength(3);
  expect(end.tally.count('not_sent')).toBe(3);
});
