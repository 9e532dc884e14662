// The money in a run's summary: what was paid and what it cost, what was certainly not paid, and what a person does about it.
import Big from 'big.js';

import type { RunEnd } from '../../batch/results/run-end.ts';
import { plain, plainPath } from '../../files/plain.ts';
import { inFull } from '../../interface/currencies.ts';
import { fractionDigits } from '../../interface/decimal.ts';
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
  const without = doubted === 0 ? '' : `, without the ${doubted === 1 ? 'one' : doubted} in doubt`;
  return [
    `Cost by the quotes of the ${inWords(rows, 'row')} ${VERB_OF_COST[story]} by this run${without}: ${parts.join('; ')}.`,
  ];
}

/** What this run paid and what earlier ones did: the table counts both. */
export function earlierLines({ tally, earlier, facts }: RunEnd): string[] {
  const before = earlier.count('created') + tally.count('duplicate');
  if (before === 0) return [];
  const done = facts.kind === 'payouts' ? 'Paid' : 'Created';
  const byThis = tally.count('created') - earlier.count('created');
  const now =
    byThis === 0 ? 'nothing' : sumText(byThis, [tally.totalsOf('created')], earlier.totalsOf('created'));
  const then = sumText(before, [earlier.totalsOf('created'), tally.totalsOf('duplicate')]);
  return [`${done} by this run: ${now}. ${done} by earlier runs: ${then}.`];
}

type Totals = Readonly<Record<string, string>>;

/** `3 rows, 30.00 GBP`: exact, with as many digits as any total has. */
function sumText(rows: number, added: readonly Totals[], subtracted: Totals = {}): string {
  const sums = new Map<string, Big>();
  const add = (totals: Totals, sign: 1 | -1): void => {
    for (const [currency, total] of Object.entries(totals))
      sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(new Big(total).times(sign)));
  };
  for (const totals of added) add(totals, 1);
  add(subtracted, -1);
  const digits = (currency: string): number =>
    Math.max(...[...added, subtracted].map((totals) => fractionDigits(totals[currency] ?? '0')));
  const texts = [...sums]
    .filter(([, sum]) => !sum.eq(0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, sum]) => `${inFull(sum.toFixed(digits(currency)), currency)} ${plain(currency)}`);
  return [inWords(rows, 'row'), ...texts].join(', ');
}

/** The command that runs a retry file; there is none if the file has to be approved first. */
export type RetryCommand = (retry: string) => string;

interface Commands {
  readonly retry: RetryCommand | undefined;
  /** The command that sends rows once more as they are. */
  readonly same: string;
  /** The command that accepts these deviations from the payment history, each CHECK:LINE. */
  readonly accepting: ((deviations: readonly string[]) => string) | undefined;
}

const NOT_DONE = { payouts: 'Not paid', customers: 'Not created, or without all documents' } as const;

/** What was certainly not paid, and what has to be done for it. */
export function retryLines(end: RunEnd, { retry: command, same, accepting }: Commands): string[] {
  const { retry, reasons, tally, earlier, facts, stopped, short = 0 } = end;
  if (retry === null) return [];
  const { held, paidOtherwise: otherwise, checked } = tally;
  const correct = tally.count('invalid', 'rejected') - otherwise - short;
  const repeat = tally.count('failed', 'not_sent') - held;
  const [where, done] = [plainPath(retry), facts.kind === 'customers' ? 'created' : 'paid'];
  const why = reasons === null ? '' : ` (why: ${plainPath(reasons)})`;
  const rows = correct + repeat + held + short;
  const lines = rows === 0 ? [] : [`${NOT_DONE[facts.kind]} (${inWords(rows, 'row')}): ${where}${why}.`];
  if (correct > 0)
    lines.push(
      ...(command
        ? [`Correct ${inWords(correct, 'row')} there, then:`, `  ${command(where)}`]
        : [`Correct ${inWords(correct, 'row')} there, then make a plan of that file.`]),
    );
  if (checked > 0) lines.push(...checkedLines(Math.min(correct, checked), accepting?.(tally.deviations)));
  const perhaps = tally.ofSetUp(tally.count('created') - earlier.count('created'));
  if (perhaps > 0) lines.push(setUpText(perhaps));
  if (otherwise > 0)
    lines.push(
      `Already ${done} under the same reference, with other content (${inWords(otherwise, 'row')}): ${where}${why}. There is nothing to correct. If one is another payment, give it a new reference.`,
    );
  if (short > 0)
    lines.push(
      `${inWords(short, 'row')} refused for lack of funds, nothing to correct: fill the wallet, then ${same} sends ${short === 1 ? 'it' : 'them'}.`,
    );
  // The reason for a stop comes with its own advice.
  if (repeat > 0 && stopped === '')
    lines.push(
      `${inWords(repeat, 'row')} failed or not sent, nothing to correct: when the cause is mended, ${same} sends ${repeat === 1 ? 'it' : 'them'}.`,
    );
  if (held > 0) lines.push(heldText(held, command === undefined));
  return lines;
}

/** There may be nothing to correct: the same command would refuse them for ever. */
const checkedLines = (rows: number, command: string | undefined): string[] => [
  `${inWords(rows, 'row')} ${rows === 1 ? 'differs' : 'differ'} from earlier payments, as the reasons say. A row that is right needs no correction${command === undefined ? ': accept it with --accept CHECK:LINE.' : '. This command accepts and sends it:'}`,
  ...(command === undefined ? [] : [`  ${command}`]),
];

/** Running again alone would hold them again. */
const heldText = (held: number, isPlanned: boolean): string =>
  `${inWords(held, 'possible duplicate')} held. The reasons name the other row of each: if that is in doubt, resolve it first. Then remove the rows that are duplicates, and ${isPlanned ? 'make a new plan of the others' : 'run the others'} with --alike-ok.`;

/** Of rows that were all refused in a way that may be about the set-up. */
const setUpText = (rows: number): string =>
  `${rows === 1 ? 'The one refusal was' : `All ${rows} refusals were`} 403, 404 or 405, and nothing was paid: a wrong address or missing rights look like this, too. Before you correct ${rows === 1 ? 'the row' : 'the rows'}, check both (paybatch doctor). If they were wrong, the same command sends ${rows === 1 ? 'the row' : 'the rows'}.`;
