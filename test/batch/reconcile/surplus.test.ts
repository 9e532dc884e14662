// What was called not created and sent again: by the day of a line, what can own it.
import { describe, expect, it } from 'vitest';

import { timeOf } from '../../../src/batch/reconcile/cells.ts';
import type { StatementLine } from '../../../src/batch/reconcile/lines.ts';
import type { DoubtfulRow } from '../../../src/batch/reconcile/match.ts';
import { surplus } from '../../../src/batch/reconcile/surplus.ts';

const sent = (at: string, createdId: string | null = null): DoubtfulRow => ({
  ...{ key: 'k', createdId, tag: '', memo: 'alpha', reference: 'R', payee: 'acc-1', customer: 'cus-1' },
  ...{ amount: '10.00', currency: 'GBP', fromMs: Date.parse(at), toMs: Date.parse(at) },
});
const line = (id: string, at: string, more: Partial<StatementLine> = {}): StatementLine => ({
  ...{
    line: 2,
    id,
    memo: 'alpha',
    reference: '',
    payee: 'acc-1',
    customer: '',
    amount: '10',
    currency: 'GBP',
  },
  ...{ time: timeOf(at), state: '', reserve: null, ...more },
});
const first = sent('2026-11-25T02:00:00Z');
const later = sent('2026-11-26T02:00:00Z', 'T-2');

describe('a line of a row that was sent on two days', () => {
  it.each([
    ['the first time', '2026-11-25T02:00:05Z', 1],
    ['the first day', '2026-11-25', 1],
    ['the first day, by reference', '2026-11-25', 1, { reference: 'R' }],
    ['the later time', '2026-11-26T02:00:05Z', 0],
    ['the later day', '2026-11-26', 0],
  ])('is told where it is of %s alone: %s', (_, at, count, more: Partial<StatementLine> = {}) => {
    for (const id of ['T-1', 'BANK-1']) {
      const told = surplus([first], [line(id, at, more)], { taken: new Set(['T-2']), owners: [later] });
      expect(told).toHaveLength(count);
    }
  });
});
