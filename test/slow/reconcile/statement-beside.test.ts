// reconcile, of rows called not created: which payments beside a row count, how many of them, and that bounced, bulked or other
// payments of the same night raise no false alarm and give no all-clear.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { place } from '../../kit/in-doubt.ts';
import { ACCOUNT, GOOD, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const HOUR_MS = 60 * 60_000;
const NIGHT_MS = Date.parse('2026-11-20T02:00:00Z');
const HEAD = 'Transfer ID,External Account ID,Amount,Currency,Created At,Memo,Status';
const NOT = ['--as', 'not-created', '--reason', 'no', '--by', 'ann', '--yes', '--sure'];
const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');
const WALLET = '26fd2706-8baf-433b-82eb-8c7fada847db';

interface Row {
  readonly amount: string;
  readonly memo?: string;
  readonly wallet?: string;
}

/** A file that is run at 02:00, whose row `at` is answered with an error; then that row is called not created. */
async function night(
  rows: readonly Row[],
  at: number,
  kind: '500-after' | '500-before',
  more: readonly string[] = [],
) {
  const one = await place(await sandbox({}));
  let nowMs = NIGHT_MS;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => {
    clock.mockRestore();
  });
  const say = (args: readonly string[]) => one.say(args, {});
  const file = join(one.at, 'f.csv');
  const written = rows.map(({ amount, memo = '', wallet = GOOD['source.walletId'] ?? '' }, nth) => ({
    ...GOOD,
    ...{ reference: `R-${nth}`, receiverAmount: amount, memo, 'source.walletId': wallet },
  }));
  writeFileSync(file, payouts(written));
  const times: number[] = [];
  const run = async (atMs: number, ...flags: string[]) => {
    nowMs = atMs;
    const ran = await say(['run', file, '--alike-ok', '--concurrency', '1', '--json', ...flags]);
    while (times.length < one.service.store.transfers.length) times.push(atMs);
    return { code: ran.code, runId: (JSON.parse(ran.out) as { runId: string }).runId };
  };
  one.service.faults.add({
    kind,
    operation: 'createTransfer',
    ...(at === 0 ? { first: 1 } : { every: at + 1 }),
  });
  const first = await run(NIGHT_MS, ...more);
  one.service.faults.clear();
  const call = async (runId: string) => {
    nowMs += 2 * HOUR_MS;
    expect((await say(['resolve', runId, '--line', String(at + 2), ...NOT])).code).toBe(0);
  };
  const lines = (how: (line: string[], nth: number) => string[] | undefined = (line) => line) =>
    one.service.store.transfers.flatMap(({ id, body }, nth) => {
      const { receiverAmount, memo = '' } = JSON.parse(body) as { receiverAmount: number; memo?: string };
      const when = new Date(times[nth] ?? 0).toISOString();
      const line = how([id, ACCOUNT, receiverAmount.toFixed(2), 'GBP', when, memo, 'paid'], nth);
      return line ? [line.join(',')] : [];
    });
  const around = ['2026-11-18T09:00:00Z', '2026-11-24T09:00:00Z'].map(
    (when, nth) => `BANK-${nth},${ACCOUNT},77.00,GBP,${when},other,paid`,
  );
  const read = async (runId: string, own: readonly string[]) => {
    nowMs = Date.parse('2026-11-25T09:00:00Z');
    writeFileSync(join(one.at, 's.csv'), [HEAD, ...around, ...own, ''].join('\n'));
    const { code, out } = await say(['reconcile', runId, '--statement', join(one.at, 's.csv')]);
    return { code, out: bare(out) };
  };
  return { ...one, say, run, first, call, lines, read };
}

const seven = [101, 102, 103, 104, 105, 106, 107].map((amount) => ({
  amount: `${amount}.00`,
  memo: `inv ${amount}`,
}));

describe('of seven rows the fourth, called not created', () => {
  it.each([
    ['one payment beside it has bounced', (line: string[], nth: number) => (nth === 2 ? undefined : line)],
    ['one had a fee', (line: string[], nth: number) => (nth === 2 ? line.with(2, '102.50') : line)],
    [
      'one was booked four days late',
      (line: string[], nth: number) => (nth === 2 ? line.with(4, '2026-11-24T02:00:00Z') : line),
    ],
  ])('is confirmed where %s', async (_, how) => {
    const one = await night(seven, 3, '500-before');
    await one.call(one.first.runId);
    const { code, out } = await one.read(one.first.runId, one.lines(how));
    expect([code, out]).toEqual([0, expect.stringContaining('No row of this run is in doubt.')]);
  });
  it('is found where all were booked four days late', async () => {
    const one = await night(seven, 3, '500-after');
    await one.call(one.first.runId);
    const late = one.lines((line) => line.with(4, '2026-11-24T02:00:00Z'));
    expect((await one.read(one.first.runId, late)).code).toBe(3);
  });
  it('is not confirmed by a statement of others when it was sent twice, and the second time alone', async () => {
    const one = await night(seven, 3, '500-after');
    await one.call(one.first.runId);
    one.service.faults.add({ kind: '500-before', operation: 'createTransfer', first: 1 });
    const second = await one.run(NIGHT_MS + 7 * HOUR_MS);
    await one.call(second.runId);
    const { code, out } = await one.read(second.runId, []);
    expect([code, out]).toEqual([3, expect.stringContaining("can't be confirmed")]);
    const inUsdc = one.lines((line) => line.with(3, 'USDC'));
    expect((await one.read(second.runId, inUsdc)).code).toBe(3);
  });
  it('is not confirmed by one of others where the run stopped at it, and the next one paid the rest', async () => {
    const one = await night(seven, 0, '500-after', ['--max-in-doubt', '1']);
    await one.call(one.first.runId);
    one.service.faults.add({ kind: '500-before', operation: 'createTransfer', first: 1 });
    await one.run(NIGHT_MS + 3 * HOUR_MS);
    const { code, out } = await one.read(
      one.first.runId,
      one.lines((line, nth) => (nth === 0 ? undefined : line.with(3, 'USDC'))),
    );
    expect([code, out]).toEqual([3, expect.stringContaining('writes payments otherwise')]);
  });
});

it('a row is confirmed by the whole export of its own wallet', async () => {
  const rows = seven.map((row, nth) => ({ ...row, ...(nth % 2 === 0 ? { wallet: WALLET } : {}) }));
  const one = await night(rows, 3, '500-before');
  await one.call(one.first.runId);
  // Of the rows 0 to 6 without the fourth, those of the usual wallet.
  const own = one.lines((line, nth) => ([1, 4].includes(nth) ? line : undefined));
  expect((await one.read(one.first.runId, own)).code).toBe(0);
  const other = one.lines((line, nth) => ([1, 4].includes(nth) ? undefined : line));
  expect((await one.read(one.first.runId, other)).code).toBe(3);
});

it('a row that alone was paid from its wallet is confirmed by the export of that, which has none of the others', async () => {
  const rows = seven.map((row, nth) => ({ ...row, ...(nth === 3 ? { wallet: WALLET } : {}) }));
  const one = await night(rows, 3, '500-before');
  await one.call(one.first.runId);
  expect((await one.read(one.first.runId, [])).code).toBe(0);
});

it('of three payments alike, one of which has bounced, the one that was called not created may be one of two', async () => {
  const one = await night([{ amount: '101.00' }, { amount: '101.00' }, { amount: '101.00' }], 0, '500-after');
  await one.call(one.first.runId);
  for (const at of ['', '2026-11-20']) {
    const bank = one.lines((line, nth) =>
      nth === 2 ? undefined : line.with(0, `BK-${nth}`).with(4, at || (line[4] ?? '')),
    );
    expect((await one.read(one.first.runId, bank)).code).toBe(3);
  }
});
