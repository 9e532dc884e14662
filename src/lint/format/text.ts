// For people: findings by file, the line with a caret, what takes its place, totals by rule. Pure.
import { plain, plainPath } from '../../files/plain.ts';
import { wrapped } from '../../files/wrapped.ts';
import { isUnstated, RULE_IDS, ruleOf } from '../../interface/rules.ts';
import type { Finding, Report } from '../model/finding.ts';
import { asideText, skippedText, unreadCounts, unreadText, unshownIn, unshownText } from './unread.ts';

export interface TextOptions {
  readonly explain: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  readonly colour: (style: 'red' | 'yellow' | 'dim' | 'bold', text: string) => string;
}

export function formatText(report: Report, { explain, width, colour }: TextOptions): string {
  const lines: string[] = [];
  let path: string | undefined;
  for (const finding of report.findings) {
    if (finding.path !== path) {
      path = finding.path;
      lines.push(colour('bold', plainPath(path)));
    }
    const level = colour(finding.severity === 'error' ? 'red' : 'yellow', finding.severity.padEnd(7));
    const place = `${finding.line}:${finding.column}`.padEnd(8);
    const words = wrapped(`${plain(saidOf(finding))}  ${finding.rule}`, width - INDENT.said);
    const said = words.join(`\n${' '.repeat(INDENT.said)}`);
    lines.push(`  ${place} ${level} ${dimmed(said, finding.rule, colour)}`);
    for (const line of shown(finding.source, width - INDENT.source))
      lines.push(colour('dim', `${' '.repeat(INDENT.source)}${sameWidth(line)}`));
    if (explain)
      for (const reason of reasonsOf(finding))
        for (const line of wrapped(`${' '.repeat(INDENT.source)}${plain(reason)}`, width))
          lines.push(colour('dim', line));
  }
  if (report.findings.length > 0) lines.push('');
  lines.push(...totals(report.findings, width));
  for (const { path: file, line, message } of report.notes)
    lines.push(...wrapped(`${plainPath(file)}:${line}: note: ${plain(message)}`, width));
  for (const one of report.unreadable)
    lines.push(...wrapped(`${plainPath(one.path)}: ${plain(unreadText(one))}`, width));
  for (const one of report.hostsAside) lines.push(...wrapped(`${plain(asideText(one))}.`, width));
  lines.push(...wrapped(clockText(report), width), ...wrapped(scannedText(report), width));
  return `${lines.join('\n')}\n`;
}

/** Why it is found, and last of all why --fix leaves it. */
const reasonsOf = ({ evidence, left }: Finding): string[] => [
  ...evidence.map((reason) => `because it ${reason}`),
  ...(left === null ? [] : [leftText(left)]),
];

export const leftText = (left: string): string => `left by --fix: ${left}`;

/** The message, with how sure it is where that is less than sure. */
export const saidOf = ({ message, confidence }: Finding): string =>
  confidence === 'high' ? message : `${message} (${confidence} confidence)`;

/** In columns: what is said of a place, and the line that stands there. */
const INDENT = { said: 19, source: 11 } as const;
/** Narrower than that, nothing is broken any more. */
const NARROW = 20;

/** The rule behind the words is the least of them. */
function dimmed(said: string, rule: string, colour: TextOptions['colour']): string {
  return said.slice(0, said.length - rule.length) + colour('dim', rule);
}

/** The line and its carets, as much as there is room for: the carets and what stands before them. */
function shown(source: string, width: number): string[] {
  const [line = '', carets = ''] = source.split('\n');
  const [from, to] = windowOf(line, carets.indexOf('^'), width);
  return [line.slice(from, to), carets.slice(from, to)];
}

/** The part of a line that there is room for, around a place in it. */
export function windowOf(line: string, at: number, width: number): [from: number, to: number] {
  if (width < NARROW || line.length <= width) return [0, line.length];
  const from = Math.max(0, Math.min(at - Math.floor(width / 3), line.length - width));
  return [from, from + width];
}

/** Characters that nobody sees as spaces, so that the caret stays below its place. */
const sameWidth = (line: string): string =>
  plain(line) === line
    ? line
    : Array.from(line, (one) => (plain(`x${one}x`) === `x${one}x` ? one : ' ')).join('');

function totals(findings: readonly Finding[], width: number): string[] {
  return RULE_IDS.flatMap((rule) => {
    const own = findings.filter((finding) => finding.rule === rule);
    if (own.length === 0) return [];
    const files = new Set(own.map(({ path }) => path)).size;
    const { how: stated, unstated } = ruleOf(rule);
    const others = own.filter(isUnstated).length;
    const said = [
      ...(others < own.length ? [stated] : []),
      ...(others > 0 && unstated ? [unstated.how] : []),
    ];
    const how = said.flatMap((one) => wrapped(one, width - 2)).map((line) => `  ${line}`);
    return [`${own.length} ${rule} in ${files} file${files === 1 ? '' : 's'}`, ...how];
  });
}

export function clockText({ daysLeft, cutoff, asOf }: Report): string {
  const days = (count: number): string => `${count} day${count === 1 ? '' : 's'}`;
  if (daysLeft < 0) return `The earlier forms ended on ${cutoff}, ${days(-daysLeft)} ago (as of ${asOf}).`;
  const left = daysLeft === 0 ? 'today is their last day' : `${days(daysLeft)} left`;
  return `The earlier forms end on ${cutoff}: ${left} (as of ${asOf}).`;
}

export function scannedText(report: Report): string {
  const skipped = skippedText(report.skipped);
  const count = report.findings.length;
  const read = `${report.filesScanned} file${report.filesScanned === 1 ? '' : 's'}`;
  const parts = [
    count === 0 ? `Nothing found in ${read}` : `${count} finding${count === 1 ? '' : 's'}; ${read} read`,
    ...(skipped === '' ? [] : [`skipped: ${skipped}`]),
    ...unshownText(unshownIn(report)),
    ...(report.suppressed > 0 ? [`${report.suppressed} suppressed`] : []),
    ...(report.off > 0 ? [`${report.off} of rules that are switched off or not asked for`] : []),
    ...(report.baselined > 0 ? [`${report.baselined} in the baseline`] : []),
    ...unreadCounts(report.unreadable),
  ];
  return `${parts.join('; ')}.`;
}
