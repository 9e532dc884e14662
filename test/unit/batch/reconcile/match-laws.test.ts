// Laws of evidence, for generated rows and lines: a line proves one row, or none if another payment may own it.
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { matchStatement, type StatementRow } from '../../../../src/batch/reconcile/match.ts';
import type { StatementLine } from '../../../../src/batch/reconcile/statement.ts';

const HOUR_MS = 3_600_000;
const ACCOUNTS = ['a', 'b'];
const MEMOS = ['', 'Invoice 1', 'Invoice 10', 'Rent'];
const REFERENCES = ['', 'INV-1', 'INV-2', '7'];
const at = fc
  .integer({ min: 0, max: 200 })
  .map((hours) => ({ fromMs: hours * HOUR_MS, toMs: hours * HOUR_MS }));

const row = fc.record({
  createdId: fc.constantFrom(null, null, 'T-1', 'T-2'),
  tag: fc.constantFrom('', '', 'pb-0123456789'),
  memo: fc.constantFrom(...MEMOS),
  reference: fc.constantFrom(...REFERENCES),
  account: fc.constantFrom(...ACCOUNTS),
  amount: fc.constantFrom('10.00', '20.00'),
  currency: fc.constant('EUR'),
  attempts: fc.array(at, { minLength: 1, maxLength: 2 }),
});
const rows = (prefix: string, maxLength: number) =>
  fc
    .array(row, { minLength: prefix === 'k' ? 1 : 0, maxLength })
    .map((all) => all.map((one, n): StatementRow => ({ ...one, key: `${prefix}${n}` })));
const line = fc.record({
  id: fc.constantFrom('', 'T-1', 'T-2', 'T-3', 'T-4'),
  memo: fc.constantFrom(...MEMOS, 'x pb-0123456789'),
  reference: fc.constantFrom(...REFERENCES),
  account: fc.constantFrom('', ...ACCOUNTS),
  amount: fc.constantFrom('', '10.00', '20'),
  currency: fc.constantFrom('', 'EUR', 'GBP'),
  time: fc.option(at),
  objection: fc.constantFrom(null, null, { field: 'state', why: 'not_understood', value: 'x' } as const),
});
const lines = fc
  .array(line, { maxLength: 5 })
  .map((all) => all.map((one, n): StatementLine => ({ ...one, line: n + 2 })));
const ids = fc.subarray(['T-1', 'T-3']).map((some) => new Set(some));

it('each proven row has a separate line, which does not contradict the row', () => {
  fc.assert(
    fc.property(rows('k', 4), rows('o', 3), lines, ids, (own, owners, statement, knownIds) => {
      const proven = matchStatement(own, statement, { rows: owners, knownIds }).filter(
        (one) => one.is === 'proven',
      );
      const used = proven.map((one) => one.line);
      expect(new Set(used).size).toBe(used.length);
      for (const { line: by, row: one } of proven) {
        expect(by.objection).toBe(null);
        expect(knownIds.has(by.id)).toBe(false);
        if (by.amount !== '') expect(Number(by.amount)).toBe(Number(one.amount));
        if (by.account !== '') expect(by.account).toBe(one.account);
        if (by.currency !== '') expect(by.currency).toBe(one.currency);
      }
    }),
    { numRuns: 1000 },
  );
});

it('content and reference do not prove a row if an equal payment of the ledger may own the line', () => {
  fc.assert(
    fc.property(row, lines, (one, statement) => {
      const own = { ...one, key: 'k', createdId: null, tag: '' };
      const twin = { ...own, key: 'o' };
      const [verdict] = matchStatement([own], statement, { rows: [twin], knownIds: new Set() });
      expect(verdict?.is).not.toBe('proven');
    }),
    { numRuns: 1000 },
  );
});

const payment = fc.record({
  isPaid: fc.boolean(),
  isDoubt: fc.boolean(),
  memo: fc.constantFrom(...MEMOS),
  reference: fc.constantFrom('', 'INV-1', 'INV-2'),
  account: fc.constantFrom(...ACCOUNTS),
  amount: fc.constantFrom('10.00', '20.00'),
  sentMs: fc.integer({ min: 0, max: 120 }).map((hours) => hours * HOUR_MS),
  /** How much later the bank books it. */
  lateMs: fc.integer({ min: 0, max: 72 }).map((hours) => hours * HOUR_MS),
  hasServiceId: fc.boolean(),
  keepsMemo: fc.boolean(),
  keepsReference: fc.boolean(),
});

/** The statement has every payment once, as a bank may write it, and no other line. */
it('a row is proven only if it was paid', () => {
  let proofs = 0;
  fc.assert(
    fc.property(fc.array(payment, { minLength: 1, maxLength: 6 }), fc.boolean(), (payments, hasIds) => {
      // Every row that is not in doubt was paid. References are unique.
      const seen = new Set<string>();
      const all = payments.map((one, n) => {
        const reference = seen.has(one.reference) ? '' : one.reference;
        seen.add(reference);
        return { ...one, reference, isPaid: one.isPaid || !one.isDoubt, n };
      });
      const rowOf = ({
        n,
        isDoubt,
        memo,
        reference,
        account,
        amount,
        sentMs,
      }: (typeof all)[number]): StatementRow => ({
        ...{ key: `k${n}`, memo, reference, account, amount, tag: '', currency: 'EUR' },
        createdId: isDoubt ? null : `T-${n}`,
        attempts: [{ fromMs: sentMs, toMs: sentMs }],
      });
      const statement = all
        .filter(({ isPaid }) => isPaid)
        .map(({ n, memo, reference, account, amount, sentMs, ...how }): StatementLine => ({
          line: n + 2,
          id: hasIds ? (how.hasServiceId ? `T-${n}` : `BANK-${n}`) : '',
          memo: how.keepsMemo ? memo : '',
          reference: how.keepsReference ? reference : '',
          ...{ account, amount, currency: 'EUR', objection: null },
          time: { fromMs: sentMs + how.lateMs, toMs: sentMs + how.lateMs },
        }));
      const doubts = all.filter(({ isDoubt }) => isDoubt);
      const paid = all.filter(({ isDoubt }) => !isDoubt).map(rowOf);
      const knownIds = new Set(
        statement.map(({ id }) => id).filter((id) => paid.some((one) => one.createdId === id)),
      );
      matchStatement(doubts.map(rowOf), statement, { rows: paid, knownIds }).forEach((verdict, at) => {
        if (verdict.is !== 'proven') return;
        proofs += 1;
        expect(doubts[at]?.isPaid).toBe(true);
      });
    }),
    { numRuns: 2000 },
  );
  expect(proofs).toBeGreaterThan(100);
});
