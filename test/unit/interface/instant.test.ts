// Moments as people write them: only those that exist.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { instantMs } from '../../../src/interface/instant.ts';

describe('a moment', () => {
  it.each([
    ['2026-10-31', '2026-10-31T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2026-10-31T08:00:00Z', '2026-10-31T08:00:00.000Z'],
    ['2026-10-31T08:00Z', '2026-10-31T08:00:00.000Z'],
    ['2026-10-31T08:00:00.5Z', '2026-10-31T08:00:00.500Z'],
    ['2026-10-31T08:00:00+02:00', '2026-10-31T06:00:00.000Z'],
    ['2026-10-31T23:30:00-05:30', '2026-11-01T05:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(new Date(instantMs(text) ?? NaN).toISOString()).toBe(expected);
  });
  it.each([
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '26-01-01',
    '',
    'tomorrow',
    '2026-10-31 08:00',
    '2026-10-31T08:00:00',
    '2026-10-31T24:00:00Z',
    '2026-10-31T08:60Z',
    '2026-10-31T08:00:00+15:00',
    '2026-02-30T08:00:00Z',
    '2026-10-31Z',
    ' 2026-10-31',
    '1793404800000',
  ])('is none: %j', (text) => {
    expect(instantMs(text)).toBeUndefined();
  });
  it('is read as it is written by every clock', () => {
    const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        expect(instantMs(date.toISOString())).toBe(date.getTime());
      }),
    );
  });
});
