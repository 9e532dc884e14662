// The audit as Markdown, for a ticket or a pull request: the same sections as the page. Pure.
import {
  markdownCode as code,
  markdownCodeCell as codeCell,
  markdownTable as table,
  markdownText as cell,
} from '../files/markdown.ts';
import { plural } from '../lint/format/words.ts';
import { type Audit, cutoffText, effortText, stateOf, verdict } from './audit.ts';
import { taskText } from './tasks.ts';
import { trendText } from './trend.ts';
import { namedIn } from './whereabouts.ts';

const section = (title: string, lines: readonly string[]): string[] => [`## ${title}`, '', ...lines, ''];

export function auditMarkdown(audit: Audit): string {
  const { byRule, byFile, byOwner, data, tasks, unseen } = audit;
  const lines = [
    '# Migration audit, release 1.32',
    '',
    `**${cell(verdict(audit))}**`,
    '',
    `Looked at ${audit.paths.map((path) => code(namedIn(audit, path))).join(', ')}: ${plural(audit.filesScanned, 'file')} scanned. As of ${audit.asOf}; ${cutoffText(audit)}.`,
    '',
  ];
  const trend = trendText(audit);
  if (trend !== undefined) lines.push(cell(trend), '');
  if (byRule.length > 0) lines.push(effortText(audit), '');
  // As many as there are files and owners: joined, not handed over as arguments.
  const sections = [
    ...(tasks.length > 0 ? section('In this order', taskLines(audit)) : []),
    ...(byRule.length > 0 ? section('By rule', ruleTable(audit)) : []),
    ...(byOwner.length > 0 ? section('By owner', ownerTable(audit)) : []),
    ...(byFile.length > 0 ? section('By file', fileTable(audit)) : []),
    ...(data.length > 0 ? section('Data files', dataTable(audit)) : []),
    ...['## Not seen here', ''],
    ...unseen.map((one) => `- ${cell(one)}`),
  ];
  return `${[...lines, ...sections].join('\n')}\n`;
}

const taskLines = ({ tasks }: Audit): string[] =>
  tasks.map((task, i) => `${i + 1}. **${cell(task.title)}**: ${taskText(task)}. ${cell(task.how)}.`);

const ruleTable = ({ byRule }: Audit): string[] =>
  table(
    ['rule', 'uses', 'files', 'refused today', 'hours', 'why'],
    byRule.map(({ rule, count, files, errors, effort, why }) => [
      codeCell(rule),
      `${count}`,
      `${files}`,
      `${errors}`,
      `${effort.low} to ${effort.high}`,
      cell(why),
    ]),
  );

const ownerTable = ({ byOwner }: Audit): string[] =>
  table(
    ['owner', 'uses', 'files', 'hours'],
    byOwner.map(({ owner, count, files, effort: { low, high } }) => [
      cell(owner),
      `${count}`,
      `${files}`,
      `${low} to ${high}`,
    ]),
  );

const fileTable = ({ byFile }: Audit): string[] =>
  table(
    ['file', 'uses', 'rules'],
    byFile.map(({ path, count, rules }) => [codeCell(path), `${count}`, rules.map(codeCell).join(', ')]),
  );

const dataTable = ({ data }: Audit): string[] =>
  table(
    ['file', 'kind', 'rows', 'ready', 'waiting', 'unreadable', 'state'],
    data.map((one) => [
      codeCell(one.path),
      one.kind,
      ...[one.rows, one.ready, one.waiting, one.unreadable].map(String),
      stateOf(one),
    ]),
  );
