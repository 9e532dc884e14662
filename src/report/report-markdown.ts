// The summary of a report as Markdown, for a ticket, a wiki or a chat. It lists only the rows in doubt.
import { markdownCode as code, markdownForeign as cell } from '../files/markup.ts';
import { sectionMarkdown } from '../files/sections.ts';
import { agoText, momentText } from '../interface/instant.ts';
import { KIND_WORDS } from '../words/kinds.ts';
import type { OpenDoubt, ReportContent } from './report.ts';
import { amountText } from './row.ts';
import { sectionsOf } from './sections.ts';
import { countsText, doubtAdvice, durationText, plural, verdict, warnings } from './words.ts';

export function reportMarkdown(report: ReportContent): string {
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
    ...sectionsOf(report).flatMap(sectionMarkdown),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function doubtLines({ run, doubts, madeAt }: ReportContent): string[] {
  const { done } = KIND_WORDS[run.kind];
  if (doubts.length === 0) return [];
  const lines = ['## In doubt', '', ...doubtAdvice(run).map((one, at) => `${at + 1}. ${one}`), ''];
  for (const doubt of doubts) {
    const { line, reference, amount, currency, lastAttemptAt: at } = doubt;
    const sum = amount === '' ? '' : ` **${cell(amountText(amount, currency))}**`;
    lines.push(
      `- line ${line}, ${cell(reference)}:${sum} ${whomText(doubt)}, ${momentText(at)} (${agoText(at, madeAt)}). ${cell(doubt.message)}`,
      `  - ${done}: ${code(doubt.ifPaid)}`,
      `  - not ${done}: ${code(doubt.ifNotPaid)}`,
    );
  }
  return [...lines, ''];
}

function whomText({ payee, account, customer, memo }: OpenDoubt): string {
  const place = account === '' ? customer && `customer ${cell(customer)}` : `account ${cell(account)}`;
  const whom = [cell(payee), place].filter((text) => text !== '').join(', ');
  return `${whom === '' ? '' : `to ${whom}`}${memo === '' ? '' : `, for ${cell(memo)}`}`;
}
