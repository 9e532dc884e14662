// The summary of a report as Markdown: for a ticket, a wiki, a chat. No rows but those in doubt.
import { NO_CURRENCY } from '../batch/input/row.ts';
import { withRows } from '../batch/input/warnings.ts';
import { plain } from '../files/plain.ts';
import { ADVICE, unpaidAdvice } from './advice.ts';
import { amountText, grouped } from './amounts.ts';
import { CHECKS_TITLE, kindsText, moreText } from './checks.ts';
import type { OpenDoubt, Report } from './report.ts';
import { PLACES, togetherOf } from './summary.ts';
import { SUBMITTER_ALONE } from './timeline.ts';
import {
  agoText,
  countsText,
  DONE,
  durationText,
  OPERATION_WORDS,
  otherwiseNote,
  partText,
  PLACE_WORDS,
  plural,
  STATUS_WORDS,
  timeText,
  verdict,
  warnings,
} from './words.ts';

/** Text of others: nothing in it is markup. */
const cell = (text: string, most = 300): string => plain(text, most).replace(/[\\`*_{}[\]<>()#|!~]/g, '\\$&');
const code = (text: string): string => `\`${plain(text).replaceAll('`', "'")}\``;

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[],
): string[] {
  const rule = head.map((_, at) => (right.includes(at) ? '---:' : '---'));
  return [head, rule, ...rows].map((line) => `| ${line.join(' | ')} |`).concat('');
}

export function reportMarkdown(report: Report): string {
  const { run, doubts } = report;
  const lines = [`# ${verdict(report).text}`, ''];
  const took = run.finishedAt ? `, ${durationText(run.finishedAt.getTime() - run.startedAt.getTime())}` : '';
  lines.push(
    `Run ${code(run.id)} of ${code(run.file)}, ${plural(run.rows, 'row')}, ${timeText(run.startedAt.toISOString())} UTC${took}, ${cell(run.environment)}.`,
    '',
  );
  const counts = countsText(report);
  if (counts !== '') lines.push(cell(counts), '');
  for (const warning of warnings(report)) lines.push(`**${cell(warning)}**`, '');
  lines.push(...doubtLines(report), ...checkLines(report));
  lines.push(...totalLines(report), ...failureLines(report), ...costLines(report), ...paceLines(report));
  if (doubts.length === 0 && run.rows === 0) lines.push('Nothing else to report.', '');
  return `${lines.join('\n').trimEnd()}\n`;
}

/** As a run keeps them, in the order of what they may cost. */
function checkLines({ facts: { warned } }: Report): string[] {
  if (warned === null || warned.count === 0) return [];
  const said = warned.first.map(
    ({ line, text, rows }) => `- line ${line}: ${cell(withRows(text, rows), 1100)}`,
  );
  const more = moreText(warned, warned.first.length);
  return [
    `## ${CHECKS_TITLE}`,
    '',
    kindsText(warned),
    '',
    ...said,
    ...(more === '' ? [] : [`- ${more}`]),
    '',
  ];
}

function totalLines(report: Report): string[] {
  const { currencies } = report.summary;
  if (currencies.length === 0) return [];
  const used = PLACES.filter((place) => currencies.some((one) => one.places[place].rows > 0));
  const rows = currencies.map(({ currency, total, places }) => {
    const cells = used.map((place) => {
      const { rows: count, total: sum } = places[place];
      return count === 0 ? '' : `${grouped(sum)} (${count})`;
    });
    // Rows whose currency can't be read are in no sum.
    if (currency === NO_CURRENCY)
      return ['none that can be read', '', ...cells.map((one) => one.replace(/^0 /, ''))];
    return [cell(currency), grouped(total), ...cells];
  });
  const head = ['currency', 'to be paid', ...used.map((place) => PLACE_WORDS[place].toLowerCase())];
  const note = otherwiseNote(used);
  const others = note === '' ? [] : [note, ''];
  const part = partText(report);
  const whole = part === '' ? [] : [cell(part), ''];
  return ['## Totals', '', ...table(head, rows, [1, 2, 3, 4, 5, 6, 7, 8]), ...whole, ...others];
}

function failureLines(report: Report): string[] {
  const lines: string[] = [];
  const { run, madeAt, summary } = report;
  const { failures } = summary;
  if (failures.length > 0) {
    const since = (run.finishedAt ?? run.startedAt).toISOString();
    const done = DONE[run.kind];
    const isOtherwise = summary.otherwise.paid + summary.otherwise.perhaps > 0;
    lines.push(
      '## Failures',
      '',
      `Not ${done}${isOtherwise ? ' as they stand here,' : ''} as of ${timeText(madeAt.toISOString())} UTC; the run ended ${agoText(since, madeAt)}.`,
      '',
      ...unpaidAdvice(report).map((one) => `- ${cell(one, 1000)}`),
      '',
    );
    const rows = failures
      .slice(0, 50)
      .map(({ count, status, message, lines: at }) => [
        String(count),
        STATUS_WORDS[status],
        cell(message),
        `${at.join(', ')}${count > at.length ? ', ...' : ''}`,
      ]);
    lines.push(...table(['rows', 'status', 'why', 'lines'], rows, [0]));
  }
  return lines;
}

function costLines({ summary }: Report): string[] {
  const lines: string[] = [];
  if (summary.costs.length > 0) {
    lines.push('## Cost', '');
    const rows = summary.costs.map((cost) => [
      `${cell(cost.currency)} to ${cell(cost.destination)}`,
      String(cost.rows),
      grouped(cost.quoted.toString()),
      grouped(cost.fees.toString()),
      grouped(togetherOf(cost)),
      cost.rateLow === cost.rateHigh ? cost.rateLow : `${cost.rateLow} to ${cost.rateHigh}`,
      cost.unquoted === 0 ? '' : String(cost.unquoted),
    ]);
    lines.push(
      ...table(
        ['from, to', 'payments', 'debited', 'fees', 'cost: both', 'rate', 'without a quote'],
        rows,
        [1, 2, 3, 4, 5, 6],
      ),
    );
  }
  return lines;
}

function paceLines({ timeline }: Report): string[] {
  const lines: string[] = [];
  if (timeline) {
    lines.push(
      '## Pace',
      '',
      `${plural(timeline.rowsPerSecond, 'row')} a second, ${plural(timeline.requests, 'request')}, ${timeline.retries} of them retries, ${timeline.limited} with status 429.`,
      ...(timeline.ofSubmitterAlone ? [SUBMITTER_ALONE] : []),
      '',
    );
    const rows = timeline.latency.map(({ operation, count, p50, p95, p99 }) => [
      OPERATION_WORDS[operation] ?? operation,
      ...[count, p50, p95, p99].map(String),
    ]);
    lines.push(...table(['operation', 'calls', 'median ms', '95 % ms', '99 % ms'], rows, [1, 2, 3, 4]));
  }
  return lines;
}

function doubtLines({ doubts, madeAt }: Report): string[] {
  if (doubts.length === 0) return [];
  const lines = ['## In doubt', '', ...ADVICE.map((one, at) => `${at + 1}. ${one}`), ''];
  for (const doubt of doubts) {
    const { line, reference, amount, currency, message } = doubt;
    const sum = amount === '' ? '' : ` **${cell(amountText(amount, currency))}**`;
    lines.push(
      `- line ${line}, ${cell(reference)}:${sum} ${whomText(doubt)}, ${timeText(doubt.lastAttemptAt)} UTC (${agoText(doubt.lastAttemptAt, madeAt)}). ${cell(message)}`,
      `  - paid: ${code(doubt.ifPaid)}`,
      `  - not paid: ${code(doubt.ifNotPaid)}`,
    );
  }
  return [...lines, ''];
}

function whomText({ payee, account, customer, memo }: OpenDoubt): string {
  const place = account === '' ? `customer ${cell(customer)}` : `account ${cell(account)}`;
  const whom = payee === '' ? place : `${cell(payee)}, ${place}`;
  return `to ${whom}${memo === '' ? '' : `, for ${cell(memo)}`}`;
}
