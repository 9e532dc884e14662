// The ledger answers the first reading of a file, and not the second: nobody knows which rows were paid before.
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import { LedgerError } from '../../../src/ledger/ledger.ts';
import { results } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { failingLedger, runIn, sandbox } from '../../kit/sandbox.ts';
import { verbatim } from '../../kit/words.ts';

it('no row of a page is sent that the ledger could not be asked about, and each says so', async () => {
  const at = folder({ 'in.csv': payouts(numbered(3)) });
  const service = await sandbox();
  await runIn(at, service.url);
  let asked = 0;
  const openLedger = () =>
    failingLedger(
      new FileLedger(join(at, 'l.db'), 'env'),
      ['lookup'],
      () => ++asked > 1,
      () => new LedgerError(verbatim('the disk is full')),
    );
  const end = await runIn(at, service.url, { openLedger });
  expect(end.exitCode).toBe(4);
  expect(service.store.transfers).toHaveLength(3);
  const rows = results(join(at, 'in.results.csv'));
  expect(rows.map(({ status, errorCode }) => [status, errorCode])).toEqual(
    numbered(3).map(() => ['not_sent', 'stopped']),
  );
  for (const row of rows) expect(row['errorMessage']).toMatch(/could not be asked whether this row was paid/);
});
