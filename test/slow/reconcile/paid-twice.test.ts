// reconcile, of rows that were called not created and sent again: what a statement has of them is counted against what the ledger
// accounts for, and told where it is more.
import { describe, expect, it } from 'vitest';

import { ACCOUNT } from '../../kit/payouts.ts';
import { HOUR_MS, sentAgain } from '../../kit/sent-again.ts';

const DAY_MS = 24 * HOUR_MS;
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
    const named = `T-9,${ACCOUNT},77.00,GBP,${new Date(Date.now()).toISOString()},other`;
    const { code, out } = await read([line(0, { payee: '' }), line(1, { payee: '' }), named]);
    expect([code, bare(out)]).toEqual([3, expect.stringContaining(TOLD)]);
  });
  it("and not for sure where its time names no zone, and would be the later sending's in one", async () => {
    const nights = [{ fail: 1, executed: false }, { fail: 0 }];
    const { line, read, at } = await sentAgain(['alpha'], nights);
    // Five hours west of UTC.
    const local = (ms: number): string => new Date(ms - 5 * HOUR_MS).toISOString().slice(0, 19);
    for (const written of [local(at(0)), local(at(0)).slice(0, 10)]) {
      const own = line(0, { id: 'BANK-1', at: written });
      const { code, out } = await read([own]);
      expect([code, bare(out)]).toEqual([
        3,
        expect.stringContaining("can't tell whether it was paid once or twice"),
      ]);
      expect(bare(out)).toContain('Times such as 2026-11-22T13:32:11Z, which name their zone, may tell.');
      expect(bare(out)).not.toMatch(/may have been paid twice|No row of this run is in doubt\. /);
      const { rows } = JSON.parse((await read([own], '--json')).out) as { rows: object[] };
      expect(rows).toMatchObject([{ sentAgain: true, paidTwice: 'unclear', calledNotCreated: true }]);
      // A statement that reaches from before it to long enough after has the later payment: this is the only line that can be it.
      const other = (id: string, days: number) =>
        line(0, { id, amount: '77.00', at: local(at(0) + days * DAY_MS) });
      expect((await read([own, other('BANK-2', 6)])).code).toBe(3);
      expect((await read([other('BANK-0', -6), own, other('BANK-2', 6)])).code).toBe(0);
    }
  });
  it('and not where one payment stands there twice', async () => {
    const { line, read } = await sentAgain(['alpha'], [{ fail: 1, executed: false }, { fail: 0 }]);
    const own = line(0, { id: 'BANK-1' });
    expect((await read([own, own])).code).toBe(0);
  });
});
