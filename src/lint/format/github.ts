// Annotations for GitHub's log, and Markdown for a comment on a pull request. Both escaped. Pure.
import {
  markdownCode as code,
  markdownCodeCell as codeCell,
  markdownTable as table,
  markdownText as cell,
} from '../../files/markdown.ts';
import { screened } from '../../files/plain.ts';
import { ruleOf } from '../../interface/rules.ts';
import type { Finding, Report } from '../model/finding.ts';
import { mayBeOthers } from '../model/left-kind.ts';
import { clockText, leftText, saidOf, scannedText } from './text.ts';
import { asideText, unreadText } from './unread.ts';

const data = (text: string): string =>
  screened(text.replaceAll('\u001b', ''))
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** What reviewers see: with why --fix leaves it. */
const withLeft = (one: Finding): string =>
  `${saidOf(one)}${one.left === null ? '' : `; ${leftText(one.left)}`}`;

export function formatGithub(report: Report): string {
  const lines = report.findings.map(
    (one) =>
      `::${one.severity} file=${property(one.path)},line=${one.line},endLine=${one.endLine},col=${one.column},endColumn=${one.endColumn},title=${property(one.rule)}::${data(withLeft(one))}`,
  );
  for (const { path, why } of report.unreadable)
    lines.push(`::error file=${property(path)},title=unreadable::${data(why)}`);
  for (const { path, line, message } of report.notes)
    lines.push(`::notice file=${property(path)},line=${line}::${data(message)}`);
  for (const one of report.hostsAside)
    lines.push(`::notice file=${property(one.path)},line=${one.line}::${data(asideText(one))}`);
  lines.push(data(`${clockText(report)} ${scannedText(report)}`));
  return `${lines.join('\n')}\n`;
}

const ROWS = 200;
/** Nobody should change another product's call for what a column says. */
const insteadOf = (left: string | null, replacement: string): string =>
  mayBeOthers(left) ? `if it is of this service: ${replacement}` : replacement;

export function formatMarkdown(report: Report): string {
  const lines = [
    `### Deprecated uses of the payments service`,
    '',
    `${cell(clockText(report))} ${cell(scannedText(report))}`,
    '',
  ];
  if (report.findings.length > 0) {
    const rows = report.findings
      .slice(0, ROWS)
      .map((one) => [
        ...[codeCell(`${one.path}:${one.line}`), one.severity, codeCell(one.rule), cell(withLeft(one))],
        one.replacement === null ? '' : insteadOf(one.left, codeCell(one.replacement)),
      ]);
    lines.push(...table(['place', 'level', 'rule', 'what', 'instead'], rows));
    if (report.findings.length > ROWS) lines.push('', `... and ${report.findings.length - ROWS} more.`);
    lines.push('');
    for (const rule of new Set(report.findings.map(({ rule: id }) => id))) {
      lines.push(`- ${code(rule)}: ${cell(ruleOf(rule).how)}`);
    }
  }
  for (const one of report.unreadable) lines.push(`- ${code(one.path)} ${cell(unreadText(one))}`);
  for (const one of report.hostsAside) lines.push(`- ${cell(asideText(one))}`);
  return `${lines.join('\n').trimEnd()}\n`;
}
