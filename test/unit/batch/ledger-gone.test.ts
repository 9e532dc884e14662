// The ledger's folder is removed, moved or replaced during a run. Once the run notices it, it sends nothing more and
// reports it. The next run does not start with a new ledger.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { CrashPoint } from '../../../src/batch/results/hooks.ts';
import { program } from '../../../src/cli/program.ts';
import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import { type Ledger, LedgerError, type QueueItem, type RunQueue } from '../../../src/ledger/ledger.ts';
import { results, serviceEnv, statuses } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { failingLedger, paidByMemo, runIn, sandbox } from '../../kit/sandbox.ts';
import { sayOf, verbatim } from '../../kit/words.ts';

const GONE: Record<string, (state: string) => void> = {
  removed: (state) => rmSync(state, { recursive: true }),
  'moved away': (state) => renameSync(state, `${state}-old`),
  'replaced by a copy of itself': (state) => {
    renameSync(state, `${state}-old`);
    mkdirSync(state);
    copyFileSync(join(`${state}-old`, 'l.db'), join(state, 'l.db'));
  },
};

describe.each(Object.keys(GONE))('a ledger folder that is %s during a run', (how) => {
  it.each<[CrashPoint, number, boolean]>([
    ['before-intent', 4, false],
    ['after-intent', 4, false],
    ['after-answer', 4, true],
    ['after-outcome', 4, false],
    ['before-intent', 4, true],
    ['before-results', 1, false],
    ['before-results', 1, true],
  ])('stops the run at %s (%i), and no row is paid twice (thread: %s)', async (when, nth, thread) => {
    const service = await sandbox();
    const at = folder({ 'in.csv': payouts(numbered(12)) });
    const state = join(at, 'state');
    mkdirSync(state);
    let seen = 0;
    const end = await runIn(at, service.url, {
      concurrency: 1,
      openLedger: () => new FileLedger(join(state, 'l.db'), 'env', { create: true, accept: false, thread }),
      hooks: {
        reached: (point) => {
          if (point === when && ++seen === nth) GONE[how]?.(state);
        },
      },
    });
    const paid = service.store.transfers.length;
    expect(paid).toBeLessThanOrEqual(when === 'before-results' ? 12 : 4);
    expect([end.exitCode, end.ledgerGone]).toEqual([
      when === 'after-intent' || when === 'after-answer' ? 3 : 4,
      true,
    ]);
    expect(sayOf(end.stopped)).toContain('was removed, moved or replaced while it was in use');
    const said = results(join(at, 'in.results.csv'));
    expect(said).toHaveLength(12);
    // Every transfer's id is in the results, even if the ledger could not record it.
    expect(said.filter((row) => row['transferId'] !== '')).toHaveLength(paid);

    // A new ledger in its place is refused while the results are in the folder of the input.
    rmSync(state, { recursive: true, force: true });
    mkdirSync(state);
    const again = runIn(at, service.url, {
      openLedger: () => new FileLedger(join(state, 'l.db'), 'env', { create: true, accept: false }),
    });
    await expect(again).rejects.toMatchObject({ code: 'ledger_witness' });
    expect(service.store.transfers).toHaveLength(paid);
  });
});

it('paybatch run reports a removed ledger on standard error, and does not suggest running again', async () => {
  const service = await sandbox();
  const at = folder({ 'in.csv': payouts(numbered(6)) });
  const state = join(at, 'state');
  const io = fakeIo(at, { ...serviceEnv(service.url), PAYBATCH_LEDGER: join(state, 'l.db') });
  const seen = service.store.transfers.push.bind(service.store.transfers);
  service.store.transfers.push = (...made) => {
    if (service.store.transfers.length === 2) rmSync(state, { recursive: true });
    return seen(...made);
  };
  const code = await program(['run', join(at, 'in.csv'), '--concurrency', '1', '--json'], io);
  expect(code).toBe(3);
  expect(io.said.err).toContain(`THE LEDGER IS GONE: ${join(state, 'l.db')} was removed`);
  expect(io.said.err).not.toContain('continues where this run stopped');
  expect(statuses(join(at, 'in.results.csv'))).toEqual({ created: 2, in_doubt: 1, not_sent: 3 });
  expect(existsSync(state)).toBe(false);
  const second = fakeIo(at, { ...serviceEnv(service.url), PAYBATCH_LEDGER: join(state, 'l.db') });
  expect(await program(['run', join(at, 'in.csv')], second)).toBe(2);
  expect(Math.max(...paidByMemo(service).values())).toBe(1);
});

// The ledger fails in the second reading of a file, so it is unknown which rows were paid before.

function failsLater(at: string): () => Ledger {
  let asked = 0;
  return () =>
    failingLedger(
      new FileLedger(join(at, 'l.db'), 'env', { create: true, accept: false }),
      ['lookup'],
      () => ++asked > 1,
      () => new LedgerError(verbatim('the disk is full')),
    );
}

it('a run does not send rows that it cannot look up in the ledger, and records each as pending', async () => {
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

it('a run with a new ledger holds rows that earlier results list as pending', async () => {
  const at = folder({ 'in.csv': payouts(numbered(3)) });
  const service = await sandbox();
  await runIn(at, service.url);
  await runIn(at, service.url, { openLedger: failsLater(at) });
  const end = await runIn(at, service.url, {
    openLedger: () => new FileLedger(join(at, 'restored.db'), 'env', { create: true, accept: false }),
    acceptLedger: true,
  });
  expect(service.store.transfers).toHaveLength(3);
  expect(end.tally.count('not_sent')).toBe(3);
});

describe('the rows of a run that several hosts share', () => {
  /** A file ledger with a queue that only collects its items. */
  function shared(ledger: Ledger, items: QueueItem[]): Ledger {
    const queue: Partial<RunQueue> = {
      openRun: () => Promise.resolve(undefined),
      submit: (run, keyHashes) => ledger.begin(run, keyHashes),
      add: (_, more) => Promise.resolve(void items.push(...more)),
      queued: () => Promise.resolve(),
      maintain: () => Promise.resolve(),
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
  ])('are queued only after a ledger lookup (the ledger fails: %s)', async (fails, exitCode, queued) => {
    const at = folder({ 'in.csv': payouts(numbered(3)) });
    const service = await sandbox();
    const items: QueueItem[] = [];
    const open = fails
      ? failsLater(at)
      : () => new FileLedger(join(at, 'l.db'), 'env', { create: true, accept: false });
    const end = await runIn(at, service.url, { detach: true, openLedger: () => shared(open(), items) });
    expect(end.exitCode).toBe(exitCode);
    expect(items).toHaveLength(queued);
  });
});
