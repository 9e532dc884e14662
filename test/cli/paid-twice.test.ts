// reconcile, of rows that were called not created and sent again: what a statement has of them is counted against what the ledger
// accounts for, and told where it is more.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { place } from '../support/in-doubt.ts';
import { ACCOUNT, GOOD, payouts } from '../support/payouts.ts';
import { sandbox } from '../support/sandbox.ts';

const DAY_MS = 24 * 60 * 60_000;
const HEAD = 'Transfer ID,External Account ID,Amount,Currency,Created At,Memo';
const NOT = ['--as', 'not-created', '--reason', 'support said no', '--by', 'ann', '--yes'];

/** Rows of one amount to one account, of which each night's first `fail` are answered with an error; then they are called not created. */
async function sentAgain(memos: readonly string[], nights: readonly { fail: number; executed?: boolean }[]) {
  const one = await place(await sandbox());
  const file = join(one.at, 'r.csv');
  writeFileSync(file, payouts(memos.map((memo, i) => ({ ...GOOD, reference: `R-${i}`, memo }))));
  let night = 0;
  const say = (args: readonly string[]) => {
    const nowMs = Date.now() + night * DAY_MS;
    return one.say(args, { now: () => nowMs });
  };
  const runs: string[] = [];
  const times: string[] = [];
  for (const { fail, executed = true } of nights) {
    one.service.faults.clear();
    const kind = executed ? '500-after' : '500-before';
    if (fail > 0) one.service.faults.add({ kind, operation: 'createTransfer', first: fail });
    const ran = await say(['run', file, '--alike-ok', '--concurrency', '1', '--json']);
    expect(ran.code, ran.err).toBe(fail > 0 ? 3 : 0);
    runs.push((JSON.parse(ran.out) as { runId: string }).runId);
    while (times.length < one.service.store.transfers.length)
      times.push(new Date(Date.now() + night * DAY_MS).toISOString());
    night += 1;
    if (fail > 0) expect((await say(['resolve', 'last', '--all', ...NOT])).code).toBe(0);
  }
  const { transfers } = one.service.store;
  const line = (at: number, { id = transfers[at]?.id ?? '', payee = ACCOUNT } = {}): string => {
    const body = JSON.parse(transfers[at]?.body ?? '{}') as { memo?: string };
    return `${id},${payee},10.00,GBP,${times[at] ?? ''},${body.memo ?? ''}`;
  };
  const read = (lines: readonly string[], ...more: string[]) => {
    writeFileSync(join(one.at, 's.csv'), [HEAD, ...lines, ''].join('\n'));
    return say(['reconcile', 'last', '--statement', join(one.at, 's.csv'), ...more]);
  };
  return { ...one, line, read, sent: transfers.length };
}

const TOLD = 'may have been paid twice. The statement has a payment that the later sending';
const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('a row called not created and sent again may have been paid twice', () => {
  it('where it was called so more than once', async () => {
    const nights = [{ fail: 1 }, { fail: 1, executed: false }, { fail: 0 }];
    const { line, read, sent } = await sentAgain(['alpha'], nights);
    expect(sent).toBe(2);
    for (const own of [
      [line(0), line(1)],
      [line(0, { id: 'B-1' }), line(1, { id: 'B-2' })],
    ])
      expect([(await read(own)).code, bare((await read(own)).out)]).toEqual([
        3,
        expect.stringContaining(TOLD),
      ]);
  });
  it('where two rows are alike, and there are three payments', async () => {
    const { line, read, sent } = await sentAgain(['Invoice 7', 'Invoice 8'], [{ fail: 2 }, { fail: 0 }]);
    expect(sent).toBe(4);
    for (const bank of [false, true]) {
      const own = [0, 2, 3].map((at) => line(at, bank ? { id: `B-${at}` } : {}));
      const { code, out } = await read(own);
      expect([code, bare(out)]).toEqual([3, expect.stringContaining(TOLD)]);
    }
  });
  it('where lines of its amount and memo name no payee', async () => {
    const { line, read } = await sentAgain(['alpha'], [{ fail: 1 }, { fail: 0 }]);
    const named = `T-9,${ACCOUNT},77.00,GBP,${new Date().toISOString()},other`;
    const { code, out } = await read([line(0, { payee: '' }), line(1, { payee: '' }), named]);
    expect([code, bare(out)]).toEqual([3, expect.stringContaining(TOLD)]);
  });
  it('and not where one payment stands there twice', async () => {
    const { line, read } = await sentAgain(['alpha'], [{ fail: 1, executed: false }, { fail: 0 }]);
    const own = line(0, { id: 'BANK-1' });
    expect((await read([own, own])).code).toBe(0);
  });
});
