// The end of a run in words: counts, exact totals, what to do next. For standard output.
import Big from 'big.js';

import type { RunEnd } from '../../batch/results/run-end.ts';
import { plain, plainPath } from '../../files/plain.ts';
import { fractionDigits } from '../../interface/decimal.ts';
import type { RowStatus } from '../../ledger/ledger.ts';
import { doubtAdvice } from './advice.ts';
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
  { status: 'valid', meaning: 'nothing wrong with it', paid: 'no' },
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
    paid: 'yes, then',
    customer: 'already created by another file',
  },
  { status: 'invalid', meaning: 'stopped by a check here', paid: 'no' },
  {
    status: 'rejected',
    meaning: 'refused by the service',
    paid: 'no',
    customer: 'the customer or a document was refused by the service',
  },
  {
    status: 'failed',
    meaning: 'could not reach the service',
    paid: 'no',
    customer: 'the customer or a document could not reach the service',
  },
  { status: 'not_sent', meaning: 'the run stopped first', paid: 'no' },
  {
    status: 'in_doubt',
    meaning: 'PERHAPS PAID: settle by hand',
    paid: '**perhaps**: never sent again by itself',
    customer: 'PERHAPS CREATED: settle by hand',
  },
];

const NOT_DONE = { payouts: 'Not paid', customers: 'Not created, or without all documents' } as const;

export function summary(end: RunEnd, what: string, file: string): string {
  const lines: string[] = [];
  const seconds = (end.durationMs / 1000).toFixed(1);
  const { blankAtEnd } = end.facts;
  if (end.facts.rows === 0) lines.push(`${plainPath(file)} has a header and no rows: nothing to do.`);
  else
    lines.push(
      `${what} ${plainPath(file)}: ${end.facts.rows} rows in ${seconds} s (run ${end.runId})`,
      '',
      statusTable(end),
    );
  if (blankAtEnd > 0)
    lines.push(
      `${blankAtEnd} empty ${blankAtEnd === 1 ? 'record' : 'records'} at the end of the file skipped.`,
    );
  lines.push('', ...earlierLines(end));
  if (end.stopped !== '') lines.push(`Stopped early: ${plain(end.stopped)}.`);
  for (const wrong of end.footing) lines.push(`THE FOOTING DOES NOT HOLD: ${wrong}.`);
  const footing =
    end.footing.length === 0
      ? ` ${end.facts.kind === 'payouts' ? 'Every row and every amount' : 'Every row'} of the input is accounted for.`
      : '';
  lines.push(
    `${end.results === null ? 'No results file.' : `Results: ${plainPath(end.results)}.`}${footing}`,
  );
  if (end.retry !== null)
    lines.push(`${NOT_DONE[end.facts.kind]}, ready to be corrected and run again: ${plainPath(end.retry)}`);
  lines.push(...advice(end));
  return `${lines.join('\n')}\n`;
}

function statusTable(end: RunEnd): string {
  const totals = end.tally.totals();
  const currencies = Object.keys(totals).sort();
  const rows = STATUSES.filter(({ status }) => end.tally.count(status) > 0).map((words) => [
    words.status,
    String(end.tally.count(words.status)),
    ...currencies.map((currency) => totals[currency]?.[words.status] ?? ''),
    end.facts.kind === 'customers' ? (words.customer ?? words.meaning) : words.meaning,
  ]);
  const all = currencies.map((currency) => end.facts.totals.get(currency)?.toString() ?? '');
  rows.push(['input', String(end.facts.rows), ...all, '']);
  const right = [1, ...currencies.map((_, at) => at + 2)];
  return plainTable(['status', 'rows', ...currencies, ''], rows, right);
}

/** What was paid tonight and what before: the table counts both. */
function earlierLines({ tally, earlier, facts }: RunEnd): string[] {
  const before = earlier.count('created');
  if (before === 0) return [];
  const sums = (totals: Readonly<Record<string, string>>): string =>
    Object.entries(totals)
      .map(([currency, total]) => `, ${total} ${plain(currency)}`)
      .join('');
  const then = earlier.totalsOf('created');
  const all = tally.totalsOf('created');
  const now = Object.fromEntries(
    Object.entries(all).map(([currency, total]) => [
      currency,
      new Big(total).minus(then[currency] ?? '0').toFixed(fractionDigits(total)),
    ]),
  );
  const done = facts.kind === 'payouts' ? 'Paid' : 'Created';
  const rows = (count: number): string => `${count} row${count === 1 ? '' : 's'}`;
  return [
    `${done} by this run: ${rows(tally.count('created') - before)}${sums(now)}; by earlier runs: ${rows(before)}${sums(then)}.`,
  ];
}

function advice(end: RunEnd): string[] {
  const doubt = end.tally.count('in_doubt');
  const lines: string[] = [];
  if (doubt > 0) lines.push(doubtAdvice(end.facts.kind, end.runId, doubt));
  if (end.exitCode === 4) lines.push('Running the same command again continues where this run stopped.');
  return lines;
}

/** The object of `--json` (README, Output for programs). */
export function summaryJson(end: RunEnd, environment: string | null): string {
  return JSON.stringify({
    runId: end.runId,
    batchId: end.batchId,
    kind: end.facts.kind,
    environment,
    counts: Object.fromEntries(end.tally.counts),
    totals: end.tally.totals(),
    earlier: { counts: Object.fromEntries(end.earlier.counts), totals: end.earlier.totals() },
    results: end.results,
    retry: end.retry,
    stopped: end.stopped === '' ? null : end.stopped,
    footing: end.footing,
    durationMs: Math.round(end.durationMs),
    exitCode: end.exitCode,
  });
}
