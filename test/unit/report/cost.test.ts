// What a run cost, as its report tells it.
import { expect, it } from 'vitest';

import { DecimalSum } from '../../../src/interface/decimal.ts';
import { togetherOf } from '../../../src/report/summary.ts';

it('cost is debit and fees, with the digits of its currency', () => {
  const [quoted, fees] = [new DecimalSum(), new DecimalSum()];
  quoted.add('48.056');
  fees.add('0.344');
  const cost = { destination: 'GBP', rows: 1, unquoted: 0, quoted, fees, rateLow: '1', rateHigh: '1' };
  expect(togetherOf({ ...cost, currency: 'USDC' })).toBe('48.400000');
  expect(togetherOf({ ...cost, currency: 'EUR' })).toBe('48.40');
});
