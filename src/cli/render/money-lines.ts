// The money in a run's summary: what was paid, what it cost, what was certainly not paid, and what to do about it.
import type Big from 'big.js';

import type { RunEnd } from '../../batch/results/run-end.ts';
import { plain, plainPath } from '../../files/plain.ts';
import { inFull } from '../../interface/currencies.ts';
import { exact } from '../../interface/decimal.ts';
import { inWords } from './print.ts';

/** The cost by the quotes of this run. */
export function costLine({ cost, tally }: Pick<RunEnd, 'cost' | 'tally'>): string[] {
  if (cost.length === 0) return [];
  const parts = cost.map(({ currency, rows, unknown, debited, fees, cost: both }) => {
    const apart = fees === null ? '' : ` (debited ${debited}, fees ${fees})`;
    const without = unknown === 0 ? '' : `, without ${inWords(unknown, 'row')} whose quote has no figure`;
    return `${unknown === rows ? 'unknown in' : both} ${plain(currency)}${apart}${without}`;
  });
  const doubted = tally.count('in_doubt');
  const without = doubted === 0 ? '' : `, without ${inWords(doubted, 'row')} in doubt`;
  const rows = cost.reduce((sum, one) => sum + one.rows, 0);
  return [`Cost by the quotes of this run (${inWords(rows, 'row')}${without}): ${parts.join('; ')}.`];
}

/** What this run and earlier runs paid: the table has both together. `isRun`: not a check or a quote. */
export function earlierLine({ tally, earlier, facts }: RunEnd, isRun: boolean): string[] {
  const before = earlier.count('created') + tally.count('duplicate');
  if (before === 0) return [];
  const done = facts.kind === 'payouts' ? 'Paid' : 'Created';
  const then = sums([earlier.totalsOf('created'), tally.totalsOf('duplicate')]);
  const byEarlier = `${done} by earlier runs: ${inWords(before, 'row')}${then}.`;
  if (!isRun) return [byEarlier];
  const byThis = tally.count('created') - earlier.count('created');
  const made = sums([tally.totalsOf('created')], [earlier.totalsOf('created')]);
  return [`${done} by this run: ${inWords(byThis, 'row')}${made}. ${byEarlier}`];
}

type Totals = Readonly<Record<string, string>>;

/** `30.00 GBP, 5.00 EUR`: exact. */
export const moneyText = (totals: Iterable<readonly [string, { toString(): string }]>): string =>
  [...totals]
    .map(([currency, total]) => `${inFull(total.toString(), currency)} ${plain(currency)}`)
    .join(', ');

/** `, 30.00 GBP`, or nothing if there are no amounts. */
function sums(added: readonly Totals[], subtracted: readonly Totals[] = []): string {
  const sum = (totals: readonly Totals[], currency: string): Big =>
    totals.reduce((all, one) => all.plus(one[currency] ?? '0'), new exact('0'));
  const currencies = [...new Set(added.flatMap((totals) => Object.keys(totals)))].sort();
  const totals = currencies
    .map((currency) => [currency, sum(added, currency).minus(sum(subtracted, currency))] as const)
    .filter(([, total]) => !total.eq('0'));
  return totals.length === 0 ? '' : `, ${moneyText(totals)}`;
}

/** The rows of the retry file by what is to be done with them. */
export function retryGroups({ tally, short = 0, stopped }: RunEnd) {
  const { held, usedReference: used } = tally;
  // After many failures one after another, the settings may be wrong, and not the rows.
  const refused = stopped?.code === 'halted' ? tally.count('rejected') - short : 0;
  const correct = tally.count('invalid', 'rejected') - used - short - refused;
  return { correct, refused, short, again: tally.count('failed', 'not_sent') - held, held, used };
}

export function retryLines(end: RunEnd): string[] {
  const { retry, reasons, facts } = end;
  if (retry === null) return [];
  const { correct, refused, short, again, held, used } = retryGroups(end);
  const usedText =
    used === 1
      ? 'has the reference of an earlier payment: remove it. If it is another payment, give it a new reference'
      : 'have references of earlier payments: remove them. If one is another payment, give it a new reference';
  const groups = [
    [correct, 'to correct or remove'],
    [refused, 'refused by the service'],
    [short, 'refused for lack of funds: top up the wallet'],
    [again, 'failed or not sent: nothing is wrong in the file'],
    [held, 'held as possible duplicates: see paybatch help duplicates'],
    [used, usedText],
  ] as const;
  const rows = groups.reduce((sum, [count]) => sum + count, 0);
  const why = reasons === null ? '' : ` (reasons: ${plainPath(reasons)})`;
  return [
    `${plainPath(retry)} contains the ${inWords(rows, 'row')} that this run did not ${facts.kind === 'payouts' ? 'pay' : 'create'}${why}:`,
    ...groups.flatMap(([count, what]) => (count > 0 ? [`- ${inWords(count, 'row')} ${what}.`] : [])),
  ];
}
