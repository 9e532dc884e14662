// The audit for a terminal: one page. Pure.
import { plain, plainPath } from '../files/plain.ts';
import { plural } from '../lint/format/words.ts';
import { type Audit, type AuditData, cutoffText, effortText, stateOf, verdict } from './audit.ts';
import { hoursText } from './effort.ts';
import { taskText } from './tasks.ts';
import { trendText } from './trend.ts';
import { namedIn } from './whereabouts.ts';

const FILES_SHOWN = 15;

/** What becomes of the rows: the state of them all, or how many are in which. */
function rowsText(one: AuditData): string {
  const { ready, waiting, unreadable } = one;
  if (waiting + unreadable === 0) return stateOf(one);
  const parts = [
    ready > 0 && `${ready} ready`,
    waiting > 0 && `${waiting} waiting for a person`,
    unreadable > 0 && `${unreadable} unreadable`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

export function auditText(audit: Audit): string {
  const { byRule, byFile, byOwner, data, tasks, unseen } = audit;
  const lines = [
    'Migration audit, release 1.32',
    verdict(audit),
    `Looked at ${audit.paths.map((path) => plainPath(namedIn(audit, path))).join(', ')}: ${plural(audit.filesScanned, 'file')} scanned. As of ${audit.asOf}; ${cutoffText(audit)}.`,
  ];
  const trend = trendText(audit);
  if (trend !== undefined) lines.push(trend);
  if (byRule.length > 0) lines.push(effortText(audit));
  if (tasks.length > 0) lines.push('', 'In this order:');
  tasks.forEach((task, i) => {
    lines.push(`  ${i + 1}. ${task.title}: ${taskText(task)}`, `     ${task.how}.`);
  });
  if (byRule.length > 0) lines.push('', 'By rule:');
  for (const { rule, count, files, errors, effort, why } of byRule) {
    const refused = errors > 0 ? `, ${errors} refused today` : '';
    lines.push(
      `  ${rule.padEnd(36)} ${String(count).padStart(5)} in ${plural(files, 'file')}${refused}; ${hoursText(effort)}`,
      `    ${why}`,
    );
  }
  if (byOwner.length > 0) lines.push('', 'By owner:');
  for (const { owner, count, files, effort } of byOwner)
    lines.push(
      `  ${String(count).padStart(5)}  ${plain(owner)}: ${plural(files, 'file')}, ${hoursText(effort)}`,
    );
  if (byFile.length > 0) lines.push('', 'By file:');
  for (const { path, count, rules } of byFile.slice(0, FILES_SHOWN))
    lines.push(`  ${String(count).padStart(5)}  ${plainPath(path)} (${rules.join(', ')})`);
  if (byFile.length > FILES_SHOWN)
    lines.push(`  ... and ${byFile.length - FILES_SHOWN} more files (--format json has all)`);
  if (data.length > 0) lines.push('', 'Data files, as a migration would leave them:');
  for (const one of data) {
    lines.push(`  ${plainPath(one.path)}: ${one.kind}, ${plural(one.rows, 'row')}, ${rowsText(one)}`);
  }
  lines.push('', 'Not seen here:');
  for (const one of unseen) lines.push(`  ${plain(one)}`);
  return `${lines.join('\n')}\n`;
}
