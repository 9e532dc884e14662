// What a statement proves of rows in doubt, and what it doesn't.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type DoubtfulRow, reconcile, type StatementLine } from '../../../src/batch/reconcile/match.ts';
import { amountOf, timeOf } from '../../../src/batch/reconcile/statement.ts';

const HOUR = 3_600_000;
const row = (more: Partial<DoubtfulRow> = {}): DoubtfulRow => ({
  key: 'k1',
  createdId: null,
  tag: '',
  reference: 'R1',
  payee: 'acc-1',
  customer: 'cus-1',
  amount: '10.00',
  currency: 'GBP',
  fromMs: 100 * HOUR,
  toMs: 100 * HOUR,
  ...more,
});
const line = (more: Partial<StatementLine> = {}): StatementLine => ({
  line: 2,
  id: 't-1',
  memo: '',
  reference: '',
  payee: 'acc-1',
  customer: 'cus-1',
  amount: '10',
  currency: 'gbp',
  time: { fromMs: 100 * HOUR, toMs: 100 * HOUR },
  state: 'completed',
  ...more,
});
const verdicts = (rows: DoubtfulRow[], lines: StatementLine[], taken: string[] = []): string[] =>
  reconcile(rows, lines, new Set(taken)).map((one) => ('by' in one ? `${one.is} ${one.by}` : one.is));

describe('a statement', () => {
  it.each([
    ['by id', row({ createdId: 't-1' }), line(), 'proven id'],
    ['by tag', row({ tag: '#a1b2' }), line({ memo: 'Invoice 7 #a1b2' }), 'proven tag'],
    ['by reference', row(), line({ reference: 'R1' }), 'proven reference'],
    ['never by payment alone: a row that is paid may look the same', row(), line(), 'ambiguous payment'],
    ['nor by customer where no account is told', row(), line({ payee: '' }), 'ambiguous payment'],
    ['not without an amount', row(), line({ amount: '' }), 'unmatched'],
    ['not without a time', row(), line({ time: null }), 'unmatched'],
    ['not of another payee', row(), line({ payee: 'acc-2' }), 'unmatched'],
    ['not of another amount', row(), line({ amount: '10.01' }), 'unmatched'],
    ['not of another week', row(), line({ time: { fromMs: 300 * HOUR, toMs: 300 * HOUR } }), 'unmatched'],
    ['not before it was sent', row(), line({ time: { fromMs: 90 * HOUR, toMs: 90 * HOUR } }), 'unmatched'],
    ['against another amount', row(), line({ reference: 'R1', amount: '99' }), 'contradicted reference'],
    ['against an unreadable one', row(), line({ reference: 'R1', amount: null }), 'contradicted reference'],
    [
      'against another currency',
      row({ tag: 'x9' }),
      line({ memo: 'x9', currency: 'EUR' }),
      'contradicted tag',
    ],
    ['against a failed state', row({ createdId: 't-1' }), line({ state: 'Failed' }), 'contradicted id'],
    ['nothing without an id', row(), line({ id: '' }), 'ambiguous payment'],
  ] as const)('%s', (_, one, other, expected) => {
    expect(verdicts([one], [other])).toEqual([expected]);
  });
  it('proves neither of two rows that one line could be, nor a row that two lines could be', () => {
    expect(verdicts([row(), row({ key: 'k2', reference: 'R2' })], [line()])).toEqual(
      Array(2).fill('ambiguous payment'),
    );
    expect(verdicts([row()], [line(), line({ line: 3, id: 't-2' })])).toEqual(['ambiguous payment']);
    expect(verdicts([row()], [line(), line({ line: 3 })])).toEqual(['ambiguous payment']);
  });
  it('leaves lines of transfers that other rows have', () => {
    expect(verdicts([row()], [line()], ['t-1'])).toEqual(['unmatched']);
    expect(verdicts([row()], [line(), line({ line: 3, id: 't-2' })], ['t-1'])).toEqual(['ambiguous payment']);
  });
  it('takes the strongest evidence first', () => {
    const two = [row({ tag: '#t1' }), row({ key: 'k2', reference: 'R2' })];
    expect(verdicts(two, [line({ memo: '#t1' }), line({ line: 3, id: 't-2' })])).toEqual([
      'proven tag',
      'ambiguous payment',
    ]);
  });
});

describe('cells of a statement', () => {
  it.each([
    ['-1,250.00', '1250.00'],
    ['1250', '1250'],
    ['', ''],
    ['1.250,00', null],
    ['12,50', null],
    ['1e3', null],
    ['£5', null],
  ])('amount %j is %j', (text, expected) => {
    expect(amountOf(text)).toBe(expected);
  });
  it.each(['21/11/2026', '11-21-2026', '2026-13-01', 'today'])('time %j is none', (text) => {
    expect(timeOf(text)).toBeNull();
  });
  it('reads times of ISO 8601', () => {
    const at = Date.parse('2026-11-21T10:00:00Z');
    for (const text of ['2026-11-21T10:00:00Z', '2026-11-21 10:00', '2026-11-21T11:00:00+01:00'])
      expect(timeOf(text)).toEqual({ fromMs: at, toMs: at });
    expect(timeOf('2026-11-21')?.fromMs).toBeLessThan(Date.parse('2026-11-21T00:00:00Z'));
  });
});

describe('whatever stands in rows and statement', () => {
  const few = (...values: string[]): fc.Arbitrary<string> => fc.constantFrom(...values);
  const rows = fc.uniqueArray(
    fc.record({
      key: few('k1', 'k2', 'k3', 'k4', 'k5'),
      createdId: fc.option(few('t1', 't2', 't3'), { nil: null }),
      tag: few('', '#1', '#2'),
      reference: few('', 'R1', 'R2', 'R3'),
      payee: few('a', 'b'),
      customer: few('c', 'd'),
      amount: few('1', '1.00', '2'),
      currency: few('GBP', 'EUR'),
      fromMs: fc.constant(0),
      toMs: fc.constant(HOUR),
    }),
    { selector: ({ key }) => key },
  );
  const lines = fc.array(
    fc.record({
      line: fc.nat(),
      id: few('', 't1', 't2', 't3', 't4'),
      memo: few('', 'x #1', '#2', '#1 #2'),
      reference: few('', 'R1', 'R2'),
      payee: few('', 'a', 'b'),
      customer: few('c', 'd'),
      amount: fc.option(few('', '1', '2.00'), { nil: null }),
      currency: few('', 'gbp', 'EUR'),
      time: fc.option(fc.constant({ fromMs: HOUR, toMs: HOUR }), { nil: null }),
      state: few('', 'completed', 'failed'),
    }),
  );
  it('no line and no id proves two rows, every row has one verdict, and what is proven agrees', () => {
    fc.assert(
      fc.property(rows, lines, fc.array(few('t1', 't4')), (some, statement, taken) => {
        const all = reconcile(some, statement, new Set(taken));
        expect(all.map((one) => one.row.key)).toEqual(some.map(({ key }) => key));
        const proven = all.flatMap((one) => (one.is === 'proven' ? [one] : []));
        expect(new Set(proven.map((one) => one.line)).size).toBe(proven.length);
        expect(new Set(proven.map((one) => one.line.id)).size).toBe(proven.length);
        for (const { row: settled, line: by } of proven) {
          expect(taken).not.toContain(by.id);
          expect(by.state).not.toBe('failed');
          if (by.amount !== '') expect(Number(by.amount)).toBe(Number(settled.amount));
          if (by.currency !== '') expect(by.currency.toUpperCase()).toBe(settled.currency);
        }
      }),
      { numRuns: 2000 },
    );
  });
  it('the order of the lines changes nothing', () => {
    fc.assert(
      fc.property(rows, lines, (some, statement) => {
        const words = (given: readonly StatementLine[]): string[] =>
          reconcile(some, given, new Set()).map((one) => one.is);
        expect(words([...statement].reverse())).toEqual(words(statement));
      }),
    );
  });
});
