// What was paid, in words: by this run and by earlier ones, what a person's word alone says, and what it cost by the quotes.
import Big from 'big.js';

import { type RunEnd } from '../../batch/results/run-end.ts';
import { plain } from '../../files/plain.ts';
import { inFull } from '../../interface/currencies.ts';
import { fractionDigits } from '../../interface/decimal.ts';
import { inWords } from './prose.ts';

const VERB_OF_COST = { run: 'paid', results: 'paid', quote: 'quoted', check: 'quoted' } as const;

/** What the quotes say; nothing where none was asked for. Of rows of earlier runs it was said then. */
export function costLines(
  { cost, tally }: Pick<RunEnd, 'cost' | 'tally'>,
  story: keyof typeof VERB_OF_COST,
): string[] {
  const parts = cost.map(({ currency, rows, unknown, debited, fees, cost: both }) => {
    const told = `${both} ${plain(currency)}${fees === null ? '' : ` (debited ${debited}, fees ${fees})`}`;
    if (unknown === 0) return told;
    return unknown === rows
      ? `${inWords(rows, 'row')} in ${plain(currency)} with no figure in the quote`
      : `${told}, without ${inWords(unknown, 'row')} whose quote has no figure`;
  });
  if (parts.length === 0) return [];
  const rows = cost.reduce((sum, one) => sum + one.rows, 0);
  const doubted = tally.count('in_doubt');
  const without = doubted === 0 ? '' : `, without the ${doubted === 1 ? 'one' : doubted} in doubt`;
  return [
    `Cost by the quotes of the ${inWords(rows, 'row')} ${VERB_OF_COST[story]} by this run${without}: ${parts.join('; ')}.`,
  ];
}

/** What was paid tonight and what before: the table counts both. */
export function earlierLines({ tally, earlier, facts }: RunEnd): string[] {
  const repeated = tally.count('duplicate');
  const before = earlier.count('created') + repeated;
  const done = facts.kind === 'payouts' ? 'Paid' : 'Created';
  if (before === 0) return [];
  const then = earlier.totalsOf('created');
  const all = tally.totalsOf('created');
  const now = Object.fromEntries(
    Object.entries(all)
      .map(([currency, total]) => [currency, total, new Big(total).minus(then[currency] ?? '0')] as const)
      .filter(([, , rest]) => !rest.eq(0))
      .map(([currency, total, rest]) => [currency, rest.toFixed(fractionDigits(total))]),
  );
  const byThis = tally.count('created') - earlier.count('created');
  const others = sumOf(then, tally.totalsOf('duplicate'));
  const named = repeated === 0 || repeated === before ? '' : ` (${repeated} of them by another file)`;
  return [
    `${done} by this run: ${byThis === 0 ? 'nothing' : what(byThis, now)}. ${done} by earlier runs: ${what(before, others, named)}.`,
  ];
}

/** What rests on a person's word alone: whoever reads that it is paid may look into the account for it. */
export function saidLines({ said, facts }: RunEnd): string[] {
  const count = said?.count('created', 'duplicate') ?? 0;
  if (!said || count === 0) return [];
  const done = facts.kind === 'payouts' ? 'paid' : 'created';
  const sums = sumOf(said.totalsOf('created'), said.totalsOf('duplicate'));
  return [`${what(count, sums)}, ${count === 1 ? 'is' : 'are'} ${done} according to a person's resolution.`];
}

type Totals = Readonly<Record<string, string>>;

const what = (count: number, totals: Totals, more = ''): string =>
  [
    `${inWords(count, 'row')}${more}`,
    ...Object.entries(totals)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, total]) => `${inFull(total, currency)} ${plain(currency)}`),
  ].join(', ');

/** Exact, with as many digits as either has. */
function sumOf(one: Totals, other: Totals): Totals {
  const sums = new Map(Object.entries(one));
  for (const [currency, total] of Object.entries(other)) {
    const known = sums.get(currency) ?? '0';
    const digits = Math.max(fractionDigits(known), fractionDigits(total));
    sums.set(currency, new Big(known).plus(total).toFixed(digits));
  }
  return Object.fromEntries(sums);
}
