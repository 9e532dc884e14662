// reconcile, of a payment that is made each night to the same payee, of the same amount: a row of one night that was called not created
// looks like the lines of all the others.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { place } from '../../kit/in-doubt.ts';
import { ACCOUNT, GOOD, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const DAY_MS = 24 * 60 * 60_000;
const FIRST_MS = Date.parse('2026-11-18T02:00:00Z');
const HEAD = 'Transfer ID,External Account ID,Amount,Currency,Created At,Memo,Status';
const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Nights from the 18th on, of which the third one's payment is in doubt and called not created; each pays another row as well. */
async function nights(executed: boolean, count: number) {
  const one = await place(await sandbox({}));
  let atMs = FIRST_MS;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => atMs);
  onTestFinished(() => {
    clock.mockRestore();
  });
  const say = (args: readonly string[]) => one.say(args, {});
  const times: number[] = [];
  let third = '';
  for (let night = 0; night < count; night++) {
    atMs = FIRST_MS + night * DAY_MS;
    const rent = { ...GOOD, reference: `R-${night}`, memo: 'rent' };
    const other = { ...GOOD, reference: `S-${night}`, memo: `bill ${night}`, receiverAmount: `2${night}.00` };
    const file = join(one.at, `${night}.csv`);
    writeFileSync(file, payouts([rent, other]));
    const kind = executed ? '500-after' : '500-before';
    if (night === 2) one.service.faults.add({ kind, operation: 'createTransfer', first: 1 });
    const ran = await say(['run', file, '--alike-ok', '--concurrency', '1', '--json']);
    expect(ran.code, ran.err).toBe(night === 2 ? 3 : 0);
    while (times.length < one.service.store.transfers.length) times.push(atMs);
    if (night !== 2) continue;
    third = (JSON.parse(ran.out) as { runId: string }).runId;
    atMs += DAY_MS / 4;
    const word = ['--as', 'not-created', '--reason', 'no', '--by', 'ann', '--yes'];
    expect((await say(['resolve', third, '--line', '2', ...word])).code).toBe(0);
  }
  atMs += DAY_MS;
  const read = async (
    how: 'day' | 'moment',
    ids: boolean,
    without: (id: string, nth: number) => boolean = () => false,
  ) => {
    const lines = one.service.store.transfers.flatMap(({ id, body }, nth) => {
      const { receiverAmount, memo } = JSON.parse(body) as Record<string, string>;
      const at = new Date(times[nth] ?? 0).toISOString();
      const own = [
        ids ? id : `BK-${nth}`,
        ACCOUNT,
        receiverAmount,
        'GBP',
        how === 'day' ? at.slice(0, 10) : at,
        memo,
        'paid',
      ];
      return without(id, nth) ? [] : [own.join(',')];
    });
    writeFileSync(join(one.at, 's.csv'), [HEAD, ...lines, ''].join('\n'));
    const { code, out } = await say(['reconcile', third, '--statement', join(one.at, 's.csv')]);
    return { code, out: bare(out) };
  };
  return { read };
}

describe.each(['day', 'moment'] as const)('a statement with the %s of each payment', (how) => {
  it.each([
    [3, true],
    [3, false],
    [5, true],
    [5, false],
  ])('of %i nights (ids of the service: %s) confirms that it was not made', async (count, ids) => {
    const { read } = await nights(false, count);
    const { code, out } = await read(how, ids);
    expect([code, out]).toEqual([0, expect.stringContaining('No row of this run is in doubt.')]);
  });
  it.each([
    [3, true],
    [3, false],
    [5, true],
    [5, false],
  ])('of %i nights (ids of the service: %s) tells that it was made', async (count, ids) => {
    const { read } = await nights(true, count);
    const { code, out } = await read(how, ids);
    expect([code, out]).toEqual([3, expect.stringContaining('may have been paid after all')]);
    // One without the payments of the first two nights has no line less for it.
    expect((await read(how, ids, (_, nth) => nth < 2)).code).toBe(3);
    expect((await read(how, ids, (_, nth) => nth < 4)).code).toBe(3);
  });
});
