// The end of a run in words: counts, exact totals, what to do next. For standard output.
import { NO_CURRENCY } from '../../batch/input/row.ts';
import type { RunEnd } from '../../batch/results/run-end.ts';
import { plain, plainPath } from '../../files/plain.ts';
import { inFull } from '../../interface/currencies.ts';
import { isZero } from '../../interface/decimal.ts';
import type { RowStatus } from '../../ledger/ledger.ts';
import { say } from '../../words/say.ts';
import { doubtAdvice } from './doubt.ts';
import { costLines, earlierLines, retryLines } from './money-lines.ts';
import { inWords } from './prose.ts';
import { plainTable } from './table.ts';

interface StatusWords {
  readonly status: RowStatus;
  /** What it says of a payout. */
  readonly meaning: string;
  readonly paid: string;
  /** What it says of a customer, where that is something else. */
  readonly customer?: string;
}

export const STATUSES: readonly StatusWords[] = [
  { status: 'valid', meaning: 'passed every check', paid: 'no' },
  { status: 'quoted', meaning: 'quoted, nothing created', paid: 'no' },
  {
    status: 'created',
    meaning: 'paid, once',
    paid: 'yes, once',
    customer: 'created, with all its documents',
  },
  {
    status: 'duplicate',
    meaning: 'already paid by another file',
    paid: 'yes, by the other file',
    customer: 'already created by another file',
  },
  {
    status: 'invalid',
    meaning: "refused by paybatch's checks",
    paid: 'no, unless the reason names an earlier payment',
  },
  {
    status: 'rejected',
    meaning: 'refused by the service',
    paid: 'no',
    customer: 'the customer or a document was refused by the service',
  },
  {
    status: 'failed',
    meaning: 'no payment request reached the service, so nothing was paid',
    paid: 'no',
    customer: 'stopped before the request could reach the service',
  },
  {
    status: 'not_sent',
    meaning: 'held as a possible duplicate (decide), or not reached (run again)',
    paid: 'no',
  },
  {
    status: 'in_doubt',
    meaning: 'PERHAPS PAID: find out, then resolve it',
    paid: '**perhaps**: never sent again automatically',
    customer: 'PERHAPS CREATED: find out, then resolve it',
  },
  {
    status: 'pending',
    meaning: 'queued, or being sent by another host',
    paid: '**perhaps soon**: run `paybatch results RUN --wait`',
  },
];

export type StoryName = 'run' | 'check' | 'quote';
const VERB: Readonly<Record<StoryName, string>> = { run: 'Ran', check: 'Checked', quote: 'Quoted' };

interface Shown {
  readonly file: string;
  readonly width: number;
  /** The command that runs a retry file; there is none if the file has to be approved first. */
  readonly retryCommand: ((retry: string) => string) | undefined;
  /** Whether the service was the embedded one: its ledger is gone by now. */
  readonly isSandbox?: boolean;
}

export function summary(
  end: RunEnd,
  story: StoryName,
  { file, width, retryCommand, isSandbox }: Shown,
): string {
  const lines: string[] = [];
  const isRun = story === 'run';
  const seconds = (end.durationMs / 1000).toFixed(1);
  if (end.facts.rows === 0) lines.push(`${plainPath(file)} has a header and no rows: nothing to do.`);
  else
    lines.push(
      `${VERB[story]} ${plainPath(file)}: ${inWords(end.facts.rows, 'row')} in ${seconds} s${story === 'run' ? ` (run ${end.runId})` : ''}`,
      '',
      statusTable(end, width, story),
    );
  lines.push(...leftOut(end.facts));
  lines.push('', ...earlierLines(end, isRun), ...knownLines(end));
  if (end.stopped) lines.push(`Stopped early: ${plain(say(end.stopped))}.`);
  for (const wrong of end.footing) lines.push(`THE TOTALS DO NOT ADD UP: ${wrong}.`);
  lines.push(
    `${end.results === null ? 'No results file.' : `Results: ${plainPath(end.results)}.`}${footingText(end)}`,
  );
  lines.push(...costLines(end, story), ...retryLines(end, retryCommand));
  lines.push(...advice(end, story, isSandbox));
  return `${lines.join('\n')}\n`;
}

/** Lines of the file that are not rows. */
function leftOut({ blankAtEnd, blankBetween, below, footerTotals }: RunEnd['facts']): string[] {
  const lines: string[] = [];
  if (blankBetween > 0) lines.push(`${inWords(blankBetween, 'empty record')} between the rows skipped.`);
  if (blankAtEnd > 0) lines.push(`${inWords(blankAtEnd, 'empty record')} at the end of the file skipped.`);
  if (below) {
    const count = below.lastLine - below.line + 1;
    const where = count === 1 ? `Line ${below.line} is` : `Lines ${below.line} to ${below.lastLine} are`;
    lines.push(
      `${where} below the table ("stopAt" found "${plain(below.text, 60)}"): ${inWords(count, 'line')} left out.${footerText(footerTotals)}`,
    );
  }
  return lines;
}

function footerText(footers: RunEnd['facts']['footerTotals']): string {
  if (!footers) return '';
  if (footers.length === 0) return ' No total was found there to compare with.';
  return footers
    .map(({ total, currency, agrees }) =>
      agrees
        ? ` The total there, ${total} ${plain(currency)}, is what the rows add up to.`
        : ` THE TOTAL THERE, ${total} ${plain(currency)}, IS NOT WHAT THE ROWS ADD UP TO.`,
    )
    .join('');
}

/** That nothing is missing, as far as it can be said. */
function footingText({ footing, facts, results }: RunEnd): string {
  // Without a file of them, nobody could see it for himself.
  if (results === null || footing.length > 0 || facts.rows === 0) return '';
  if (facts.kind === 'customers') return ' Every row of the input is accounted for.';
  const { unreadable, unreadableAmounts } = facts;
  if (unreadable === 0) return ' Every row and every amount of the input is accounted for.';
  const lines = `${unreadableAmounts.join(', ')}${unreadable > unreadableAmounts.length ? ', ...' : ''}`;
  return ` Every row of the input is accounted for. ${unreadable === 1 ? '1 row has no valid amount and is' : `${unreadable} rows have no valid amount and are`} in no total (${unreadable === 1 ? 'line' : 'lines'} ${lines}).`;
}

/** A check or a quote creates nothing: what is created was created by an earlier run. */
function meaningOf({ status, meaning, customer }: StatusWords, { facts }: RunEnd, story: StoryName): string {
  const isCustomer = facts.kind === 'customers';
  const createsNothing = story === 'check' || story === 'quote';
  if (createsNothing && status === 'created')
    return `already ${isCustomer ? 'created' : 'paid'} by an earlier run`;
  if (story === 'check' && status === 'not_sent') return 'held';
  return isCustomer ? (customer ?? meaning) : meaning;
}

function statusTable(end: RunEnd, width: number, story: StoryName): string {
  const totals = end.tally.totals();
  // Rows whose currency can't be read have no sum.
  const isSum = (currency: string): boolean =>
    currency !== NO_CURRENCY || Object.values(totals[currency] ?? {}).some((total) => !isZero(total));
  const currencies = Object.keys(totals).filter(isSum).sort();
  const full = (total: string, currency: string): string =>
    total === '' || total === '0' ? '' : inFull(total, currency);
  const rows = STATUSES.filter(({ status }) => end.tally.count(status) > 0).map((words) => [
    words.status,
    String(end.tally.count(words.status)),
    // Amounts that can't be read have no sum.
    ...currencies.map((currency) => full(totals[currency]?.[words.status] ?? '', currency)),
    meaningOf(words, end, story),
  ]);
  const all = currencies.map((currency) => full(end.facts.totals.get(currency)?.toString() ?? '', currency));
  rows.push(['input', String(end.facts.rows), ...all, '']);
  const right = [1, ...currencies.map((_, at) => at + 2)];
  return plainTable(['status', 'rows', ...currencies, ''], rows, right, width);
}

/** What a check found in the ledger: some rows of the table would not be sent. */
function knownLines({ known }: RunEnd): string[] {
  if (!known || known.done + known.inDoubt + known.held === 0) return [];
  return [`A run now would send ${inWords(known.toSend, 'row')}.`];
}

/** What to do next; nothing where all is well. `isSandbox`: its ledger is gone, and nothing goes on. */
export function advice(end: RunEnd, story: StoryName, isSandbox = false): string[] {
  const doubt = end.tally.count('in_doubt');
  const lines: string[] = [];
  if (doubt > 0) lines.push(doubtAdvice(end.facts.kind, end.runId, doubt, end.tally));
  // With rows in doubt it ends with 3, and has stopped all the same.
  const stopped = end.exitCode === 4 || (end.exitCode === 3 && end.stopped !== undefined);
  // Where every row is in doubt, nothing is left that could go on.
  const isOver = doubt > 0 && end.tally.count('not_sent') + end.tally.count('pending') === 0;
  if (stopped && !isOver && end.ledgerGone !== true) {
    lines.push(
      story === 'quote'
        ? 'Nothing was created. When the cause is mended, run the same command again.'
        : isSandbox
          ? 'The test ledger of the sandbox is deleted, so the same command starts again from the beginning. With a real ledger it would continue here.'
          : 'Running the same command again continues where this run stopped.',
    );
  }
  return lines;
}

/** The object of `--json` (manual, json-output). */
export const summaryJson = (end: RunEnd, environment: string | null) => ({
  runId: end.runId,
  batchId: end.batchId,
  kind: end.facts.kind,
  environment,
  counts: Object.fromEntries(end.tally.counts),
  totals: end.tally.totals(),
  earlier: { counts: Object.fromEntries(end.earlier.counts), totals: end.earlier.totals() },
  results: end.results,
  retry: end.retry,
  reasons: end.reasons,
  stopped: end.stopped ? say(end.stopped) : null,
  footing: end.footing,
  leftOut: leftOutJson(end.facts),
  known: end.known,
  cost: end.cost,
  durationMs: Math.round(end.durationMs),
  exitCode: end.exitCode,
});

/** Lines of the file that are not rows; nothing where there are none. */
function leftOutJson({ blankAtEnd, blankBetween, below }: RunEnd['facts']): object | undefined {
  const blank = blankAtEnd + blankBetween;
  if (blank === 0 && !below) return undefined;
  return { blank, below: below ? below.lastLine - below.line + 1 : 0 };
}
