// A row that was sent on two days, and lines of a statement that may be of either, as reconcile compares them.
import { timeOf } from '../../src/batch/reconcile/cells.ts';
import type { StatementLine } from '../../src/batch/reconcile/lines.ts';
import type { DoubtfulRow } from '../../src/batch/reconcile/match.ts';

export const sent = (at: string, createdId: string | null = null): DoubtfulRow => ({
  ...{ key: 'k', createdId, tag: '', memo: 'alpha', reference: 'R', payee: 'acc-1', customer: 'cus-1' },
  ...{ amount: '10.00', currency: 'GBP', fromMs: Date.parse(at), toMs: Date.parse(at) },
});
export const line = (id: string, at: string, more: Partial<StatementLine> = {}): StatementLine => ({
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
export const first = sent('2026-11-25T02:00:00Z');
export const later = sent('2026-11-26T02:00:00Z', 'T-2');
