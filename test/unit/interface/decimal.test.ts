import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { inFull } from '../../../src/interface/currencies.ts';
import {
  canonicalDecimal,
  compareDecimals,
  DecimalSum,
  fractionDigits,
  isZero,
  PLAIN_DECIMAL,
} from '../../../src/interface/decimal.ts';
import { instantMs } from '../../../src/interface/instant.ts';

const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([value, digits]) => {
    const text = value.toString().padStart(digits + 1, '0');
    return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  });

describe('the check of plain decimals', () => {
  it.each(['0', '12', '12.50', '0.000001', '123456789012345678901234567890.5'])('accepts %s', (text) => {
    expect(PLAIN_DECIMAL.test(text)).toBe(true);
  });
  it.each(['', '.5', '5.', '01', '-1', '+1', '1e3', '1,000', '١٢', '1 000', '0x1', 'NaN', '1.2.3', '12\n'])(
    'refuses %j',
    (text) => {
      expect(PLAIN_DECIMAL.test(text)).toBe(false);
    },
  );
  it('recognizes zero in every spelling', () => {
    expect(['0', '0.00', '0.01', '10'].map(isZero)).toEqual([true, true, false, false]);
  });
});

describe('decimal arithmetic', () => {
  it('sums exactly, for any order, length and number of digits', () => {
    fc.assert(
      fc.property(fc.array(decimal, { maxLength: 40 }), (amounts) => {
        const sum = new DecimalSum();
        for (const amount of amounts) sum.add(amount);
        // The expected total: one big integer, scaled to 18 digits after the point.
        const scaled = amounts.reduce(
          (total, text) => total + BigInt(text.replace('.', '')) * 10n ** BigInt(18 - fractionDigits(text)),
          0n,
        );
        const digits = scaled.toString().padStart(19, '0');
        expect(
          compareDecimals(sum.toString(), canonicalDecimal(`${digits.slice(0, -18)}.${digits.slice(-18)}`)),
        ).toBe(0);
        const backwards = new DecimalSum();
        for (const amount of [...amounts].reverse()) backwards.add(amount);
        expect(backwards.toString()).toBe(sum.toString());
      }),
    );
  });
  it('treats two spellings of one value as equal', () => {
    fc.assert(
      fc.property(decimal, (text) => {
        const longer = text.includes('.') ? `${text}0` : `${text}.0`;
        expect(canonicalDecimal(longer)).toBe(canonicalDecimal(text));
        expect(compareDecimals(canonicalDecimal(text), text)).toBe(0);
      }),
    );
  });
});

describe('a sum that is widened to the digits of an amount', () => {
  it('has the larger number of digits, and the same value', () => {
    fc.assert(
      fc.property(decimal, decimal, (own, other) => {
        const sum = new DecimalSum();
        sum.add(own);
        sum.widenTo(other);
        expect(fractionDigits(sum.toString())).toBe(Math.max(fractionDigits(own), fractionDigits(other)));
        expect(compareDecimals(sum.toString(), own)).toBe(0);
      }),
    );
  });
});

describe('an amount for people', () => {
  it.each([
    ['670', 'EUR', '670.00'],
    ['682.5', 'EUR', '682.50'],
    ['611.12345', 'EUR', '611.12345'],
    ['12', 'JPY', '12'],
    ['100.5', 'JPY', '100.5'],
    ['545.1639', 'USDC', '545.163900'],
    ['11.5', 'usdc', '11.500000'],
    ['1.5', 'TOKEN', '1.5'],
  ])(
    'has at least the decimals of its currency, and keeps all of its own: %s %s',
    (amount, currency, text) => {
      expect(inFull(amount, currency)).toBe(text);
    },
  );
});

// Dates and times as people write them. Only those that exist are valid.

describe('the parser of dates and times', () => {
  it.each([
    ['2026-10-31', '2026-10-31T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2026-10-31T08:00:00Z', '2026-10-31T08:00:00.000Z'],
    ['2026-10-31T08:00Z', '2026-10-31T08:00:00.000Z'],
    ['2026-10-31T08:00:00.5Z', '2026-10-31T08:00:00.500Z'],
    ['2026-10-31T08:00:00+02:00', '2026-10-31T06:00:00.000Z'],
    ['2026-10-31T23:30:00-05:30', '2026-11-01T05:00:00.000Z'],
  ])('reads %s as %s', (text, expected) => {
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
  ])('refuses %j', (text) => {
    expect(instantMs(text)).toBeUndefined();
  });
  it('reads every timestamp of toISOString()', () => {
    const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        expect(instantMs(date.toISOString())).toBe(date.getTime());
      }),
    );
  });
});
