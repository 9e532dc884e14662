// The ledger's thread gives the same results as the ledger without it. No row is lost or paid twice when its disk is
// full, busy or slow, when it dies, or when it never starts.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import type { StartThread } from '../../../src/ledger/file/thread/thread-writer.ts';
import { LedgerError } from '../../../src/ledger/ledger.ts';
import { readMark } from '../../../src/ledger/store/mark.ts';
import { serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { after, claims, intent, newRun, openedLedger, outcome, runRow } from '../../kit/ledger.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { paidByMemo, runIn, sandbox } from '../../kit/sandbox.ts';
import { sayOf } from '../../kit/words.ts';

const keyed = (name: number | string): string => `p:r:${name}`;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** The thread with a fault (ledger-thread.js), the count of its commits, and the threads that were started. */
function faulty(fault: string): { start: StartThread; commits: Int32Array; threads: Worker[] } {
  const commits = new Int32Array(new SharedArrayBuffer(4));
  const threads: Worker[] = [];
  const start: StartThread = (data) => {
    const thread = new Worker(new URL('./ledger-thread.js', import.meta.url), {
      workerData: { ...data, fault, commits: commits.buffer },
    });
    threads.push(thread);
    return thread;
  };
  return { start, commits, threads };
}

async function begun(thread: true | StartThread = true, path?: string): Promise<FileLedger> {
  const one = openedLedger(path, 'env', { thread });
  await one.begin(newRun('a', { rows: 100 }), claims());
  return one;
}

const intendAll = (ledger: FileLedger, rows: readonly number[]) =>
  Promise.all(rows.map((row) => ledger.intend(intent('a', { key: keyed(row), sequence: row }))));
const recordAll = (ledger: FileLedger, rows: readonly number[]) =>
  Promise.all(
    rows.map((row) =>
      ledger.record(outcome('a', 'created', { key: keyed(row), sequence: row, createdId: `t-${row}` })),
    ),
  );

describe("the ledger's thread", () => {
  it('gives the same results as the ledger, in order, and has written what it confirms', async () => {
    const one = await begun();
    expect(await intendAll(one, numbers(50))).toEqual(Array(50).fill({ ok: true }));
    expect(await one.intend(intent('b', { key: keyed(3) }))).toMatchObject({
      ok: false,
      why: 'owned',
      current: { key: keyed(3), runId: 'a', state: 'sending', updatedAt: new Date('2026-06-01T00:00:00Z') },
    });
    expect((await one.lookup([keyed(7)])).get(keyed(7))).toMatchObject({ state: 'sending' });
    expect(await recordAll(one, numbers(50))).toEqual(Array(50).fill({ ok: true }));
    expect(one.tipSeen.sequence).toBe(100);
    await one.intend(intent('a', { key: keyed('x'), sequence: 60 }));
    const taken = outcome('a', 'created', { key: keyed('x'), sequence: 60, createdId: 't-5' });
    expect(await one.record(taken)).toMatchObject({
      ok: false,
      why: 'id_taken',
      current: { key: keyed(5) },
    });
    await one.remember('ab', 'd-1', after(0));
    expect(await one.recall('ab')).toBe('d-1');
    await one.note('a', [runRow({ key: null, sequence: 70, line: 80, status: 'invalid' })]);
    expect(readMark(one.path)?.sequence).toBe(101);
    expect(await one.sequence()).toBe(101);
    await one.finish('a', after(1), 0, { created: 50 });
    expect((await one.runRows('a')).map((row) => row.sequence)).toEqual([...numbers(50), 60, 70]);
    expect((await one.run('a'))?.exitCode).toBe(0);
  });

  it('finds a possible duplicate that another run has sent since the row was planned', async () => {
    const one = await begun();
    const other = openedLedger(one.path);
    const alike = (runId: string, name: string, alikeSince: number | null) =>
      intent(runId, { key: keyed(name), fingerprint: `f1:${name.charAt(0)}`, alikeSince });
    const since = await one.sequence();
    await other.intend(alike('b', 'x-theirs', null));
    expect(await one.intend(alike('a', 'x-own', since))).toMatchObject({
      why: 'alike',
      current: { runId: 'b' },
    });
    const later = await one.sequence();
    for (const name of ['y-1', 'y-2'])
      expect(await one.intend(alike('a', name, later))).toEqual({ ok: true });
    await other.intend(alike('b', 'z-theirs', null));
    expect(await one.intend(alike('a', 'z-own', later))).toMatchObject({
      why: 'alike',
      current: { runId: 'b' },
    });
    expect(await one.intend(alike('a', 'w-own', later))).toEqual({ ok: true });
    const last = await one.sequence();
    await one.intend(alike('c', 'v-theirs', null));
    expect(await one.intend(alike('a', 'v-own', last))).toMatchObject({
      why: 'alike',
      current: { runId: 'c' },
    });
  });

  it('is not started for a single call', async () => {
    const { start, threads } = faulty('slow 0');
    const one = openedLedger(undefined, 'env', { thread: start });
    await one.begin(newRun('a', { rows: 1 }), claims());
    expect(await one.intend(intent('a'))).toEqual({ ok: true });
    expect(threads).toEqual([]);
  });

  it('ends with the run after it has committed all writes; later writes are made without it', async () => {
    const one = await begun();
    const written = intendAll(one, numbers(5));
    await one.finish('a', after(1), 0, {});
    expect(await written).toHaveLength(5);
    expect(one.tipSeen.sequence).toBe(5);
    expect(await one.intend(intent('b', { key: keyed('later') }))).toEqual({ ok: true });
    expect(one.tipSeen.sequence).toBe(6);
  });

  it('groups writes while a slow disk syncs, and does not block the event loop', async () => {
    const { start, commits } = faulty('slow 20');
    const one = await begun(start);
    await intendAll(one, [1000]); // the thread has started
    const before = Atomics.load(commits, 0);
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    await Promise.all(
      numbers(40).map(async (row) => {
        for (let spin = 0; spin < row % 5; spin++) await new Promise((resolve) => setImmediate(resolve));
        await intendAll(one, [row]);
      }),
    );
    clearInterval(ticking);
    expect(Atomics.load(commits, 0) - before).toBeLessThan(10);
    expect(turns).toBeGreaterThan(3);
    expect(await one.sequence()).toBe(41);
  });

  it('commits half of the open rows at a time, in order, and all of them at the end', async () => {
    const { start, commits } = faulty('slow 20');
    const one = await begun(start);
    await intendAll(one, numbers(40));
    const before = Atomics.load(commits, 0);
    const done: string[] = [];
    // Each outcome makes room for another intent, so 40 rows are always open.
    const asked = numbers(40).flatMap((row) => [
      recordAll(one, [row]).then(() => done.push(`outcome ${row}`)),
      intendAll(one, [100 + row]).then(() => done.push(`intent ${row}`)),
    ]);
    await asked[0];
    expect(done).toHaveLength(40);
    await Promise.all(asked);
    expect(done).toEqual(numbers(40).flatMap((row) => [`outcome ${row}`, `intent ${row}`]));
    expect(Atomics.load(commits, 0) - before).toBe(2);
    const rest = [
      recordAll(
        one,
        numbers(40).map((row) => 100 + row),
      ),
      intendAll(
        one,
        numbers(60).map((row) => 200 + row),
      ),
    ];
    await one.finish('a', after(1), 0, {});
    await Promise.all(rest);
    expect(await one.sequence()).toBe(220);
  });
});

describe("a ledger's thread that can't write", () => {
  it('rejects the whole group on a full disk, and writes nothing of it', async () => {
    const { start } = faulty('full 2');
    const one = await begun(start);
    await intendAll(one, [0]);
    const failed = await Promise.allSettled(numbers(4).map((row) => intendAll(one, [10 + row])));
    for (const each of failed) {
      expect(each.status).toBe('rejected');
      const { reason } = each as PromiseRejectedResult; // asserted above
      expect(reason).toBeInstanceOf(LedgerError);
      expect(reason).toMatchObject({ code: 'ledger', message: expect.stringMatching(/the disk is full/) });
    }
    expect(await one.sequence()).toBe(1);
    expect(readMark(one.path)?.sequence).toBe(1);
  });

  it('rejects the group while another process holds the ledger, and writes the next when it is free', async () => {
    const { start } = faulty('busy');
    const one = await begun(start);
    await intendAll(one, [0]);
    const other = new Database(one.path);
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    await expect(intendAll(one, [1, 2])).rejects.toThrow(/another process has locked it/);
    other.exec('COMMIT');
    await intendAll(one, [1, 2]);
    expect(await one.sequence()).toBe(3);
  });

  it('writes nothing of the group in which it is killed, and nothing after it', async () => {
    const { start, commits, threads } = faulty('hang 2');
    const one = await begun(start);
    await intendAll(one, [0]);
    const lost = Promise.allSettled([intendAll(one, [1, 2]), recordAll(one, [0])]);
    const late = new Promise((resolve) => setImmediate(resolve)).then(() => {
      Atomics.wait(commits, 0, 1, 20_000); // until the second commit is about to be made
      return Promise.allSettled([intendAll(one, [3]), threads[0]?.terminate()]);
    });
    expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await late)[0].status).toBe('rejected');
    await expect(intendAll(one, [4])).rejects.toThrow(/its thread has ended/);
    // Its transaction is rolled back, so the ledger is free and the run can be ended.
    await one.finish('a', after(1), 3, {});
    expect(await one.sequence()).toBe(1);
    expect((await one.row(keyed(0)))?.state).toBe('in_doubt');
  }, 40_000);

  it('writes nothing if it never starts', async () => {
    const start: StartThread = (data) =>
      new Worker('throw new Error("no thread")', { eval: true, workerData: data });
    const one = await begun(start);
    await expect(intendAll(one, [0])).rejects.toThrow(/its thread has ended: no thread/);
    await one.finish('a', after(1), 4, {});
    expect(await one.sequence()).toBe(0);
  });

  it('writes nothing if another ledger has replaced the one that was opened', async () => {
    const start: StartThread = (data) => faulty('slow 0').start({ ...data, ledgerId: 'another' });
    const one = await begun(start);
    await expect(intendAll(one, [0])).rejects.toThrow(/is now another ledger/);
  });
});

describe('a run with a ledger thread', () => {
  const rows = 90; // enough for many more commits than the last one with a fault
  const setUp = () => folder({ 'in.csv': payouts(numbered(rows)) });
  const over = (at: string, thread: StartThread | true) => ({
    openLedger: () => new FileLedger(join(at, 'l.db'), 'env', { create: true, accept: false, thread }),
  });
  /** A second run finishes the file: each row is paid once, or is in doubt. */
  async function goOn(at: string, url: string, service: Awaited<ReturnType<typeof sandbox>>): Promise<void> {
    const end = await runIn(at, url, { maxInDoubt: Infinity, ...over(at, true) });
    expect([0, 3]).toContain(end.exitCode);
    const paid = paidByMemo(service);
    expect(Math.max(...paid.values())).toBe(1);
    expect(end.tally.count('created') + end.tally.count('in_doubt')).toBe(rows);
    expect(service.store.transfers.length).toBeGreaterThanOrEqual(end.tally.count('created'));
  }

  it('pays every row once', async () => {
    const service = await sandbox();
    const at = setUp();
    const end = await runIn(at, service.url, over(at, true));
    expect(end.exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(rows);
    expect(statSync(join(at, 'in.results.csv')).size).toBeGreaterThan(0);
    await goOn(at, service.url, service);
    expect(service.store.transfers).toHaveLength(rows);
  });

  it.each([1, 2, 3, 8, 20])(
    'stops when the disk is full from commit %i on, and no row is lost or paid twice',
    async (from) => {
      const service = await sandbox();
      const at = setUp();
      const end = await runIn(at, service.url, over(at, faulty(`full ${from}`).start));
      expect([3, 4]).toContain(end.exitCode);
      expect(sayOf(end.stopped)).toMatch(/the disk is full/);
      expect(end.tally.count('created') + end.tally.count('in_doubt')).toBeGreaterThanOrEqual(
        service.store.transfers.length,
      );
      expect(end.footing).toEqual([]);
      await goOn(at, service.url, service);
    },
  );

  it.each([1, 2, 3, 8, 20])(
    'stops when the thread is killed at commit %i, and no row is lost or paid twice',
    async (at) => {
      const service = await sandbox();
      const place = setUp();
      const { start, commits, threads } = faulty(`hang ${at}`);
      const watching = setInterval(() => {
        if (Atomics.load(commits, 0) >= at) void threads[0]?.terminate();
      }, 5);
      onTestFinished(() => clearInterval(watching));
      const end = await runIn(place, service.url, over(place, start));
      expect([3, 4]).toContain(end.exitCode);
      expect(sayOf(end.stopped)).toMatch(/its thread has ended/);
      expect(end.tally.count('created') + end.tally.count('in_doubt')).toBeGreaterThanOrEqual(
        service.store.transfers.length,
      );
      expect(end.footing).toEqual([]);
      await goOn(place, service.url, service);
    },
  );
});

// Commands that tests run inside this process have no ledger thread. A command in a separate process has one.

describe('a run from the command line', () => {
  it.each([false, true])(
    'starts one thread for its ledger, unless singleThread is set (%s)',
    async (singleThread) => {
      const started: Worker[] = [];
      const see = (worker: Worker): void => void started.push(worker);
      process.on('worker', see);
      onTestFinished(() => void process.off('worker', see));
      const service = await sandbox();
      const at = folder({ 'in.csv': payouts(numbered(2)) });
      const io = fakeIo(at, serviceEnv(service.url), { singleThread });
      expect(await program(['run', `${at}/in.csv`, '--ledger', `${at}/l.db`, '--yes'], io)).toBe(0);
      expect(started).toHaveLength(singleThread ? 0 : 1);
      expect(service.store.transfers).toHaveLength(2);
    },
  );
});
