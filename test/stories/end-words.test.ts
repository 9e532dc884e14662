// The end of a run in words: which rows a sentence speaks of.
import { describe, expect, it } from 'vitest';

import type { RunEnd } from '../../src/batch/results/run-end.ts';
import { retryLines } from '../../src/cli/render/not-paid.ts';
import { costLines } from '../../src/cli/render/paid.ts';
import type { RowStatus } from '../../src/ledger/ledger.ts';

const tally = (counts: Partial<Record<RowStatus, number>>, held = 0) => ({
  ...{ held, paidOtherwise: 0, checked: 0 },
  count: (...which: RowStatus[]) => which.reduce((sum, one) => sum + (counts[one] ?? 0), 0),
});

/** Of a run's end, what these sentences are made of. */
const end = (of: object): RunEnd =>
  ({
    ...{ retry: 'w.retry.csv', reasons: 'w.retry.txt', stopped: '', facts: { kind: 'payouts' } },
    ...{ earlier: tally({}), cost: [], ...of },
  }) as unknown as RunEnd; // The rest isn't read.

describe('rows that failed beside held ones', () => {
  it.each([
    [5, 3, 'Nothing in 5 of them needs correcting; the other 3 are held.'],
    [1, 1, 'Nothing in 1 of them needs correcting; the other is held.'],
  ])('%i and %i', (failed, held, said) => {
    const [first, ...last] = retryLines(
      end({ stopped: 'the service is down', tally: tally({ failed, not_sent: held }, held) }),
      undefined,
    );
    expect(first).toBe(`Not paid (${failed + held} rows): w.retry.csv (why: w.retry.txt). ${said}`);
    expect(last.join(' ')).toContain(held === 1 ? '1 row is held' : `${held} rows are held`);
  });
});

describe('the cost by the quotes', () => {
  const cost = [
    { currency: 'USDC', rows: 3, unknown: 0, debited: '3.0', fees: null, cost: '3.0' },
    { currency: 'USDCT', rows: 1, unknown: 0, debited: '1.0', fees: null, cost: '1.0' },
  ];
  it.each([
    [0, 'Cost by the quotes of the 4 rows paid by this run: 3.0 USDC; 1.0 USDCT.'],
    [1, 'Cost by the quotes of the 4 rows paid by this run, without the one in doubt: 3.0 USDC; 1.0 USDCT.'],
  ])('says of which rows, with %i in doubt', (doubts, said) => {
    expect(costLines(end({ cost, tally: tally({ in_doubt: doubts }) }), 'run')).toEqual([said]);
  });
});
