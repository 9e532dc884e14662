// reconcile, of rows that a person called not created though they were paid: what was paid beside them tells whether a statement that
// doesn't have them can be gone by.
import { describe, expect, it } from 'vitest';

import { ACCOUNT } from '../../kit/payouts.ts';
import { HOUR_MS, sentAgain } from '../../kit/sent-again.ts';

const DAY_MS = 24 * HOUR_MS;
const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');
const others = (...times: string[]): string[] =>
  times.map((at, nth) => `BANK-${nth},${ACCOUNT},77.00,GBP,${at},other`);
/** Days on both sides of the night of the 24th. */
const AROUND = others('2026-11-10T09:00:00Z', '2026-12-09T09:00:00Z');
const iso = (ms: number): string => new Date(ms).toISOString();

/** Two rows of one run: the first in doubt, executed, and called not created; the second paid. */
const beside = () => sentAgain(['rent', 'Invoice 8'], [{ fail: 1 }]);

describe('a payment that stands in a statement at another time than it was sent', () => {
  it.each([
    ['two hours before, by a clock that was ahead', -2 * HOUR_MS],
    ['a day before', -30 * HOUR_MS],
    ['five days after, booked late', 5 * DAY_MS],
    ['ten days after, by a clock that was behind', 10 * DAY_MS],
  ])('is told: %s', async (_, awayMs) => {
    const { read, line, at } = await beside();
    for (const memos of [['rent'], ['rent', 'Invoice 8']]) {
      const own = memos.map((__, nth) => line(nth, { at: iso(at(nth) + awayMs) }));
      for (const written of [own, own.map((text, nth) => text.replace(/^[^,]+/, `BK-${nth}`))]) {
        const { code, out } = await read([...AROUND, ...written]);
        expect([code, bare(out)], out).toEqual([3, expect.stringContaining('may have been paid after all')]);
        expect(bare(out)).toMatch(
          /line 4 (?:\(of 2026-\d\d-\d\d\) )?has this amount and currency and the memo|line 4, by payee|could be line 4/,
        );
      }
    }
  });
  it('also without a memo, where the payee is the same, and not where the payee is another', async () => {
    const { read, line, at } = await sentAgain(['rent'], [{ fail: 1 }]);
    const late = { at: iso(at(0) + 6 * DAY_MS), memo: '' };
    expect((await read([...AROUND, line(0, late)])).code).toBe(3);
    const payee = '6fa459ea-ee8a-4ca4-894e-db77e160355e';
    expect((await read([...AROUND, line(0, { ...late, payee })])).code).toBe(0);
  });
  it('and by a clock of which what was paid beside it tells that it was a year behind', async () => {
    const { read, line, at } = await beside();
    const then = [0, 1].map((nth) => line(nth, { at: iso(at(nth) - 365 * DAY_MS) }));
    const { code, out } = await read([...others('2025-11-20T09:00:00Z'), ...then, ...AROUND]);
    expect([code, bare(out)], out).toEqual([3, expect.stringContaining('may have been paid after all')]);
  });
  it('is not in one that has what was paid beside it, by such a clock, and nothing of it', async () => {
    const { read, line, at } = await beside();
    expect((await read([...AROUND, line(1, { at: iso(at(1) - 365 * DAY_MS) })])).code).toBe(0);
  });
  it('is not a rent of another week, where what was paid beside it stands at its time', async () => {
    const { read, line, at } = await beside();
    for (const days of [-7, 14, 90])
      expect(
        (await read([...AROUND, line(1), line(0, { id: 'BK-1', at: iso(at(0) + days * DAY_MS) })])).code,
      ).toBe(0);
    expect(
      (await read([...AROUND, line(1), line(0, { id: 'BK-1', at: iso(at(0) + 6 * DAY_MS) })])).code,
    ).toBe(3);
  });
});

describe('a statement that writes payments otherwise than they were sent', () => {
  it.each([
    [
      'with a sign of the currency',
      (text: string) => text.replace(',GBP,', ',£,'),
      'the currency is £, not GBP',
    ],
    ['in minor units', (text: string) => text.replace(',10.00,', ',1000,'), 'the amount is 1000, not 10'],
    ['without its fee', (text: string) => text.replace(',10.00,', ',9.50,'), 'the amount is 9.50, not 10'],
    [
      'as the payer paid them',
      (text: string) => text.replace(',10.00,GBP,', ',12.81,USDC,'),
      'the amount is 12.81',
    ],
    [
      'with the customer as the payee',
      (text: string) => text.replace(ACCOUNT, '7c9e6679-7425-40de-944b-e07fc1f90ae7'),
      'the payee is',
    ],
  ])('says nothing of a row that it has so: %s', async (_, otherwise, why) => {
    const { read, line } = await beside();
    const lines = [...AROUND, line(0), line(1)].map(otherwise);
    const { code, out } = await read(lines);
    expect([code, bare(out)], out).toEqual([
      3,
      expect.stringContaining(
        "1 row called not created can't be confirmed: this statement writes payments otherwise than they were sent: line 2 (R-0, 10.00 GBP)",
      ),
    ]);
    expect(bare(out)).toContain(`was paid, and is its line 5, but ${why}`);
    expect(bare(out)).toContain(
      'Not found is not "not paid" here, and the next run of the file sends it again.',
    );
    expect(JSON.parse((await read(lines, '--json')).out)).toMatchObject({
      exitCode: 3,
      notReached: [],
      unconfirmed: [{ line: 2, why: expect.stringContaining(why) as string }],
    });
  });
  it('says nothing of whether a row that was sent again was paid twice', async () => {
    const { read, line } = await sentAgain(['rent'], [{ fail: 1 }, { fail: 0 }]);
    const lines = [...AROUND, line(0), line(1)].map((text) => text.replace(',GBP,', ',£,'));
    const { code, out } = await read(lines);
    expect([code, bare(out)], out).toEqual([
      3,
      expect.stringContaining(
        '1 row called not created and sent again may have been paid twice, for all that this statement says: this statement writes payments otherwise',
      ),
    ]);
    expect(bare(out)).not.toContain('sends it again');
  });
  it('says of a row in doubt that it writes them otherwise', async () => {
    const { read, line } = await sentAgain(['rent', 'Invoice 8'], [{ fail: 1, isCalled: false }]);
    const { out } = await read([...AROUND, line(0), line(1)].map((text) => text.replace(',GBP,', ',£,')));
    expect(bare(out)).toContain(
      'nothing in the statement, which writes payments otherwise than they were sent',
    );
  });
});

describe("a statement that doesn't have what was paid beside a row", () => {
  it.each([
    ['lists what has failed', others('2026-11-23T09:00:00Z', '2026-11-25T09:00:00Z')],
    ['is of another account', others('2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26')],
  ])('says nothing of it: it %s', async (_, lines) => {
    const { read, line } = await beside();
    const { code, out } = await read(lines);
    expect([code, bare(out)], out).toEqual([
      3,
      expect.stringContaining(
        "can't be confirmed: this statement doesn't have what was paid beside it either",
      ),
    ]);
    expect(bare(out)).toMatch(
      /sent 2026-11-24 02:00 UTC; line 3 of run \S+ was paid \(\S+\), and isn't in it/,
    );
    expect(bare(out)).toContain('It may be of another account');
    // With it, by the service's id or by its looks, it can.
    expect((await read([...lines, line(1)])).code).toBe(0);
    expect((await read([...lines, line(1, { id: 'BK-1' })])).code).toBe(0);
  });
  it('reaches as far as that does, also under ids of the bank', async () => {
    const { read, line } = await beside();
    expect((await read([line(1, { id: 'BK-1', at: '2026-11-24' })])).code).toBe(0);
  });
  it('of a row in doubt says that it may not reach to it', async () => {
    const { read } = await sentAgain(['rent'], [{ fail: 1, isCalled: false }]);
    expect(bare((await read(others('2026-11-22'))).out)).toContain(
      'nothing in the statement, which may not reach to its payment',
    );
  });
  it('of whole days says nothing of whether a row that was sent again was paid twice', async () => {
    const { read, line } = await sentAgain(['rent', 'Invoice 8'], [{ fail: 1 }, { fail: 0 }]);
    const lines = others('2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26');
    const { code, out } = await read(lines);
    expect([code, bare(out)], out).toEqual([
      3,
      expect.stringContaining('may have been paid twice, for all that'),
    ]);
    expect((await read([...lines, line(1), line(2)])).code).toBe(0);
  });
  it('of the later night alone tells what it is silent of', async () => {
    const { read, line } = await sentAgain(['rent'], [{ fail: 1 }, { fail: 0 }]);
    const lines = [line(1), ...others('2026-11-26')];
    const { code, out } = await read(lines);
    expect([code, bare(out)], out).toEqual([
      0,
      expect.stringContaining(
        "1 row called not created was sent again. This statement begins behind the first sending, so it doesn't tell whether that was paid as well: line 2 (R-0, 10.00 GBP), sent 2026-11-24 02:00 UTC",
      ),
    ]);
    expect(JSON.parse((await read(lines, '--json')).out)).toMatchObject({ exitCode: 0, beginsBehind: [2] });
  });
});
