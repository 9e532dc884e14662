// The summary of a report as Markdown: for a ticket, a wiki, a chat. Of its rows it has only those in doubt.
import { plain } from '../files/plain.ts';
import { agoText, momentText } from '../interface/instant.ts';
import type { OpenDoubt, Report } from './report.ts';
import { amountText } from './row.ts';
import { type Cell, type Section, sectionsOf } from './sections.ts';
import { countsText, DOUBT_ADVICE, durationText, plural, verdict, warnings } from './words.ts';

/** Text of others: nothing in it is markup. */
const cell = (text: string, most = 1100): string =>
  plain(text, most).replace(/[\\`*_{}[\]<>()#|!~]/g, '\\$&');
const code = (text: string): string => `\`${plain(text).replaceAll('`', "'")}\``;

export function reportMarkdown(report: Report): string {
  const { run } = report;
  const took = run.finishedAt ? `, ${durationText(run.finishedAt.getTime() - run.startedAt.getTime())}` : '';
  const lines = [
    `# ${verdict(report).text}`,
    '',
    `Run ${code(run.id)} of ${code(run.file)}, ${plural(run.rows, 'row')}, ${momentText(run.startedAt)}${took}, ${cell(run.environment)}.`,
    '',
    ...(report.summary.rows > 0 ? [`${countsText(report)}.`, ''] : []),
    ...warnings(report).flatMap((warning) => [`**${cell(warning)}**`, '']),
    ...doubtLines(report),
    ...sectionsOf(report).flatMap(sectionLines),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function sectionLines({ title, count, text, items = [], table, notes = [] }: Section): string[] {
  const lines = [`## ${title}${count === undefined ? '' : ` (${count})`}`, ''];
  if (text.length > 0) lines.push(...text.map((one) => `- ${cell(one)}`), '');
  if (items.length > 0) {
    const texts = items.map(({ head, text: what, note }) => {
      return `- **${cell(head)}**: ${cell(what)}${note === undefined ? '' : ` (${cell(note)})`}`;
    });
    lines.push(...texts, '');
  }
  if (table) {
    const rule = table.head.map((_, at) => (at === 0 ? '---' : '---:'));
    const rows = table.rows.map((row) => row.map(cellText));
    lines.push(...[table.head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`), '');
  }
  return [...lines, ...notes.flatMap((note) => [cell(note), ''])];
}

const cellText = ({ text, note }: Cell): string => cell(text) + (note === undefined ? '' : ` (${note})`);

function doubtLines({ doubts, madeAt }: Report): string[] {
  if (doubts.length === 0) return [];
  const lines = ['## In doubt', '', ...DOUBT_ADVICE.map((one, at) => `${at + 1}. ${one}`), ''];
  for (const doubt of doubts) {
    const { line, reference, amount, currency, lastAttemptAt: at } = doubt;
    const sum = amount === '' ? '' : ` **${cell(amountText(amount, currency))}**`;
    lines.push(
      `- line ${line}, ${cell(reference)}:${sum} ${whomText(doubt)}, ${momentText(at)} (${agoText(at, madeAt)}). ${cell(doubt.message)}`,
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
