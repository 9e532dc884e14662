// The figures of a plan's page: what would be paid, what it would cost and may cost at most, and single rows.
import { limitOf } from '../../approval/drift.ts';
import type { PlanFile, ShownRow } from '../../approval/plan-format.ts';
import { plain } from '../../files/plain.ts';
import { inFull } from '../../interface/currencies.ts';
import { exact } from '../../interface/decimal.ts';
import { plainTable } from './table.ts';

type Plan = PlanFile['plan'];

export function moneyTable(plan: Plan, width: number): string {
  const sums = (totals: Readonly<Record<string, string>>, what: string): string[][] =>
    Object.entries(totals)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, total]) => [plain(currency) + what, inFull(total, currency), '']);
  const rows = [
    ...sums(plan.totals, ''),
    ...sums(plan.held?.totals ?? {}, ', held: not paid'),
    ...costRows(plan),
  ];
  return plainTable(['to be paid', 'total', 'at most'], rows, [1], width);
}

/** Debit and fees together. Apart if one currency pays all: the rows of a plan don't have theirs. */
function costRows({ cost, rows, maxDrift }: Plan): string[][] {
  const all = Object.entries(cost ?? {});
  const sum = (of: 'debit' | 'fee'): string =>
    rows.reduce((total, row) => total.plus(new exact(row[of] ?? '0')), new exact('0')).toFixed();
  const fees = sum('fee');
  return all.flatMap(([currency, total]) => {
    const most = inFull(limitOf(total, maxDrift), currency);
    const both = [`cost in ${plain(currency)} by the quotes, fees included`, inFull(total, currency), most];
    if (all.length > 1 || fees === '0') return [both];
    return [
      [`debited in ${plain(currency)} by the quotes`, inFull(sum('debit'), currency), ''],
      ['fees that they name', inFull(fees, currency), ''],
      both,
    ];
  });
}

export function rowsTable(title: string, shown: readonly ShownRow[], width: number): string {
  const isNamed = shown.some(({ name }) => name !== undefined);
  const rows = shown.map(({ line, reference, amount, currency, payee, name = '' }) => [
    String(line),
    reference,
    `${amount} ${currency}`,
    ...(isNamed ? [plain(name, 60)] : []),
    payee,
  ]);
  return plainTable(['line', title, 'amount', ...(isNamed ? ['payee'] : []), 'account'], rows, [0, 2], width);
}
