// The money in a run's summary: what was paid and what it cost, what was certainly not paid, and what a person does
// about it.
import type Big from 'big.js';

import type { RunEnd } from '../../batch/results/run-end.ts';
import { plain, plainPath } from '../../files/plain.ts';
import { inFull } from '../../interface/currencies.ts';
import { exact } from '../../interface/decimal.ts';
import { inWords } from './prose.ts';

const VERB_OF_COST = { run: 'paid', results: 'paid', quote: 'quoted', check: 'quoted' } as const;

/** What the quotes of this run say; nothing if there were none. */
export function costLines(
  { cost, tally }: Pick<RunEnd, 'cost' | 'tally'>,
  story: keyof typeof VERB_OF_COST,
): string[] {
  if (cost.length === 0) return [];
  const parts = cost.map(({ currency, rows, unknown, debited, fees, cost: both }) => {
    if (unknown === rows) return `${inWords(rows, 'row')} in ${plain(currency)} with no figure in the quote`;
    const apart = fees === null ? '' : ` (debited ${debited}, fees ${fees})`;
    const without = unknown === 0 ? '' : `, without ${inWords(unknown, 'row')} whose quote has no figure`;
    return `${both} ${plain(currency)}${apart}${without}`;
  });
  const rows = cost.reduce((sum, one) => sum + one.rows, 0);
  const doubted = tally.count('in_doubt');
  const without = doubted === 0 ? '' : ` (without ${inWords(doubted, 'row')} in doubt)`;
  return [
    `Cost of the ${inWords(rows, 'row')} ${VERB_OF_COST[story]} by this run${without}, from ${rows === 1 ? 'its quote' : 'their quotes'}: ${parts.join('; ')}.`,
  ];
}

/**
 * What this run paid and what earlier ones did: the table counts both. `sends`: for a command that may create
 * something.
 */
export function earlierLines({ tally, earlier, facts }: RunEnd, sends: boolean): string[] {
  const before = earlier.count('created') + tally.count('duplicate');
  if (before === 0) return [];
  const done = facts.kind === 'payouts' ? 'Paid' : 'Created';
  const then = sums([earlier.totalsOf('created'), tally.totalsOf('duplicate')]);
  const byEarlier = `${done} by earlier runs: ${inWords(before, 'row')}${then}.`;
  if (!sends) return [byEarlier];
  const byThis = tally.count('created') - earlier.count('created');
  const made = sums([tally.totalsOf('created')], [earlier.totalsOf('created')]);
  const now = byThis === 0 ? 'nothing' : inWords(byThis, 'row') + made;
  return [`${done} by this run: ${now}. ${byEarlier}`];
}

type Totals = Readonly<Record<string, string>>;

/** `30.00 GBP, 5.00 EUR`: exact. */
export const moneyText = (totals: Iterable<readonly [string, { toString(): string }]>): string =>
  [...totals]
    .map(([currency, total]) => `${inFull(total.toString(), currency)} ${plain(currency)}`)
    .join(', ');

/** The same behind a number of rows; nothing where there are no amounts. */
function sums(added: readonly Totals[], subtracted: readonly Totals[] = []): string {
  const sum = (totals: readonly Totals[], currency: string): Big =>
    totals.reduce((all, one) => all.plus(one[currency] ?? '0'), new exact('0'));
  const currencies = [...new Set(added.flatMap((totals) => Object.keys(totals)))].sort();
  const totals = currencies
    .map((currency) => [currency, sum(added, currency).minus(sum(subtracted, currency))] as const)
    .filter(([, total]) => !total.eq('0'));
  return totals.length === 0 ? '' : `, ${moneyText(totals)}`;
}

const NOT_DONE = {
  payouts: 'did not pay',
  customers: 'did not create, or whose documents are missing',
} as const;

/**
 * The rows of the retry file, and what has to be done for each kind of them. `command` runs a retry file; there is
 * none if the file has to be approved first. `same` sends rows once more as they are.
 */
export function retryLines(end: RunEnd, command: ((retry: string) => string) | undefined): string[] {
  const { retry, reasons, tally, earlier, facts, stopped, short = 0 } = end;
  if (retry === null) return [];
  const { held, usedReference: used, checked } = tally;
  const correct = tally.count('invalid', 'rejected') - used - short;
  const repeat = tally.count('failed', 'not_sent') - held;
  const where = plainPath(retry);
  const why = reasons === null ? '' : ` (reasons: ${plainPath(reasons)})`;
  const rows = correct + repeat + held + short + used;
  const lines = [
    `${where} contains the ${inWords(rows, 'row')} that this run ${NOT_DONE[facts.kind]}${why}:`,
  ];
  if (correct > 0) lines.push(`- ${inWords(correct, 'row')} to correct or remove.`);
  if (correct > 0 && checked > 0)
    lines.push(
      `  Of these, ${inWords(Math.min(correct, checked), 'row')} may be right: --accept CHECK:LINE accepts a deviation from earlier payments.`,
    );
  const perhaps = tally.ofSetUp(tally.count('created') - earlier.count('created'));
  if (perhaps > 0)
    lines.push(
      `  The service refused every row (${perhaps}) with 403, 404 or 405. A wrong address or missing rights can be the cause. Check both with paybatch doctor before you correct a row.`,
    );
  if (short > 0)
    lines.push(
      `- ${inWords(short, 'row')} refused for lack of funds. Correct nothing: fill the wallet, then the same command sends ${short === 1 ? 'it' : 'them'}.`,
    );
  if (repeat > 0)
    lines.push(
      // The reason for a stop comes with its own advice.
      stopped === undefined
        ? `- ${inWords(repeat, 'row')} failed or not sent. Correct nothing: when the cause is mended, the same command sends ${repeat === 1 ? 'it' : 'them'}.`
        : `- ${inWords(repeat, 'row')} failed or not sent. Correct nothing.`,
    );
  // Running again alone would hold them again.
  if (held > 0)
    lines.push(
      `- ${inWords(held, 'row')} held as ${held === 1 ? 'a possible duplicate' : 'possible duplicates'}. Each reason names the other row. If that row is in doubt, resolve it first. Remove each row that is a duplicate. Move the other rows to a separate file, and ${command ? 'run' : 'make a plan of'} that file with --alike-ok.`,
    );
  const noun = facts.kind === 'customers' ? 'customer' : 'payment';
  if (used > 0)
    lines.push(
      `- ${inWords(used, 'row')} whose reference was used before. Same ${noun}: remove the row. Another ${noun}: give it a new reference, and change nothing else.`,
    );
  if (correct > 0) lines.push(`Then ${command ? `run:\n  ${command(where)}` : `make a plan of ${where}.`}`);
  return lines;
}
