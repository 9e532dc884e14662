// What earlier runs have paid of a file, in words: tonight's apart from it, and what a person's word alone says.
import Big from 'big.js';

import type { RunEnd } from '../../batch/results/run-end.ts';
import { plain } from '../../files/plain.ts';
import { inFull } from '../../interface/currencies.ts';
import { fractionDigits } from '../../interface/decimal.ts';
import { inWords } from './in-words.ts';

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
