// Annotations for GitHub's log, and Markdown for a comment on a pull request. Both escaped. Pure.
import {
  markdownCode as code,
  markdownCodeCell as codeCell,
  markdownTable as table,
  markdownText as cell,
} from '../../files/markup.ts';
import { screened } from '../../files/plain.ts';
import { ruleOf } from '../../interface/rules.ts';
import type { Finding, Report } from '../model/finding.ts';
import {
  clockText,
  leftText,
  messageWithConfidence,
  noteText,
  scannedText,
  unreadText,
  whyUnread,
} from './words.ts';

const escaped = (text: string): string =>
  screened(text.replaceAll('\u001b', ''))
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
const property = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const withLeft = (finding: Finding, report: Report): string =>
  messageWithConfidence(finding, report) + (finding.left === null ? '' : `; ${leftText(finding.left)}`);

export function formatGithub(report: Report): string {
  const lines = report.findings.map((one) => {
    const place = `file=${property(one.path)},line=${one.line},endLine=${one.endLine},col=${one.column},endColumn=${one.endColumn}`;
    return `::${one.severity} ${place},title=${property(one.rule)}::${escaped(withLeft(one, report))}`;
  });
  for (const one of report.unreadable)
    lines.push(`::error file=${property(one.path)},title=unreadable::${escaped(whyUnread(one))}`);
  for (const note of report.notes)
    lines.push(`::notice file=${property(note.path)},line=${note.line}::${escaped(noteText(note))}`);
  lines.push(escaped(`${clockText(report)} ${scannedText(report)}`));
  return `${lines.join('\n')}\n`;
}

const ROWS = 200;

export function formatMarkdown(report: Report): string {
  const summary = `${cell(clockText(report))} ${cell(scannedText(report))}`;
  const lines = ['### Deprecated uses of the payments service', '', summary, ''];
  if (report.findings.length > 0) {
    const rows = report.findings
      .slice(0, ROWS)
      .map((one) => [
        codeCell(`${one.path}:${one.line}`),
        one.severity,
        codeCell(one.rule),
        cell(withLeft(one, report)),
        one.replacement === null ? '' : codeCell(one.replacement),
      ]);
    lines.push(...table(['place', 'level', 'rule', 'what', 'instead'], rows));
    if (report.findings.length > ROWS) lines.push('', `... and ${report.findings.length - ROWS} more.`);
    lines.push('');
    for (const rule of new Set(report.findings.map((one) => one.rule)))
      lines.push(`- ${code(rule)}: ${cell(ruleOf(rule).how)}`);
  }
  for (const one of report.unreadable) lines.push(`- ${code(one.path)} ${cell(unreadText(one))}`);
  return `${lines.join('\n').trimEnd()}\n`;
}
