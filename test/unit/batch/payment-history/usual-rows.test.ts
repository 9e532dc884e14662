// What the summary of earlier payments leaves out of the look-ups changes no word: rows are judged with it and without it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type CheckLevels, DEFAULT_CHECKS } from '../../../../src/batch/input/history-settings.ts';
import type { BatchRow } from '../../../../src/batch/input/row.ts';
import { Warnings } from '../../../../src/batch/input/warnings.ts';
import { HistoryChecks } from '../../../../src/batch/plan/payment-history/checks.ts';
import {
  foldedPayee,
  type Habit,
  type LastPaid,
  type PaymentHistory,
} from '../../../../src/ledger/history.ts';
import { habitRecord, payeeRecord, Summary } from '../../../../src/ledger/history-summary.ts';
import { merged, packed } from '../../../../src/ledger/summary-records.ts';

interface Known {
  readonly habits: readonly Habit[];
  readonly payees: readonly (readonly [string, LastPaid])[];
}

/** A ledger's history of just that; `asked`: what was looked up. */
function historyOf({ habits, payees }: Known, short: boolean) {
  const asked: string[] = [];
  const records = [
    ...habits.map(({ account, currency, median }) => habitRecord(account, currency, median ?? '')),
    ...payees.map(([payee, { account }]) => payeeRecord(payee, account, true)),
  ];
  const summary = new Summary(merged([new Uint8Array(0), packed(records)]));
  const history: PaymentHistory = {
    catchUp: () => Promise.resolve(),
    summary: () => Promise.resolve(short ? summary : undefined),
    habits: (accounts) => {
      asked.push(...accounts);
      const of = (account: string) => habits.filter((one) => one.account === account);
      return Promise.resolve(
        new Map(accounts.flatMap((one) => (of(one).length > 0 ? [[one, of(one)] as const] : []))),
      );
    },
    lastPaid: (names) => {
      asked.push(...names);
      return Promise.resolve(new Map(payees.filter(([name]) => names.includes(name))));
    },
    namelessAccounts: () => Promise.resolve({ accounts: 0, last: 0, lastNamed: 0 }),
    fileTotals: () => Promise.resolve([]),
    placeOf: (entry) => Promise.resolve({ runId: 'r', line: entry }),
  };
  return { history, asked };
}

interface Row {
  readonly account: string;
  readonly currency: string;
  readonly amount: string;
  readonly payee: string;
}

const rowsOf = (rows: readonly Row[]): BatchRow[] =>
  rows.map(
    ({ account, currency, amount, payee }, i) =>
      ({
        ...{ kind: 'payouts', issues: [], line: i + 2, start: i, currency, amount, payee },
        body: { destination: { externalAccountId: account } },
      }) as unknown as BatchRow, // what the checks read of a row
  );

async function judged(known: Known, rows: readonly Row[], checks: Partial<CheckLevels>, short: boolean) {
  const { history, asked } = historyOf(known, short);
  const warnings = new Warnings();
  const settings = { checks: { ...DEFAULT_CHECKS, ...checks }, payee: 'x-payee' };
  const all = rowsOf(rows);
  const own = new HistoryChecks({ history, run: () => Promise.resolve(undefined) }, settings);
  own.begin(
    'in.csv',
    { kind: 'payouts', header: { line: 1 }, payee: { name: 'x-payee', column: 0 } },
    warnings,
  );
  await own.judge(all, warnings);
  const told = warnings.list().map((one) => JSON.stringify(one));
  return {
    said: [...told.sort(), ...all.flatMap(({ issues }) => issues.map(({ message }) => message))],
    asked,
  };
}

const account = fc.constantFrom('A', 'B', 'C', 'D', '');
const currency = fc.constantFrom('GBP', 'EUR', 'gbp');
const payee = fc.constantFrom('Acme', 'acme', ' ACME', 'Öl', 'New', '');
const amount = fc.constantFrom(
  '1',
  '1.01',
  '9.9',
  '10',
  '99',
  '99.99',
  '100',
  '100.01',
  '0.1',
  '1000000',
  `1${'0'.repeat(50)}`,
);
const level = fc.constantFrom('warning' as const, 'error' as const, 'off' as const);
const known = fc.record({
  habits: fc.uniqueArray(
    fc.record({
      account: fc.constantFrom('A', 'B', 'C'),
      currency: fc.constantFrom('GBP', 'EUR'),
      median: fc.constantFrom(null, '10', '0.01', `1${'0'.repeat(45)}`),
      of: fc.constant(7),
      entry: fc.nat(99),
      first: fc.nat(99),
    }),
    { selector: (one) => `${one.account} ${one.currency}` },
  ),
  payees: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom('Acme', 'Öl').map(foldedPayee),
      fc.record({ account: fc.constantFrom('A', 'B'), entry: fc.integer({ min: 1, max: 99 }) }),
    ),
    { selector: ([name]) => name },
  ),
});

describe('rows that the summary calls as ever', () => {
  it('are those of which nothing is said, at every level of every check', async () => {
    const row = fc.record({ account, currency, amount, payee });
    const checks = fc.record({ payeeChanged: level, amountUnusual: level, firstPayment: level });
    await fc.assert(
      fc.asyncProperty(
        known,
        fc.array(row, { minLength: 40, maxLength: 60 }),
        checks,
        async (one, rows, levels) => {
          const [short, long] = [
            await judged(one, rows, levels, true),
            await judged(one, rows, levels, false),
          ];
          expect(short.said).toEqual(long.said);
          expect(long.asked).toEqual(expect.arrayContaining(short.asked));
        },
      ),
    );
  });

  it('are not looked up', async () => {
    const habits = [{ account: 'A', currency: 'GBP', median: '10', of: 9, entry: 7, first: 1 }];
    const payees = [['acme', { account: 'A', entry: 7 }]] as const;
    const usual = { account: 'A', currency: 'GBP', amount: '12', payee: 'Acme' };
    const rows = [...Array.from({ length: 50 }, () => usual), { ...usual, account: 'B' }];
    const { said, asked } = await judged({ habits, payees }, rows, {}, true);
    expect(asked).toEqual(['B', 'acme']);
    expect(said).toEqual([expect.stringContaining('is another account than this payee') as string]);
    // A few rows are looked up at once: reading the summary would take longer.
    expect((await judged({ habits, payees }, rows.slice(0, 3), {}, true)).asked).toEqual(['A', 'acme']);
  });
});
