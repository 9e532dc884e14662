// reconcile, of rows that a person called not created: a statement that may have been cut before their payment, at midnight in a zone
// that nobody knows, is no word for it.
import { expect, it } from 'vitest';

import { ACCOUNT } from '../../kit/payouts.ts';
import { HOUR_MS, sentAgain } from '../../kit/sent-again.ts';

const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');
const others = (...times: string[]): string[] =>
  times.map((at, nth) => `BANK-${nth},${ACCOUNT},77.00,GBP,${at},other`);

/** Sent at 02:00 UTC of the 24th; the last of three. */
const called = (startMs = 0) => sentAgain(['rent'], [{ fail: 1 }], 24 * HOUR_MS, false, startMs);

it.each([
  ['ends the day before', ['2026-11-22', '2026-11-23']],
  ['ends an hour before', ['2026-11-23T02:00:00Z', '2026-11-24T01:00:00Z']],
  ['begins the day after', ['2026-11-25', '2026-11-26']],
  ['begins with its day, which west of UTC is the day after', ['2026-11-24', '2026-11-25']],
  ['has no line', []],
])('a statement that %s cannot say that it was not paid', async (_, times) => {
  const { read } = await called();
  const { code, out } = await read(others(...times));
  expect([code, bare(out)]).toEqual([
    3,
    expect.stringContaining(
      "1 row called not created can't be confirmed: this statement may not reach to its payment",
    ),
  ]);
  expect(bare(out)).toContain('line 2 (R-0, 10.00 GBP), sent 2026-11-24 02:00 UTC');
  expect(bare(out)).not.toContain('No row of this run is in doubt. ');
  expect(JSON.parse((await read(others(...times), '--json')).out)).toMatchObject({
    exitCode: 3,
    notReached: [2],
  });
});

it('nor can one that ends with the day of an evening, which is the next one east of UTC', async () => {
  const { read } = await called(20 * HOUR_MS);
  expect((await read(others('2026-11-23', '2026-11-24'))).code).toBe(3);
  // The whole next day.
  expect((await read(others('2026-11-23', '2026-11-24', '2026-11-25'))).code).toBe(0);
  expect((await read(others('2026-11-24', '2026-11-25'))).code).toBe(0);
});

it.each([
  ['has days on both sides', ['2026-11-23', '2026-11-24']],
  ['has moments on both sides', ['2026-11-24T01:00:00Z', '2026-11-24T03:00:00Z']],
  ['has what was paid with it', ['2026-11-24T02:00:10Z']],
])('one that %s can', async (_, times) => {
  const { read } = await called();
  const { code, out } = await read(others(...times));
  expect([code, bare(out)]).toEqual([0, expect.stringContaining('No row of this run is in doubt.')]);
});

it("and so can one of a single day that has the run's other payments, whatever its zone", async () => {
  const { read, line } = await sentAgain(['rent', 'Invoice 8'], [{ fail: 1 }]);
  // Under the service's id, on the bank's own day.
  for (const day of ['2026-11-23', '2026-11-24']) expect((await read([line(1, { at: day })])).code).toBe(0);
});

it.each([['2026-11-22', '2026-11-23'], ['2026-11-24T01:00:00Z']])(
  'one that ends before a sending that was called not created says nothing of whether it was paid beside the later one (%s)',
  async (...times) => {
    const { read, line } = await sentAgain(['rent'], [{ fail: 1 }, { fail: 0 }]);
    const { code, out } = await read(others(...times));
    expect([code, bare(out)]).toEqual([
      3,
      expect.stringContaining(
        '1 row called not created and sent again may have been paid twice, for all that this',
      ),
    ]);
    expect(bare(out)).not.toMatch(/sends it again|No row of this run is in doubt\. /);
    // The usual night.
    expect((await read([line(1)])).code).toBe(0);
    expect((await read(others('2026-11-25'))).code).toBe(0);
  },
);
