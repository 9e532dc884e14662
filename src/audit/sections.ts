// An audit as a page of sections, before it is text, Markdown or HTML. Nothing is escaped yet. Pure.
import { plural } from '../lint/format/words.ts';
import type { Audit } from './audit.ts';
import { cutoffText, effortText, hoursText, stateOf, taskText, trendText, verdict } from './sentences.ts';

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns of numbers, and of names that are code. */
  readonly numbers: readonly number[];
  readonly code: readonly number[];
  /** Whether the last column is a sentence. */
  readonly hasReason?: boolean;
}

export interface Task {
  readonly title: string;
  readonly what: string;
  readonly how: string;
}

export interface Section {
  readonly title: string;
  readonly body: { readonly tasks: readonly Task[] } | Table | { readonly items: readonly string[] };
}

export interface Page {
  readonly title: string;
  readonly verdict: string;
  readonly isReady: boolean;
  readonly paths: readonly string[];
  readonly files: string;
  readonly notes: readonly string[];
  readonly sections: readonly Section[];
}

export function pageOf(audit: Audit): Page {
  const { byRule, paths, folder } = audit;
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
    ],
    sections: sectionsOf(audit).filter(({ body }) => !('rows' in body) || body.rows.length > 0),
  };
}

function sectionsOf(audit: Audit): Section[] {
  const { byRule, byFile, byOwner, data, unseen } = audit;
  const tasks = audit.tasks.map((task) => ({ title: task.title, what: taskText(task), how: task.how }));
  const rules: Table = {
    head: ['rule', 'uses', 'files', 'refused today', 'effort', 'why'],
    rows: byRule.map(({ rule, count, files, errors, effort, why }) => [
      ...[rule, `${count}`, `${files}`, `${errors}`],
      ...[hoursText(effort), why],
    ]),
    ...{ numbers: [1, 2, 3], code: [0], hasReason: true },
  };
  const owners: Table = {
    head: ['owner', 'uses', 'files', 'effort'],
    rows: byOwner.map(({ owner, count, files, effort }) => [
      ...[owner, `${count}`, `${files}`, hoursText(effort)],
    ]),
    ...{ numbers: [1, 2], code: [] },
  };
  const files: Table = {
    head: ['file', 'uses', 'rules'],
    rows: byFile.map(({ path, count, rules: all }) => [path, `${count}`, all.join(', ')]),
    ...{ numbers: [1], code: [0, 2] },
  };
  const dataFiles: Table = {
    head: ['file', 'kind', 'rows', 'ready', 'waiting', 'unreadable', 'state'],
    rows: data.map((one) => [
      ...[one.path, one.kind],
      ...[one.rows, one.ready, one.waiting, one.unreadable].map(String),
      stateOf(one),
    ]),
    ...{ numbers: [2, 3, 4, 5], code: [0] },
  };
  return [
    ...(tasks.length > 0 ? [{ title: 'In this order', body: { tasks } }] : []),
    { title: 'By rule', body: rules },
    { title: 'By owner', body: owners },
    { title: 'By file', body: files },
    { title: 'Data files', body: dataFiles },
    { title: 'Not seen here', body: { items: unseen } },
  ];
}
