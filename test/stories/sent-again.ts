// Rows that were in doubt on one night, called not created, and sent again the next, with lines of a statement for what was executed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, vi } from 'vitest';

import { place } from '../kit/in-doubt.ts';
import { ACCOUNT, GOOD, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

/** The first night. */
const FIRST_MS = Date.parse('2026-11-24T02:00:00Z');
export const HOUR_MS = 60 * 60_000;
const HEAD = 'Transfer ID,External Account ID,Amount,Currency,Created At,Memo';
const NOT = ['--as', 'not-created', '--reason', 'support said no', '--by', 'ann', '--yes'];

interface Night {
  readonly fail: number;
  readonly executed?: boolean;
  /** Whether they are called not created afterwards. */
  readonly isCalled?: boolean;
}

/** Rows of one amount to one account, of which each night's first `fail` are answered with an error; then they are called not created. */
export async function sentAgain(
  memos: readonly string[],
  nights: readonly Night[],
  apartMs = 24 * HOUR_MS,
  isKeyed = false,
  /** Behind the usual first night. */
  afterMs = 0,
) {
  const header = 'Idempotency-Key';
  const keyed = { profile: { idempotency: { header, windowSeconds: 86_400 } } };
  const one = await place(await sandbox(isKeyed ? { idempotencyHeader: header } : {}), isKeyed ? keyed : {});
  const file = join(one.at, 'r.csv');
  writeFileSync(file, payouts(memos.map((memo, i) => ({ ...GOOD, reference: `R-${i}`, memo }))));
  let night = 0;
  const now = Date.now;
  const startMs = now();
  vi.spyOn(Date, 'now').mockImplementation(() => FIRST_MS + afterMs + now() - startMs + night * apartMs);
  onTestFinished(() => void vi.restoreAllMocks());
  const say = (args: readonly string[]) => one.say(args, {});
  /** On a terminal, and answered with yes after `meanwhile`. */
  const asked = (args: readonly string[], meanwhile: () => Promise<void>) =>
    one.say(args, { interactive: true, ask: () => meanwhile().then(() => 'yes') });
  const runs: string[] = [];
  const times: string[] = [];
  for (const { fail, executed = true, isCalled = true } of nights) {
    one.service.faults.clear();
    const kind = executed ? '500-after' : '500-before';
    if (fail > 0) one.service.faults.add({ kind, operation: 'createTransfer', first: fail });
    const ran = await say(['run', file, '--alike-ok', '--concurrency', '1', '--json']);
    expect(ran.code, ran.err).toBe(fail > 0 ? 3 : 0);
    runs.push((JSON.parse(ran.out) as { runId: string }).runId);
    while (times.length < one.service.store.transfers.length) times.push(new Date(Date.now()).toISOString());
    night += 1;
    if (fail > 0 && isCalled) expect((await say(['resolve', 'last', '--all', ...NOT])).code).toBe(0);
  }
  const { transfers } = one.service.store;
  const line = (
    nth: number,
    more: Partial<Record<'id' | 'payee' | 'amount' | 'at' | 'memo', string>> = {},
  ) => {
    const body = JSON.parse(transfers[nth]?.body ?? '{}') as { memo?: string };
    const own = { id: transfers[nth]?.id ?? '', payee: ACCOUNT, amount: '10.00', at: times[nth] ?? '' };
    const { id, payee, amount, at, memo } = { ...own, memo: body.memo ?? '', ...more };
    return `${id},${payee},${amount},GBP,${at},${memo}`;
  };
  const read = (lines: readonly string[], ...more: string[]) => {
    writeFileSync(join(one.at, 's.csv'), [HEAD, ...lines, ''].join('\n'));
    return say(['reconcile', 'last', '--statement', join(one.at, 's.csv'), ...more]);
  };
  const sentMs = (nth: number): number => Date.parse(times[nth] ?? '');
  return { ...one, say, asked, line, read, runs, at: sentMs, folder: one.at, sent: transfers.length };
}
