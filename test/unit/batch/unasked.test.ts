// The ledger answers the first reading of a file, and not the second: nobody knows which rows were paid before.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import { type Item, type Ledger, LedgerError, type RunQueue } from '../../../src/ledger/ledger.ts';
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

describe('on a ledger that several hosts share', () => {
  /** A ledger of one host with a queue that only remembers. */
  function shared(ledger: Ledger, items: Item[]): Ledger {
    const queue: Partial<RunQueue> = {
      openRun: () => Promise.resolve(undefined),
      submit: (run, keyHashes) => ledger.begin(run, keyHashes),
      add: (_, more) => Promise.resolve(void items.push(...more)),
      waiting: () => Promise.resolve([]),
      queued: () => Promise.resolve(),
      tend: () => Promise.resolve(),
      submission: () => Promise.resolve(undefined),
    };
    return new Proxy(ledger, {
      get: (target, name) => {
        if (name === 'queue') return queue;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  it.each([
    [true, 4, 0],
    [false, 0, 3],
  ])('they are not queued (the ledger fails: %s)', async (fails, exitCode, queued) => {
    const at = folder({ 'in.csv': payouts(numbered(3)) });
    const service = await sandbox();
    const items: Item[] = [];
    const open = fails ? failsLater(at) : () => new FileLedger(join(at, 'l.db'), 'env');
    const end = await runIn(at, service.url, { detach: true, openLedger: () => shared(open(), items) });
    expect(end.exitCode).toBe(exitCode);
    expect(items).toHaveLength(queued);
  });
});
