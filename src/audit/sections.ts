// An audit as a page of sections, before it is text, Markdown or HTML. Nothing is escaped yet. Pure.
import { cells, type Section } from '../files/sections.ts';
import { plural } from '../lint/format/words.ts';
import type { Audit } from './audit.ts';
import { cutoffText, effortText, hoursText, stateOf, taskText, trendText, verdict } from './sentences.ts';

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
      items: tasks.map((task) => ({ head: task.title, text: `${taskText(task)}.`, note: `${task.how}.` })),
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
