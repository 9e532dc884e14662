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

describe('an equal payment of another row', () => {
  const other = {
    ...sent('2026-11-24T02:00:00Z', 'T-0'),
    key: 'o',
    memo: 'beta',
    reference: 'Q',
    tag: 'pb-00000000aa',
  };
  const tagged = { ...first, tag: 'pb-00000000bb' };
  const lines = (more: Partial<StatementLine>): StatementLine[] => [
    line('BANK-1', '2026-11-25T02:00:05Z', more),
    line('BANK-2', '2026-11-26T02:00:05Z', more),
  ];

  it.each([
    ['tag', { memo: 'alpha pb-00000000bb' }],
    ['reference', { reference: 'R', memo: '' }],
    ['memo', {}],
  ])("owns no line with the called row's %s", (_, more: Partial<StatementLine>) => {
    const known = { taken: new Set<string>(), owners: [{ ...later, tag: tagged.tag }, other] };
    expect(surplus([tagged], lines(more), known)).toHaveLength(1);
  });

  it('owns one that says nothing of whose it is', () => {
    const known = { taken: new Set<string>(), owners: [later, other] };
    expect(surplus([first], lines({ memo: '' }), known)).toHaveLength(0);
  });
});

it('an id that a bank gives to a whole bulk is no second copy of a line', () => {
  const all = [line('BULK', '2026-11-26T02:00:05Z'), line('BULK', '2026-11-25T02:00:05Z')];
  const known = { taken: new Set<string>(), owners: [later] };
  expect(surplus([first], all, known)).toHaveLength(1);
  expect(
    surplus(
      [first],
      [all[0], all[0]].flatMap((one) => one ?? []),
      known,
    ),
  ).toHaveLength(0);
});
