// reconcile, of rows whose times run backwards in the ledger: a clock was set back between two sendings, or had been ahead of the time.
// No time accounts for a payment then, and no time settles a doubt.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished, vi } from 'vitest';

import { place } from '../../kit/in-doubt.ts';
import { ACCOUNT, GOOD, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const HEAD = 'Transfer ID,External Account ID,Amount,Currency,Created At,Memo';
const NOT = ['--as', 'not-created', '--reason', 'no', '--by', 'ann', '--yes', '--sure'];
const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');

interface Step {
  /** By this machine's clock. */
  readonly at: string;
  readonly does: 'fails' | 'pays' | 'not-created';
}

/** A row that is sent and talked of at these times; sendings that fail are executed all the same. */
async function nights(...steps: readonly Step[]) {
  const one = await place(await sandbox({}));
  const file = join(one.at, 'r.csv');
  writeFileSync(file, payouts([{ ...GOOD, reference: 'R-0', memo: 'rent' }]));
  const clock = vi.spyOn(Date, 'now');
  onTestFinished(() => void vi.restoreAllMocks());
  const say = (at: string, args: readonly string[]) => {
    clock.mockReturnValue(Date.parse(at));
    return one.say(args, {});
  };
  let last = '';
  for (const { at, does } of steps) {
    one.service.faults.clear();
    if (does === 'fails')
      one.service.faults.add({ kind: '500-after', operation: 'createTransfer', first: 1 });
    const args = does === 'not-created' ? ['resolve', 'last', '--all', ...NOT] : ['run', file, '--alike-ok'];
    expect((await say(at, args)).code, at).toBe(does === 'fails' ? 3 : 0);
    last = at;
  }
  const read = (lines: readonly string[], at = last, ...more: string[]) => {
    writeFileSync(join(one.at, 's.csv'), [HEAD, ...lines, ''].join('\n'));
    return say(at, ['reconcile', 'last', '--statement', join(one.at, 's.csv'), ...more]);
  };
  return { ...one, say, read };
}
const line = (id: string, at: string, amount = '10.00', memo = 'rent'): string =>
  `${id},${ACCOUNT},${amount},GBP,${at},${memo}`;

const FIRST: Step = { at: '2026-11-24T02:00:00Z', does: 'fails' };
const WORD: Step = { at: '2026-11-24T09:00:00Z', does: 'not-created' };

it.each([
  ['2026-11-24T01:55:00Z', '2026-11-24T02:00:05Z'],
  ['2026-11-24T02:05:00Z', '2026-11-24'],
  ['2026-11-23T20:00:00Z', '2026-11-24T02:00:05Z'],
])('a later sending at %s by a clock that was set back accounts for no line of %s', async (at, written) => {
  const { read } = await nights(FIRST, WORD, { at, does: 'pays' });
  // A statement that was cut before the later payment, which was a day after the first.
  for (const own of [
    [line('BANK-1', written)],
    [line('BANK-0', '2026-11-20T02:00:00Z', '77.00'), line('BANK-1', written)],
  ]) {
    const { code, out } = await read(own);
    expect([code, bare(out)]).toEqual([
      3,
      expect.stringContaining("can't tell whether it was paid once or twice"),
    ]);
    expect(bare(out)).toContain('clock was set back');
  }
  // Days before and behind all that the clock may have been off by, and one payment: it is the later one.
  const wide = ['2026-11-16', '2026-12-04'].map((day, nth) => line(`BANK-${nth + 8}`, day, '77.00'));
  expect((await read([...wide, line('BANK-1', written)])).code).toBe(0);
});

it('a payment a day before its sending, by a clock that was a day ahead, is seen', async () => {
  const ahead: Step = { at: '2026-11-25T02:00:00Z', does: 'fails' };
  const { read, say } = await nights(ahead, WORD);
  const own = [line('BANK-1', '2026-11-24T02:00:05Z')];
  const told = await read(own, '2026-11-24T10:00:00Z');
  expect([told.code, bare(told.out)]).toEqual([
    3,
    expect.stringContaining('called not created may have been paid after all'),
  ]);
  const held = await read(own, '2026-11-24T10:00:00Z', '--yes');
  expect([held.code, bare(held.out)]).toEqual([3, expect.stringContaining('No run sends it now.')]);
  expect((await say('2026-11-24T10:01:00Z', ['doubts'])).out).toContain('R-0');
});

it('a doubt is not settled by a time of such a clock', async () => {
  const { read, say } = await nights(FIRST);
  // By now it is the day before.
  const now = '2026-11-23T10:00:00Z';
  const { code, out } = await read([line('BANK-1', '2026-11-24T02:00:05Z')], now, '--yes');
  expect([code, bare(out)]).toEqual([3, expect.stringContaining('clock was wrong or set back')]);
  expect((await say(now, ['doubts'])).out).toContain('R-0');
  expect((await read([line('BANK-1', '2026-11-24T02:00:05Z')], '2026-11-24T10:00:00Z', '--yes')).code).toBe(
    0,
  );
});

it('and nights in their order are as ever', async () => {
  const { read } = await nights(FIRST, WORD, { at: '2026-11-25T02:00:00Z', does: 'pays' });
  expect((await read([line('BANK-1', '2026-11-25T02:00:05Z')])).code).toBe(0);
});
