// What was called not created and sent again, and a statement whose booking days end at midnight in the bank's zone.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { StatementLine } from '../../../src/batch/reconcile/lines.ts';
import { surplus } from '../../../src/batch/reconcile/surplus.ts';
import { first, later, line, sent } from '../../kit/two-sendings.ts';

describe("a statement that is cut at the bank's midnight", () => {
  const HOUR_MS = 60 * 60_000;
  const DAY_MS = 24 * HOUR_MS;
  const FIRST_MS = Date.parse('2026-11-24T00:00:00Z');
  const at = (ms: number): string => new Date(ms).toISOString();
  const world = fc.record({
    startMs: fc.integer({ min: 0, max: DAY_MS }),
    apartMs: fc.oneof(
      fc.integer({ min: 11 * 60_000, max: 72 * HOUR_MS }),
      fc.integer({ min: 23 * HOUR_MS, max: 25 * HOUR_MS }),
    ),
    zone: fc.integer({ min: -12, max: 14 }),
    how: fc.constantFrom('local', 'day'),
    isFirstPaid: fc.boolean(),
    isOther: fc.boolean(),
    goesOn: fc.boolean(),
    lastDay: fc.integer({ min: 0, max: 4 }),
    firstDay: fc.integer({ min: -1, max: 2 }),
  });

  it('never accounts for the payment that was called not created by one that is not in it', () => {
    let cut = 0;
    fc.assert(
      fc.property(
        world,
        ({ startMs, apartMs, zone, how, isFirstPaid, isOther, goesOn, lastDay, firstDay }) => {
          const [firstMs, laterMs] = [FIRST_MS + startMs, FIRST_MS + startMs + apartMs];
          const otherMs = firstMs - apartMs;
          const dayOf = (ms: number): number => Math.floor((ms + zone * HOUR_MS) / DAY_MS);
          const [begin, end] = [dayOf(firstMs) + firstDay - 1, dayOf(firstMs) + lastDay];
          const booked = (ms: number, id: string, more = {}): StatementLine[] => {
            const local = at(ms + zone * HOUR_MS).slice(0, how === 'day' ? 10 : 19);
            return dayOf(ms) >= begin && dayOf(ms) <= end ? [line(id, local, { memo: '', ...more })] : [];
          };
          const own = isFirstPaid ? booked(firstMs + 1_000, 'BANK-1') : [];
          const others = isOther ? booked(otherMs + 1_000, 'BANK-0') : [];
          const later = booked(laterMs + 1_000, 'BANK-2');
          const rest = booked(begin * DAY_MS - zone * HOUR_MS, 'BANK-8', { amount: '77' });
          const last = booked((end + 1) * DAY_MS - zone * HOUR_MS - 1, 'BANK-9', { amount: '77' });
          const lines = [...rest, ...(goesOn ? last : []), ...others, ...own, ...later];
          const other = { ...sent(at(otherMs), 'T-0'), key: 'o', memo: 'beta', reference: 'Q' };
          const owners = [sent(at(laterMs), 'T-2'), ...(isOther ? [other] : [])];
          const { twice, unclear } = surplus([sent(at(firstMs))], lines, {
            taken: new Set(['T-0', 'T-2']),
            owners,
          });
          if (!isFirstPaid) expect(twice).toEqual([]);
          // One more booking day tells. What reads as before the later request is left open, as ever.
          const isTold = goesOn && end > dayOf(laterMs) && zone >= 0;
          if (!isFirstPaid && !isOther && isTold) expect(unclear).toEqual([]);
          if (own.length === 0) return;
          if (later.length === 0) cut++;
          expect(twice.length + unclear.length).toBe(1);
        },
      ),
      { numRuns: 5000, seed: 7 },
    );
    expect(cut).toBeGreaterThan(100);
  });

  it.each([
    // Sent at 22:00 UTC on two evenings: 01:00 of the next day three hours east of UTC.
    ['ends with the day of the first in a zone east', ['2026-11-26'], [0, 1]],
    ['ends with the later day, which is whole in no zone east', ['2026-11-25', '2026-11-26'], [0, 1]],
    ['has the whole day after the later one', ['2026-11-26', '2026-11-27'], [0, 0]],
  ])('%s', (_, days, count) => {
    const evening = sent('2026-11-25T22:00:00Z');
    const next = sent('2026-11-26T22:00:00Z', 'T-2');
    const lines = days.map((day) => line(`B-${day}`, day, day === '2026-11-26' ? {} : { amount: '77' }));
    const known = { taken: new Set(['T-2']), owners: [next] };
    expect(Object.values(surplus([evening], lines, known)).map(({ length }) => length)).toEqual(count);
  });

  it.each([
    ['nothing of the first', 1, '2026-11-24', [0, 0]],
    ['an equal payment that it does not begin before', 2, '2026-11-25', [0, 1]],
  ])('the usual night, and %s', (_, payments, firstDay, count) => {
    // Two lines of one day: in a zone west of UTC the other payment is of the day before, which isn't in it.
    const other = { ...sent('2026-11-25T02:00:00Z', 'T-0'), key: 'o', memo: 'beta', reference: 'Q' };
    const owners = payments === 1 ? [later] : [sent('2026-11-25T09:00:00Z', 'T-2'), other];
    const called = payments === 1 ? first : sent('2026-11-25T06:00:00Z');
    const day = payments === 1 ? '2026-11-26' : '2026-11-25';
    const begins = line('BANK-0', firstDay, { amount: '77' });
    const own = Array.from({ length: payments }, (_, at) => line(`BANK-${at + 1}`, day, { memo: '' }));
    const known = { taken: new Set(['T-2']), owners };
    const told = surplus([called], [begins, ...own], known);
    expect(Object.values(told).map(({ length }) => length)).toEqual(count);
  });
});
