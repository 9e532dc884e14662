// The figures of a plan's page: what would be paid, what it would cost and may cost at most, the largest rows.
import { limitOf } from '../../approval/drift.ts';
import type { PlanFile, ShownRow } from '../../approval/plan-format.ts';
import { plain } from '../../files/plain.ts';
import { inFull } from '../../interface/currencies.ts';
import { exact } from '../../interface/decimal.ts';
import { plainTable } from './table.ts';

export const countRows = ({ plan: { counts } }: PlanFile): string[][] =>
  Object.entries(counts).map(([state, rows]) => [
    state === 'rows'
      ? 'in the file'
      : state === 'alike'
        ? 'possible duplicate, held'
        : state.replaceAll('_', ' '),
    String(rows),
  ]);

export function moneyRows({ plan }: PlanFile): string[][] {
  const totals = [...sorted(plan.totals)].map(([currency, total]) => [
    plain(currency),
    inFull(total, currency),
    '',
  ]);
  const held = sorted(plan.held?.totals ?? {}).map(([currency, total]) => {
    return [`${plain(currency)}, held: not paid`, inFull(total, currency), ''];
  });
  return [...totals, ...held, ...costRows(plan)];
}

const sorted = (amounts: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(amounts).sort(([a], [b]) => (a < b ? -1 : 1));

/** The cost is debit and fees together, as everywhere. Apart where one currency pays all: a plan's rows don't say theirs. */
function costRows({ cost, rows, maxDrift }: PlanFile['plan']): string[][] {
  const all = Object.entries(cost ?? {});
  const sum = (of: 'debit' | 'fee'): string =>
    rows.reduce((total, row) => total.plus(new exact(row[of] ?? '0')), new exact('0')).toFixed();
  const fees = sum('fee');
  return all.flatMap(([currency, sumOfAll]) => {
    const [total, most] = [inFull(sumOfAll, currency), inFull(limitOf(sumOfAll, maxDrift), currency)];
    const name = plain(currency);
    if (all.length > 1) return [[`cost in ${name} by the quotes, fees included`, total, most]];
    if (fees === '0') return [[`cost in ${name} by the quotes`, total, most]];
    return [
      [`debited in ${name} by the quotes`, inFull(sum('debit'), currency), ''],
      ['fees that they name', inFull(fees, currency), ''],
      [`cost in ${name}: both`, total, most],
    ];
  });
}

export function rowsTable(title: string, shown: readonly ShownRow[], width: number): string {
  const isNamed = shown.some(({ name }) => name !== undefined);
  const rows = shown.map(({ line, reference, amount, currency, payee, name = '' }) => [
    String(line),
    reference,
    amount,
    currency,
    ...(isNamed ? [plain(name, 60)] : []),
    payee,
  ]);
  const heading = ['line', title, 'amount', '', ...(isNamed ? ['payee'] : []), 'account'];
  const wide = plainTable(heading, rows, [0, 2]);
  if (wide.split('\n').every((line) => line.length <= width)) return wide;
  // An account that is cut in two can't be compared with another: it gets a separate line.
  const lines = plainTable(
    ['line', title, 'amount', ''],
    rows.map((row) => row.slice(0, 4)),
    [0, 2],
  ).split('\n');
  const heads = lines.length - rows.length;
  if (lines.some((line) => line.length > width)) return plainTable(heading, rows, [0, 2], width);
  const toText = (row: readonly string[] = []): string =>
    row
      .slice(4)
      .filter((part) => part !== '')
      .map((part) => plain(part))
      .join(', ');
  return lines
    .flatMap((line, at) => (at < heads ? [line] : [line, `      to ${toText(rows[at - heads])}`]))
    .join('\n');
}
