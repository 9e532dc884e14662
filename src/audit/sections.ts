// The page of an audit as sentences and sections, for text, Markdown and HTML. Nothing is escaped. Pure.
import { cells, type Section } from '../files/sections.ts';
import { plural } from '../lint/format/words.ts';
import type { Audit, AuditData, AuditTask } from './audit.ts';
import type { Effort } from './effort.ts';

export interface AuditPage {
  readonly title: string;
  readonly verdict: string;
  readonly isReady: boolean;
  readonly paths: readonly string[];
  readonly files: string;
  readonly notes: readonly string[];
  readonly sections: readonly Section[];
}

export function pageOf(audit: Audit): AuditPage {
  const { byRule, paths, folder, unreadable } = audit;
  const trend = trendText(audit);
  return {
    title: 'Migration audit, release 1.32',
    verdict: verdict(audit),
    isReady: audit.ready,
    paths: paths.map((path) => (path === '.' ? folder : path)),
    files: plural(audit.filesScanned, 'file'),
    notes: [
      cutoffText(audit),
      ...(trend === undefined ? [] : [trend]),
      ...(byRule.length > 0 ? [effortText(audit)] : []),
      ...(unreadable.length > 0 ? [unreadableText(unreadable.length)] : []),
    ],
    sections: sectionsOf(audit).filter(
      ({ items = [], table }) => items.length + (table?.rows ?? []).length > 0,
    ),
  };
}

function sectionsOf({ tasks, byRule, byFile, byOwner, data, unseen }: Audit): Section[] {
  const rules = byRule.map(({ rule, count, files, errors, effort, why }) => [
    { text: rule, note: why },
    ...cells(`${count}`, `${files}`, `${errors}`, hoursText(effort)),
  ]);
  const owners = byOwner.map(({ owner, count, files, effort }) =>
    cells(owner, `${count}`, `${files}`, hoursText(effort)),
  );
  const files = byFile.map(({ path, count, rules: all }) => cells(path, `${count}`, all.join(', ')));
  const dataFiles = data.map((one) =>
    cells(
      ...[one.path, one.kind],
      ...[one.rows, one.ready, one.waiting, one.unreadable].map(String),
      stateOf(one),
    ),
  );
  return [
    {
      ...{ id: 'tasks', title: 'In this order', isOrdered: true },
      items: tasks.map((task) => ({ head: task.title, text: `${taskText(task)}.`, note: task.how })),
    },
    {
      ...{ id: 'rules', title: 'By rule' },
      table: {
        head: ['rule', 'uses', 'files', 'refused today', 'effort'],
        rows: rules,
        texts: [4],
        code: [0],
      },
    },
    {
      ...{ id: 'owners', title: 'By owner' },
      table: { head: ['owner', 'uses', 'files', 'effort'], rows: owners, texts: [3] },
    },
    {
      ...{ id: 'files', title: 'By file' },
      table: { head: ['file', 'uses', 'rules'], rows: files, texts: [2], code: [0, 2] },
    },
    {
      ...{ id: 'data', title: 'Data files' },
      table: {
        head: ['file', 'kind', 'rows', 'ready', 'waiting', 'unreadable', 'state'],
        ...{ rows: dataFiles, texts: [1, 6], code: [0] },
      },
    },
    { id: 'unseen', title: 'Not seen here', items: unseen.map((text) => ({ text })) },
  ];
}

/** The state in one sentence. */
function verdict(audit: Audit): string {
  const { ready, findings, rows, daysLeft } = audit;
  if (ready) return 'Ready: no deprecated use was found. Below is what was not read.';
  if (findings.length + rows.waiting + rows.unreadable === 0) return notProven(audit);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const broken = rows.unreadable === 0 ? '' : `, ${plural(rows.unreadable, 'row')} can't be read`;
  const left = daysLeft >= 0 ? `${plural(daysLeft, 'day')} left` : `${plural(-daysLeft, 'day')} overdue`;
  return `Not ready, ${left}: ${plural(findings.length, 'deprecated use')} (${errors} refused today), ${plural(rows.waiting, 'row')} of data ${rows.waiting === 1 ? 'needs' : 'need'} an answer${broken}.`;
}

/** No use was reported, but uses were left out, or files could not be read. */
function notProven({ leftOut, unreadable }: Audit): string {
  const are = (count: number): string => (count === 1 ? 'is' : 'are');
  const what = [
    ...(leftOut.length > 0
      ? [`${plural(leftOut.length, 'deprecated use')} ${are(leftOut.length)} left out`]
      : []),
    ...(unreadable.length > 0 ? [`${plural(unreadable.length, 'path')} could not be read completely`] : []),
  ];
  return `Not proven: nothing else was found, but ${what.join(', and ')}: see "Not seen here".`;
}

/** Why the command ends with 2, although it prints an audit. */
const unreadableText = (count: number): string =>
  `Not complete (exit code 2): ${plural(count, 'path')} could not be read completely: see "Not seen here".`;

/** When the earlier forms end, as of the day of the audit. */
function cutoffText({ asOf, cutoff, daysLeft }: Audit): string {
  const end =
    daysLeft < 0
      ? `ended on ${cutoff}, ${plural(-daysLeft, 'day')} ago`
      : daysLeft === 0
        ? `end today (${cutoff})`
        : `end on ${cutoff}, in ${plural(daysLeft, 'day')}`;
  return `As of ${asOf}; the earlier forms ${end}.`;
}

const spoken = (hours: number): number => (hours < 10 ? hours : Math.round(hours));
const hoursText = ({ low, high }: Effort): string => `${spoken(low)} to ${spoken(high)} hours`;

/** The sum of the effort, and what it does not include. */
function effortText({ effort, findings, rows }: Audit): string {
  const waiting = `, not counting the answers for ${plural(rows.waiting, 'row')} of data`;
  const isShared = findings.some(({ owners }) => owners.length > 1);
  const shared = isShared ? '; a use with two owners counts for both' : '';
  return `Effort: ${hoursText(effort)} for the uses below${rows.waiting > 0 ? waiting : ''}${shared}.`;
}

/** The trend since the earlier report; `undefined` if there is none. */
function trendText({ trend, leftOut, doneBy, doneAfterCutoff, cutoff, asOf }: Audit): string | undefined {
  if (trend === null) return undefined;
  const { since, fixed, added, remaining } = trend;
  const passed = leftOut.length === 0 ? '' : ' Files that were left out do not count as fixed.';
  const counts = `Since ${since}: ${fixed} fixed, ${added} new, ${remaining} still there.${passed}`;
  if (doneBy === null && since >= asOf)
    return `${counts} The earlier report is not from an earlier day, so no pace is shown.`;
  if (doneBy === null) return `${counts} At this pace, the work does not end.`;
  if (remaining + added === 0) return counts;
  return `${counts} At this pace, the work is done by ${doneBy}${doneAfterCutoff ? `, after the cutoff (${cutoff})` : ''}.`;
}

/** The state of a data file, in a word or two. */
function stateOf({ changed, waiting, unreadable }: AuditData): string {
  if (waiting > 0) return 'needs answers';
  if (unreadable > 0) return 'has unreadable rows';
  return changed > 0 ? 'ready to migrate' : 'needs no change';
}

/** The size of a task: `3 places in 2 files`, or `5 rows in 1 file`. */
function taskText({ uses, unit, files }: AuditTask): string {
  if (unit === 'row' && uses === 0) return `${plural(files, 'file')}, no row needs an answer`;
  return `${plural(uses, unit)} in ${plural(files, 'file')}`;
}
