// When rows are sent and when they are not: the limit of rows in doubt, the first transfer alone, signals, resends
// with an idempotency header, two runs at once, paid rows. Also the tags in memos.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { RunControl } from '../../../src/batch/input/control.ts';
import type { CrashPoint } from '../../../src/batch/results/hooks.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { results, statuses } from '../../kit/cli.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { BARE, numbered, payouts } from '../../kit/payouts.ts';
import { paidByMemo, runIn, sandbox } from '../../kit/sandbox.ts';
import { sayOf } from '../../kit/words.ts';

const out = (at: string): string => join(at, 'in.results.csv');
const rows = (count: number): string => payouts(numbered(count));

describe('responses that leave rows in doubt', () => {
  const unreadable = { faults: [{ kind: 'no-id' as const, operation: 'createTransfer' as const }] };

  it('stop the run after --max-in-doubt rows, even if the concurrency is higher', async () => {
    const service = await sandbox(unreadable);
    const at = folder({ 'in.csv': rows(60) });
    const end = await runIn(at, service.url, {
      concurrency: 30,
      haltAfter: 1000,
      maxInDoubt: 3,
      timeoutMs: 20_000,
    });
    expect(statuses(out(at))).toEqual({ in_doubt: 3, not_sent: 57 });
    expect(service.store.transfers).toHaveLength(3);
    expect(sayOf(end.stopped)).toMatch(/--max-in-doubt 3/);
    expect(end.exitCode).toBe(3);
  });
  it('stop the run; the ledger records the 999 rows that are not sent in fewer than 20 writes', async () => {
    const service = await sandbox(unreadable);
    const at = folder({ 'in.csv': rows(1000) });
    let notes = 0;
    const wrap = (ledger: Ledger): Ledger =>
      new Proxy(ledger, {
        get: (target, name) => {
          if (name === 'note') notes += 1;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    await runIn(at, service.url, { concurrency: 1, maxInDoubt: 1, wrap });
    expect(statuses(out(at))).toEqual({ in_doubt: 1, not_sent: 999 });
    expect(notes).toBeLessThan(20);
  });
  it('stop the run after the first transfer, which goes alone, if one row in doubt is the limit', async () => {
    const service = await sandbox(unreadable);
    const at = folder({ 'in.csv': rows(60) });
    await runIn(at, service.url, { concurrency: 30, maxInDoubt: 1 });
    expect(service.store.transfers).toHaveLength(1);
  });
  it('include one with the transfer id of another row, which stops the run', async () => {
    const service = await sandbox();
    service.store.newId = () => '11111111-2222-4333-8444-555555555555';
    const at = folder({ 'in.csv': rows(3) });
    const end = await runIn(at, service.url, { concurrency: 1, quote: false });
    expect(statuses(out(at))).toEqual({ created: 1, in_doubt: 1, not_sent: 1 });
    expect(sayOf(end.stopped)).toMatch(/returned the id of another transfer/);
    expect(results(out(at))[1]).toMatchObject({ errorCode: 'id_taken', transferId: '' });
    expect(end.exitCode).toBe(3);
    expect((await runIn(at, service.url)).exitCode).toBe(3);
    expect(service.store.transfers).toHaveLength(3);
  });
});

describe('a signal', () => {
  it.each<[CrashPoint, number]>([
    ['after-quote', 0],
    ['before-intent', 0],
    ['after-intent', 0],
    ['after-answer', 1],
  ])('at %s: no other request is sent, and the next run pays each row once', async (when, executed) => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(40) });
    const control = new RunControl();
    const hooks = {
      reached: (point: CrashPoint): void => {
        if (point === when && control.signals === 0) control.signal();
      },
    };
    const end = await runIn(at, service.url, { concurrency: 20, control, hooks, timeoutMs: 20_000 });
    expect(service.store.transfers).toHaveLength(executed);
    expect(statuses(out(at))).toEqual({
      ...(executed > 0 ? { created: executed } : {}),
      not_sent: 40 - executed,
    });
    expect(end.exitCode).toBe(4);
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect([...paidByMemo(service).values()]).toEqual(Array(40).fill(1));
  });
});

describe('a row in doubt with an idempotency header', () => {
  const idempotency = { header: 'Idempotency-Key', windowSeconds: 3600 };
  const doubtful = async () => {
    const service = await sandbox({
      idempotencyHeader: 'Idempotency-Key',
      faults: [{ kind: 'reset-after', operation: 'createTransfer', first: 7 }],
    });
    const at = folder({ 'in.csv': rows(1) });
    const clock = new JumpingClock();
    const profile = { ...DEFAULT_PROFILE, idempotency };
    expect((await runIn(at, service.url, { profile, clock })).exitCode).toBe(3);
    return { service, at, clock, profile };
  };

  it('is not resent if another header is configured now', async () => {
    const { service, at, clock } = await doubtful();
    const calls = service.store.calls.get('createTransfer');
    const profile = { ...DEFAULT_PROFILE, idempotency: { ...idempotency, header: 'X-Request-Id' } };
    expect((await runIn(at, service.url, { profile, clock })).exitCode).toBe(3);
    expect(service.store.calls.get('createTransfer')).toBe(calls);
  });
  it('is not resent if the clock was set back', async () => {
    const { service, at, clock, profile } = await doubtful();
    const calls = service.store.calls.get('createTransfer');
    clock.nowMs -= 86_400_000;
    expect((await runIn(at, service.url, { profile, clock })).exitCode).toBe(3);
    expect(service.store.calls.get('createTransfer')).toBe(calls);
  });
});

describe('two files with equal rows that are run at the same time', () => {
  it('pay no row twice', async () => {
    const service = await sandbox();
    const at = folder();
    for (let seed = 1; seed <= 8; seed++) {
      const text = payouts(
        Array.from({ length: 3 }, (_, i) => ({ memo: `seed ${seed} row ${i}` })),
        BARE,
      );
      const files = { 'lf.csv': text, 'crlf.csv': text.replaceAll('\n', '\r\n') };
      await Promise.all(
        Object.entries(files).map(async ([name, content]) => {
          writeFileSync(join(at, name), content);
          const paths = {
            file: join(at, name),
            results: join(at, `${name}.results`),
            retry: join(at, `${name}.retry`),
          };
          await runIn(at, service.url, paths).catch(() => undefined);
        }),
      );
    }
    const paid = [...paidByMemo(service)].filter(([, times]) => times > 1);
    expect(paid, 'seeds 1 to 8').toEqual([]);
  });
});

describe('a run', () => {
  it('sends no request, not even for a token, if every row is already paid', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(3) });
    await runIn(at, service.url);
    const before = new Map(service.store.calls);
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect(service.store.calls).toEqual(before);
    await service.stop();
    expect((await runIn(at, service.url)).exitCode).toBe(0);
  });

  it('appends a tag to each memo with memoTag; a run without memoTag knows the rows all the same', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': payouts([{ memo: 'rent' }, { memo: '' }], BARE) });
    const profile = { ...DEFAULT_PROFILE, memoTag: true };
    await runIn(at, service.url, { profile, concurrency: 1 });
    const memos = service.store.transfers.map(({ memo }) => memo);
    expect(memos[0]).toMatch(/^rent pb-[0-9a-f]{10}$/);
    expect(memos[1]).toMatch(/^pb-[0-9a-f]{10}$/);
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(2);
  });
});
