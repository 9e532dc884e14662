// The summary of a run: counts, exact totals, and what to do next.
import { NO_CURRENCY } from '../../batch/input/row.ts';
import type { RunEnd } from '../../batch/results/run-end.ts';
import { plain, plainPath } from '../../files/plain.ts';
import { inFull } from '../../interface/currencies.ts';
import { isZero } from '../../interface/decimal.ts';
import { ROW_STATUSES, type RowStatus } from '../../ledger/ledger.ts';
import { KIND_WORDS } from '../../words/kinds.ts';
import { say } from '../../words/say.ts';
import { costLine, earlierLine, retryLines } from './money-lines.ts';
import { nextSteps } from './next-steps.ts';
import { inWords, linesText } from './print.ts';
import { plainTable } from './table.ts';

export type RunMode = 'run' | 'check' | 'quote';
const VERB: Readonly<Record<RunMode, string>> = { run: 'Ran', check: 'Checked', quote: 'Quoted' };

interface SummaryOptions {
  readonly file: string;
  readonly width: number;
  /** The file has to be approved as a plan. */
  readonly isPlanned: boolean;
  /** Whether the service was the embedded sandbox. Its ledger is deleted at the end. */
  readonly isSandbox?: boolean;
}

export const noRowsText = (file: string): string =>
  `${plainPath(file)} has a header and no rows: nothing to do.`;

export function summary(end: RunEnd, mode: RunMode, shown: SummaryOptions): string {
  const { facts, runId, results, stopped, footing } = end;
  const [isRun, file] = [mode === 'run', plainPath(shown.file)];
  const seconds = (end.durationMs / 1000).toFixed(1);
  const lines =
    facts.rows === 0
      ? [noRowsText(shown.file)]
      : [
          `${VERB[mode]} ${file}: ${inWords(facts.rows, 'row')} in ${seconds} s${isRun ? ` (run ${runId})` : ''}`,
          '',
          statusTable(end, shown.width, isRun),
        ];
  lines.push(...leftOut(facts), '', ...earlierLine(end, isRun), ...knownLine(end));
  if (stopped) lines.push(`Stopped early: ${plain(say(stopped))}.`);
  for (const wrong of footing) lines.push(`THE TOTALS DO NOT ADD UP: ${say(wrong)}.`);
  lines.push(results === null ? 'No results file.' : `Results: ${plainPath(results)}.${footingText(end)}`);
  lines.push(...costLine(end), ...retryLines(end));
  const steps = nextSteps(end, shown);
  if (steps.length < 2) lines.push(...steps);
  else lines.push('What to do, in this order:', ...steps.map((step, at) => `${at + 1}. ${step}`));
  return `${lines.join('\n')}\n`;
}

/** Lines of the file that are not rows. */
function leftOut({ blanks, below, footerAgrees, sums }: RunEnd['facts']): string[] {
  const lines = blanks > 0 ? [`${inWords(blanks, 'empty line')} skipped.`] : [];
  if (!below) return lines;
  const count = inWords(below.lastLine - below.line + 1, 'line');
  lines.push(`"stopAt" found "${plain(below.text, 60)}" on line ${below.line}: ${count} left out.`);
  for (const [currency, sum] of sums) {
    const agrees = footerAgrees.get(currency);
    if (agrees === undefined) continue;
    const total = `${sum} ${plain(currency)}`.trim();
    lines.push(
      agrees
        ? `The total in the footer equals the sum of the rows: ${total}.`
        : `THE ROWS ADD UP TO ${total}, NOT TO THE TOTAL IN THE FOOTER.`,
    );
  }
  return lines;
}

/** Whether every row is accounted for, and which rows are in no total. */
function footingText({ footing, facts }: RunEnd): string {
  if (footing.length > 0 || facts.rows === 0) return '';
  const { unreadable, unreadableAmounts: lines } = facts;
  const are = unreadable === 1 ? 'row has no valid amount and is' : 'rows have no valid amount and are';
  const without = ` ${unreadable} ${are} in no total (${linesText(lines, unreadable)}).`;
  return ` Every row of the input is accounted for.${unreadable > 0 ? without : ''}`;
}

const meanings = ({ facts, tally }: RunEnd, isRun: boolean): Readonly<Record<RowStatus, string>> => {
  const { done } = KIND_WORDS[facts.kind];
  return {
    valid: 'passed every check',
    quoted: 'quoted, nothing created',
    created: isRun ? `${done}, once` : `already ${done} by an earlier run`,
    duplicate: `already ${done} in another batch (file or batch id)`,
    invalid: "refused by paybatch's checks",
    rejected: 'refused by the service',
    // The service may have created a customer whose documents failed.
    failed:
      facts.kind === 'customers'
        ? 'not created, or a document is missing'
        : `certainly not ${done}: the service did not execute it`,
    not_sent: notSentText(tally.held, tally.count('not_sent') - tally.held, done),
    in_doubt: `PERHAPS ${done.toUpperCase()}: find out, then resolve it`,
    pending: 'not finished: queued, being sent by another host, or the ledger did not respond',
  };
};

function notSentText(held: number, others: number, done: string): string {
  const [decide, again] = [`held: perhaps ${done} before (decide)`, 'not sent yet: run again'];
  if (others === 0) return decide;
  return held === 0 ? again : `${held} ${decide}; ${others} ${again}`;
}

function statusTable(end: RunEnd, width: number, isRun: boolean): string {
  const { tally, facts } = end;
  const totals = tally.totals();
  // Rows whose currency can't be read have no sum.
  const isSum = (currency: string): boolean =>
    currency !== NO_CURRENCY || Object.values(totals[currency] ?? {}).some((total) => !isZero(total));
  const currencies = Object.keys(totals).filter(isSum).sort();
  const full = (total: string, currency: string): string =>
    total === '' || total === '0' ? '' : inFull(total, currency);
  const meaningOf = meanings(end, isRun);
  const rows = ROW_STATUSES.filter((status) => tally.count(status) > 0).map((status) => [
    status,
    String(tally.count(status)),
    ...currencies.map((currency) => full(totals[currency]?.[status] ?? '', currency)),
    meaningOf[status],
  ]);
  const all = currencies.map((currency) => full(facts.totals.get(currency)?.toString() ?? '', currency));
  rows.push(['input', String(facts.rows), ...all, '']);
  const right = [1, ...currencies.map((_, at) => at + 2)];
  return plainTable(['status', 'rows', ...currencies, ''], rows, right, width);
}

/**
 * Of a check or quote that reads the ledger: rows that are paid, in doubt or being sent, held, or would be sent now.
 */
const knownCounts = ({ preview }: RunEnd) =>
  preview && {
    done: preview.done.rows,
    inDoubt: preview.inDoubt.rows + preview.other.rows,
    held: preview.held.rows,
    toSend: preview.send.rows,
  };

function knownLine(end: RunEnd): string[] {
  const { done = 0, inDoubt = 0, held = 0, toSend = 0 } = knownCounts(end) ?? {};
  return done + inDoubt + held > 0 ? [`A run now would send ${inWords(toSend, 'row')}.`] : [];
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
  footing: end.footing.map((wrong) => say(wrong)),
  emptyLines: end.facts.blanks,
  linesLeftOut: end.facts.below ? end.facts.below.lastLine - end.facts.below.line + 1 : 0,
  known: knownCounts(end),
  cost: end.cost,
  durationMs: Math.round(end.durationMs),
  exitCode: end.exitCode,
});
