// For people: findings by file, the line with a caret, what takes its place, totals by rule. Pure.
import { plain, plainPath } from '../../files/plain.ts';
import { RULE_IDS, ruleOf } from '../../interface/rules.ts';
import type { Finding, Report } from '../finding.ts';
import { unreadCounts, unreadText } from './unread.ts';

export interface TextOptions {
  readonly explain: boolean;
  readonly colour: (style: 'red' | 'yellow' | 'dim' | 'bold', text: string) => string;
}

export function formatText(report: Report, { explain, colour }: TextOptions): string {
  const lines: string[] = [];
  let path: string | undefined;
  for (const finding of report.findings) {
    if (finding.path !== path) {
      path = finding.path;
      lines.push(colour('bold', plainPath(path)));
    }
    const level = colour(finding.severity === 'error' ? 'red' : 'yellow', finding.severity.padEnd(7));
    const place = `${finding.line}:${finding.column}`.padEnd(8);
    const doubt = finding.confidence === 'high' ? '' : ` (${finding.confidence} confidence)`;
    lines.push(`  ${place} ${level} ${plain(finding.message)}${doubt}  ${colour('dim', finding.rule)}`);
    for (const line of finding.source.split('\n')) lines.push(colour('dim', `           ${sameWidth(line)}`));
    if (explain)
      for (const reason of finding.evidence)
        lines.push(colour('dim', `           because it ${plain(reason)}`));
  }
  if (report.findings.length > 0) lines.push('');
  lines.push(...totals(report.findings));
  for (const { path: file, line, message } of report.notes)
    lines.push(`${plainPath(file)}:${line}: note: ${plain(message)}`);
  for (const one of report.unreadable) lines.push(`${plainPath(one.path)}: ${plain(unreadText(one))}`);
  lines.push(clockText(report), scannedText(report));
  return `${lines.join('\n')}\n`;
}

/** Characters that nobody sees as spaces, so that the caret stays below its place. */
const sameWidth = (line: string): string =>
  plain(line) === line
    ? line
    : Array.from(line, (one) => (plain(`x${one}x`) === `x${one}x` ? one : ' ')).join('');

function totals(findings: readonly Finding[]): string[] {
  return RULE_IDS.flatMap((rule) => {
    const own = findings.filter((finding) => finding.rule === rule);
    if (own.length === 0) return [];
    const files = new Set(own.map(({ path }) => path)).size;
    return [`${own.length} ${rule} in ${files} file${files === 1 ? '' : 's'}`, `  ${ruleOf(rule).how}`];
  });
}

export function clockText({ daysLeft, cutoff, asOf }: Report): string {
  const days = (count: number): string => `${count} day${count === 1 ? '' : 's'}`;
  if (daysLeft < 0) return `The earlier forms ended on ${cutoff}, ${days(-daysLeft)} ago (as of ${asOf}).`;
  const left = daysLeft === 0 ? 'today is their last day' : `${days(daysLeft)} left`;
  return `The earlier forms end on ${cutoff}: ${left} (as of ${asOf}).`;
}

export function scannedText(report: Report): string {
  const skipped = [...report.skipped].map(([why, count]) => `${count} ${why}`).join(', ');
  const count = report.findings.length;
  const read = `${report.filesScanned} file${report.filesScanned === 1 ? '' : 's'}`;
  const parts = [
    count === 0 ? `Nothing found in ${read}` : `${count} finding${count === 1 ? '' : 's'}; ${read} read`,
    ...(skipped === '' ? [] : [`skipped: ${skipped}`]),
    ...(report.suppressed > 0 ? [`${report.suppressed} suppressed`] : []),
    ...(report.baselined > 0 ? [`${report.baselined} in the baseline`] : []),
    ...unreadCounts(report.unreadable),
  ];
  return `${parts.join('; ')}.`;
}
