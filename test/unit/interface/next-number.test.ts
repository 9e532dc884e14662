// The next of a series, or the same thing told on another day.
import { expect, it } from 'vitest';

import { isNext } from '../../../src/interface/next-number.ts';

it.each([
  ['Invoice 12', 'Invoice 13'],
  ['Rent 2026-10', 'Rent 2026-11'],
  ['Rent October 10/2026', 'Rent November 11/2026'],
  ['Invoice 12 of 2026', 'Invoice 13 of 2026'],
  ['Invoice 12 part 1', 'Invoice 13 part 1'],
  ['Salary 2026-10-31', 'Salary 2026-11-30'],
  ['Miete Oktober 10', 'Miete November 11'],
])('%s, then %s: another payment', (one, two) => {
  expect(isNext(one, two)).toBe(true);
  expect(isNext(two, one)).toBe(true);
});

it.each([
  ['Payment run 2026-11-22, INV-77', 'Payment run 2026-11-23, INV-77'],
  ['Batch 17 Invoice 4711', 'Batch 18 Invoice 4711'],
  ['salary 2026-11-22 10:00', 'salary 2026-11-22 11:30'],
  ['INV-77 exported 22.11.2026 10:00:05', 'INV-77 exported 23.11.2026 02:15:00'],
  ['Invoice 12', 'Invoice 12'],
  ['Invoice 12', 'Order 13 of May'],
  ['Invoice 1001', 'Order 8812'],
  ['Payroll 20261122 emp 7', 'Payroll 20261123 emp 7'],
  ['2026-11-22 INV-7', '2026-11-23 INV-7'],
])('%s, then %s: perhaps the same', (one, two) => {
  expect(isNext(one, two)).toBe(false);
  expect(isNext(two, one)).toBe(false);
});
