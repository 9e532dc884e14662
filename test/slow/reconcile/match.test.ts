// What a statement proves of rows in doubt, and what it doesn't.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { amountOf, decimalMarkOf, timeOf } from '../../../src/batch/reconcile/cells.ts';
import type { StatementLine } from '../../../src/batch/reconcile/lines.ts';
import { type DoubtfulRow, reconcile } from '../../../src/batch/reconcile/match.ts';

const HOUR = 3_600_000;
const row = (more: Partial<DoubtfulRow> = {}): DoubtfulRow => ({
  key: 'k1',
  createdId: null,
  tag: '',
  memo: '',
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
  reserve: null,
  ...more,
});
const NOBODY = { taken: new Set<string>(), rivals: [] };
const TAG = 'pb-0123456789';
const verdicts = (
  rows: DoubtfulRow[],
  lines: StatementLine[],
  taken: string[] = [],
  rivals: DoubtfulRow[] = [],
): string[] =>
  reconcile(rows, lines, { taken: new Set(taken), rivals }).map((one) =>
    'by' in one ? `${one.is} ${one.by}` : one.is,
  );

describe('a statement', () => {
  it.each([
    ['by id', row({ createdId: 't-1' }), line(), 'proven id'],
    ['by tag', row({ tag: TAG }), line({ memo: `Invoice 7 ${TAG}` }), 'proven tag'],
    ['by tag, in capitals', row({ tag: TAG }), line({ memo: TAG.toUpperCase() }), 'proven tag'],
    ['by reference', row(), line({ reference: 'R1' }), 'proven reference'],
    [
      'not by an amount of three decimals, which may be eleven thousand',
      row({ amount: '11.00' }),
      line({ reference: 'R1', amount: '11.000' }),
      'contradicted reference',
    ],
    [
      'by an amount of three decimals, in a currency that has them',
      row({ amount: '11', currency: 'KWD' }),
      line({ reference: 'R1', amount: '11.000', currency: 'KWD' }),
      'proven reference',
    ],
    ['by more decimals', row(), line({ reference: 'R1', amount: '10.0000' }), 'proven reference'],
    ['not by a reference that is only alike', row(), line({ reference: 'r 1' }), 'ambiguous reference'],
    [
      'not by a reference with other zeros',
      row({ reference: '12345' }),
      line({ reference: '012345' }),
      'ambiguous reference',
    ],
    [
      "not by a number that may be the bank's own",
      row({ reference: '2' }),
      line({ reference: '2' }),
      'ambiguous reference',
    ],
    [
      'not by reference without an amount',
      row(),
      line({ reference: 'R1', amount: '' }),
      'ambiguous reference',
    ],
    [
      'not by reference without a currency',
      row(),
      line({ reference: 'R1', currency: '' }),
      'ambiguous reference',
    ],
    [
      'not a customer by reference',
      row({ amount: '', currency: '', payee: '' }),
      line({ reference: 'R1', currency: '' }),
      'ambiguous reference',
    ],
    [
      'by tag without an amount',
      row({ tag: TAG }),
      line({ memo: TAG, amount: '', currency: '' }),
      'proven tag',
    ],
    [
      'not even by id of a line that is no payment',
      row({ createdId: 't-1' }),
      line({ reserve: 'r' }),
      'ambiguous id',
    ],
    ['by payment, where nothing else can own the line', row(), line(), 'proven payment'],
    [
      'by payment with the memo that was sent, cut off',
      row({ memo: 'Rent, June' }),
      line({ memo: 'RENT JU' }),
      'proven payment',
    ],
    [
      'not by payment with another memo',
      row({ memo: 'Rent, June' }),
      line({ memo: 'Rent, July' }),
      'ambiguous payment',
    ],
    [
      'not by payment with the tag of another row',
      row(),
      line({ memo: 'pb-ffffffffff' }),
      'ambiguous payment',
    ],
    [
      'not by payment with a memo that lacks the tag that was sent',
      row({ tag: TAG, memo: TAG }),
      line({ memo: 'x' }),
      'ambiguous payment',
    ],
    ['not by payment with another reference', row(), line({ reference: 'R2' }), 'ambiguous payment'],
    ['not by customer where no account is told', row(), line({ payee: '' }), 'ambiguous payment'],
    ['not without an amount', row(), line({ amount: '' }), 'unmatched'],
    ['not without a time', row(), line({ time: null }), 'unmatched'],
    ['not of another payee', row(), line({ payee: 'acc-2' }), 'unmatched'],
    ['not of another amount', row(), line({ amount: '10.01' }), 'unmatched'],
    ['not of another week', row(), line({ time: { fromMs: 300 * HOUR, toMs: 300 * HOUR } }), 'unmatched'],
    ['not before it was sent', row(), line({ time: { fromMs: 90 * HOUR, toMs: 90 * HOUR } }), 'unmatched'],
    ['against another amount', row(), line({ reference: 'R1', amount: '99' }), 'contradicted reference'],
    ['against an unreadable one', row(), line({ reference: 'R1', amount: null }), 'contradicted reference'],
    ['against another currency', row({ tag: TAG }), line({ memo: TAG, currency: 'EUR' }), 'contradicted tag'],
    ['against a failed state', row({ createdId: 't-1' }), line({ state: 'Failed' }), 'contradicted id'],
    [
      'against an id that a spreadsheet shortened',
      row(),
      line({ reference: 'R1', id: '1.23457E+11' }),
      'contradicted reference',
    ],
    ['against a formula for an id', row(), line({ reference: 'R1', id: '=1+1' }), 'contradicted reference'],
    ['nothing without an id', row(), line({ id: '' }), 'ambiguous payment'],
    ['nothing by the payment of a failed one', row(), line({ state: 'Returned' }), 'contradicted payment'],
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
    expect(verdicts([row()], [line(), line({ line: 3, id: 't-2' })], ['t-1'])).toEqual(['proven payment']);
  });
  it('takes the strongest evidence first', () => {
    const two = [row({ tag: TAG }), row({ key: 'k2', reference: 'R2' })];
    expect(verdicts(two, [line({ memo: TAG }), line({ line: 3, id: 't-2' })])).toEqual([
      'proven tag',
      'proven payment',
    ]);
  });
  it('lets whatever else may have been paid compete for a line that only looks right', () => {
    const paid = row({ key: 'p', createdId: 't-9', reference: 'R9' });
    expect(verdicts([row()], [line()], [], [paid])).toEqual(['ambiguous payment']);
    // Its own line stands there, by its id, or by its reference under an id of the bank's.
    expect(verdicts([row()], [line(), line({ line: 3, id: 't-9' })], ['t-9'], [paid])).toEqual([
      'proven payment',
    ]);
    const own = line({ line: 3, id: 'B-1', reference: 'R9' });
    expect(verdicts([row()], [line(), own], [], [paid])).toEqual(['proven payment']);
    // What can't own it doesn't matter.
    const [other, later] = [
      row({ ...paid, payee: 'acc-2' }),
      row({ ...paid, fromMs: 200 * HOUR, toMs: 200 * HOUR }),
    ];
    expect(verdicts([row()], [line()], [], [other, later])).toEqual(['proven payment']);
    // Nor does a row in doubt whose own evidence is muddled leave the field.
    const muddled = row({ key: 'k2', reference: 'R2' });
    const both = [
      line({ line: 3, id: 't-2', reference: 'R2' }),
      line({ line: 4, id: 't-3', reference: 'R2' }),
    ];
    expect(verdicts([row(), muddled], [line(), ...both])).toEqual([
      'ambiguous payment',
      'ambiguous reference',
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
  it.each([
    [
      ['1251,00', '7', '1.250'],
      ['1251.00', '7', '1250'],
    ],
    [
      ['-1.234,50', '+12,5'],
      ['1234.50', '12.5'],
    ],
    [
      ['1\u202f234,50', '0,125'],
      ['1234.50', '0.125'],
    ],
    // Either could be meant, and English is what was read before.
    [
      ['1,250', '7'],
      ['1250', '7'],
    ],
    // Both: nobody knows.
    [
      ['1251,00', '12.50'],
      [null, '12.50'],
    ],
    [
      ['1251,00', '12,50', '1,250,000'],
      [null, null, '1250000'],
    ],
    [
      ['1251,00', 'n/a', '1251,00-'],
      ['1251.00', null, null],
    ],
  ])('amounts %j are %j', (texts, expected) => {
    const mark = decimalMarkOf(texts);
    expect(texts.map((text) => amountOf(text, mark))).toEqual(expected);
  });
  it('reads days as they are written in German', () => {
    const at = Date.parse('2026-11-21T10:00:00Z');
    for (const text of ['21.11.2026 10:00:00', '21.11.2026 10:00', '21.11.2026, 10:00'])
      expect(timeOf(text)).toMatchObject({ fromMs: at, toMs: at });
    expect(timeOf('21.11.2026')).toEqual(timeOf('2026-11-21'));
  });
  it.each(['32.11.2026', '21.13.2026', '21.11.26', '21.11.2026x'])('but not %s', (text) => {
    expect(timeOf(text)).toBeNull();
  });
  it.each(['21/11/2026', '11-21-2026', '2026-13-01', 'today'])('time %j is none', (text) => {
    expect(timeOf(text)).toBeNull();
  });
  it('reads times of ISO 8601', () => {
    const at = Date.parse('2026-11-21T10:00:00Z');
    for (const text of ['2026-11-21T10:00:00Z', '2026-11-21 10:00', '2026-11-21T11:00:00+01:00'])
      expect(timeOf(text)).toMatchObject({ fromMs: at, toMs: at });
    expect(timeOf('2026-11-21T10:00:00Z')).not.toHaveProperty('isLocal');
    expect(timeOf('2026-11-21 10:00')).toHaveProperty('isLocal', true);
    expect(timeOf('2026-11-21')).toMatchObject({ toMs: Date.parse('2026-11-22T00:00:00Z'), isLocal: true });
  });
});

describe('sendings of one row, the first of which was called not created', () => {
  const called = row({ key: 'k1', sendingOf: 'k1', isCalled: true, tag: TAG });
  const later = row({ sendingOf: 'k1', tag: TAG, fromMs: 124 * HOUR, toMs: 124 * HOUR });
  const at = (hour: number, more: object = {}) => ({
    time: { fromMs: hour * HOUR, toMs: hour * HOUR, ...more },
  });
  const MIN = 1 / 60;
  it.each([
    ['that of the first', at(100), 'unmatched'],
    ['the booking of either', at(130), 'ambiguous payment'],
    ['just behind the later request', at(124 + MIN), 'proven payment'],
    ['just behind it, in some zone', at(124 + MIN, { isLocal: true }), 'ambiguous payment'],
    ['no time, with the tag', { time: null, memo: TAG }, 'ambiguous tag'],
    ['that of the first, with the tag', { ...at(100), memo: TAG }, 'ambiguous tag'],
    ['just behind the later request, with the tag', { ...at(124 + MIN), memo: TAG }, 'proven tag'],
    ['the booking of either, with the reference', { ...at(130), reference: 'R1' }, 'ambiguous reference'],
  ])('a line with %s', (_, more, verdict) => {
    expect(verdicts([later], [line(more)], [], [called])).toEqual([verdict]);
  });
  it('and each of them speaks for the row, as long as all were called so', () => {
    const again = { ...called, fromMs: 124 * HOUR, toMs: 124 * HOUR };
    expect(verdicts([called, again], [line(at(130))])).toEqual(['proven payment', 'proven payment']);
  });
});

describe('a time without a zone', () => {
  const at = (hour: number) => ({ time: { fromMs: hour * HOUR, toMs: hour * HOUR, isLocal: true } });
  it('leaves a line to whoever it may be in another zone', () => {
    const other = row({ key: 'k2', fromMs: 105 * HOUR, toMs: 105 * HOUR });
    expect(verdicts([row()], [line(at(100))], [], [other])).toEqual(['ambiguous payment']);
    expect(verdicts([row()], [line()], [], [other])).toEqual(['proven payment']);
  });
  it('is no proof in another zone alone, and no contradiction', () => {
    expect(verdicts([row()], [line(at(93))])).toEqual(['unmatched']);
    expect(verdicts([row({ tag: TAG })], [line({ ...at(93), memo: TAG })])).toEqual(['proven tag']);
    expect(verdicts([row({ tag: TAG })], [line({ ...at(80), memo: TAG })])).toEqual(['contradicted tag']);
  });
});

describe('whatever stands in rows and statement', () => {
  const few = (...values: string[]): fc.Arbitrary<string> => fc.constantFrom(...values);
  const rows = fc.uniqueArray(
    fc.record({
      key: few('k1', 'k2', 'k3', 'k4', 'k5'),
      createdId: fc.option(few('t1', 't2', 't3'), { nil: null }),
      tag: few('', 'pb-1111111111', 'pb-2222222222'),
      memo: few('', 'rent'),
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
      memo: few('', 'x pb-1111111111', 'PB-2222222222', 'pb-1111111111 pb-2222222222'),
      reference: few('', 'R1', 'R2'),
      payee: few('', 'a', 'b'),
      customer: few('c', 'd'),
      amount: fc.option(few('', '1', '2.00'), { nil: null }),
      currency: few('', 'gbp', 'EUR'),
      time: fc.option(fc.constant({ fromMs: HOUR, toMs: HOUR }), { nil: null }),
      state: few('', 'completed', 'failed'),
      reserve: fc.option(fc.constant('it is "refund"'), { nil: null }),
    }),
  );
  it('no line and no id proves two rows, every row has one verdict, and what is proven agrees', () => {
    fc.assert(
      fc.property(rows, lines, fc.array(few('t1', 't4')), (some, statement, taken) => {
        const all = reconcile(some, statement, { taken: new Set(taken), rivals: [] });
        expect(all.map((one) => one.row.key)).toEqual(some.map(({ key }) => key));
        const proven = all.flatMap((one) => (one.is === 'proven' ? [one] : []));
        expect(new Set(proven.map((one) => one.line)).size).toBe(proven.length);
        expect(new Set(proven.map((one) => one.line.id)).size).toBe(proven.length);
        for (const { row: settled, line: by } of proven) {
          expect(taken).not.toContain(by.id);
          expect(by.state).not.toBe('failed');
          expect(by.reserve).toBeNull();
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
          reconcile(some, given, NOBODY).map((one) => one.is);
        expect(words([...statement].reverse())).toEqual(words(statement));
      }),
    );
  });
});

describe('a world in which every payment is some row of the ledger', () => {
  const HEX = '0123456789abcdef';
  const few = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
  /** A row with what became of it, and how the statement tells of it if it was executed. */
  const fate = fc.record({
    payee: few('a', 'b'),
    amount: few('5', '5.00', '7'),
    sentAt: few(0, HOUR, 30 * HOUR, 90 * HOUR),
    known: few('doubt', 'doubt', 'created', 'elsewhere'),
    executed: fc.boolean(),
    told: fc.boolean(),
    bankId: fc.boolean(),
    bears: few('nothing', 'nothing', 'tag', 'reference', 'memo'),
    noPayee: fc.boolean(),
    bookedAfter: few(0, HOUR, 70 * HOUR),
    memo: few('', 'rent', 'rent for June'),
    tagged: fc.boolean(),
    hasReference: fc.boolean(),
  });
  type Fate = typeof fate extends fc.Arbitrary<infer T> ? T : never;

  const rowOf = (one: Fate, at: number): DoubtfulRow => {
    const tag = one.tagged ? `pb-${(HEX[at % 16] ?? '0').repeat(10)}` : '';
    return row({
      key: `k${at}`,
      createdId: one.known === 'doubt' ? null : `t-${at}`,
      tag,
      memo: [one.memo, tag].filter((part) => part !== '').join(' '),
      reference: one.hasReference ? `R${at}` : '',
      payee: one.payee,
      customer: 'c',
      amount: one.amount,
      fromMs: one.sentAt,
      toMs: one.sentAt + HOUR / 2,
    });
  };
  const lineOf = (one: Fate, own: DoubtfulRow, at: number): StatementLine =>
    line({
      line: at + 2,
      id: one.bankId ? `B-${at}` : `t-${at}`,
      memo: one.bears === 'tag' ? own.tag : one.bears === 'memo' ? own.memo.toUpperCase() : '',
      reference: one.bears === 'reference' ? own.reference : '',
      payee: one.noPayee ? '' : one.payee,
      customer: 'c',
      amount: one.amount,
      time: { fromMs: one.sentAt + one.bookedAfter, toMs: one.sentAt + one.bookedAfter },
    });

  /** How many doubts were settled, by payment and otherwise. */
  function settle(fates: readonly Fate[]): Record<string, number> {
    const all = fates.map((one, at) => {
      const executed = one.known !== 'doubt' || one.executed;
      const own = rowOf(one, at);
      return { one, own, told: executed && one.told ? lineOf(one, own, at) : undefined };
    });
    const told = all.flatMap((each) => (each.told ? [each.told] : []));
    const rows = all.filter(({ one }) => one.known === 'doubt').map(({ own }) => own);
    const rivals = all.filter(({ one }) => one.known !== 'doubt').map(({ own }) => own);
    const here = all.filter(({ one }) => one.known === 'created');
    const taken = new Set(here.flatMap(({ own }) => (own.createdId === null ? [] : [own.createdId])));
    const by: Record<string, number> = {};
    for (const verdict of reconcile(rows, told, { taken, rivals })) {
      if (verdict.is !== 'proven') continue;
      by[verdict.by] = (by[verdict.by] ?? 0) + 1;
      const owner = all.find((each) => each.told === verdict.line);
      expect(owner?.own.key, `${verdict.row.key} was settled by line ${verdict.line.line}`).toBe(
        verdict.row.key,
      );
    }
    return by;
  }

  it('no doubt is settled by the line of another row', () => {
    const total: Record<string, number> = {};
    fc.assert(
      fc.property(fc.array(fate, { maxLength: 9 }), (fates) => {
        for (const [by, count] of Object.entries(settle(fates))) total[by] = (total[by] ?? 0) + count;
      }),
      { numRuns: 5000 },
    );
    // Else nothing would have been proven about proving.
    for (const by of ['tag', 'reference', 'payment']) expect(total[by], by).toBeGreaterThan(100);
  });
});

describe('of rows and lines that are all alike', () => {
  it('a thousand of each take no longer than a person waits', () => {
    const rows = Array.from({ length: 1000 }, (_, at) =>
      row({ key: `k${at}`, reference: '', payee: `p${at}` }),
    );
    const lines = rows.map((_, at) => line({ line: at + 2, id: `t-${at}`, payee: '' }));
    const before = process.cpuUsage();
    const [first] = reconcile(rows, lines, {
      taken: new Set(),
      rivals: rows.map((one) => ({ ...one, key: `r${one.key}` })),
    });
    const { user, system } = process.cpuUsage(before);
    expect(first).toMatchObject({ is: 'ambiguous', by: 'payment' });
    expect((user + system) / 1e6).toBeLessThan(8);
  });
});
