// For people: findings by file, the line with a caret, totals by rule. Pure.
import { plain, plainPath, wrapped } from '../../files/plain.ts';
import { isUnstated, RULE_IDS, ruleOf } from '../../interface/rules.ts';
import type { Finding, Report } from '../model/finding.ts';
import {
  clockText,
  evidenceText,
  leftText,
  messageWithConfidence,
  noteText,
  scannedText,
  sumText,
  unreadText,
} from './words.ts';

interface TextOptions {
  readonly explain: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  readonly colour: (style: 'red' | 'yellow' | 'dim' | 'bold', text: string) => string;
}

/** Columns before a message, and before a line of the source. */
const INDENT = { message: 19, source: 11 } as const;
/** On a narrower terminal nothing is wrapped. */
const NARROW = 20;

export function formatText(report: Report, options: TextOptions): string {
  const { width, colour } = options;
  const lines: string[] = [];
  let path: string | undefined;
  for (const finding of report.findings) {
    if (finding.path !== path) lines.push(colour('bold', plainPath(finding.path)));
    path = finding.path;
    lines.push(...findingLines(finding, report, options));
  }
  if (report.findings.length > 0) lines.push('', ...totals(report.findings, width));
  for (const note of report.notes)
    lines.push(...wrapped(`${plainPath(note.path)}:${note.line}: note: ${plain(noteText(note))}`, width));
  for (const one of report.unreadable)
    lines.push(...wrapped(`${plainPath(one.path)}: ${plain(unreadText(one))}`, width));
  lines.push(...wrapped(clockText(report), width), ...wrapped(scannedText(report), width));
  return `${lines.join('\n')}\n`;
}

function findingLines(finding: Finding, report: Report, { explain, width, colour }: TextOptions): string[] {
  const level = colour(finding.severity === 'error' ? 'red' : 'yellow', finding.severity.padEnd(7));
  const place = `${finding.line}:${finding.column}`.padEnd(8);
  const words = wrapped(
    `${plain(messageWithConfidence(finding, report))}  ${finding.rule}`,
    width - INDENT.message,
  );
  const message = words.join(`\n${' '.repeat(INDENT.message)}`);
  const before = message.slice(0, message.length - finding.rule.length);
  const lines = [`  ${place} ${level} ${before}${colour('dim', finding.rule)}`];
  const indent = ' '.repeat(INDENT.source);
  for (const line of visibleSource(finding, width - INDENT.source))
    lines.push(colour('dim', indent + sameWidth(line)));
  if (explain)
    for (const reason of [
      ...finding.evidence.map(evidenceText),
      sumText(finding),
      ...(finding.left === null ? [] : [leftText(finding.left)]),
    ])
      for (const line of wrapped(indent + plain(reason), width)) lines.push(colour('dim', line));
  return lines;
}

/** The line and its carets, as much as there is room for. */
export function visibleSource({ source }: Pick<Finding, 'source'>, width: number): string[] {
  const [line = '', carets = ''] = source.split('\n');
  if (width < NARROW || line.length <= width) return [line, carets];
  const from = Math.max(0, Math.min(carets.indexOf('^') - Math.floor(width / 3), line.length - width));
  return [line.slice(from, from + width), carets.slice(from, from + width)];
}

/** Control characters become blanks, so that the caret stays below its place. */
const sameWidth = (line: string): string =>
  plain(line) === line
    ? line
    : Array.from(line, (one) => (plain(`x${one}x`) === `x${one}x` ? one : ' ')).join('');

function totals(findings: readonly Finding[], width: number): string[] {
  return RULE_IDS.flatMap((rule) => {
    const own = findings.filter((finding) => finding.rule === rule);
    if (own.length === 0) return [];
    const files = new Set(own.map(({ path }) => path)).size;
    const { how, unstated } = ruleOf(rule);
    const advice = new Set(own.map((one) => (unstated && isUnstated(one) ? unstated.how : how)));
    const lines = [...advice].flatMap((one) => wrapped(one, width - 2)).map((line) => `  ${line}`);
    return [`${own.length} ${rule} in ${files} file${files === 1 ? '' : 's'}`, ...lines];
  });
}
