// The audit as one self-contained page: no script, nothing fetched. For the person who has to tell a manager. Pure.
import { createHash } from 'node:crypto';

import { escapeHtml as escape } from '../files/html.ts';
import { type Audit, cutoffText, effortText, stateOf, verdict } from './audit.ts';
import { STYLE } from './audit-style.ts';
import { plural } from './plural.ts';
import { taskText } from './tasks.ts';
import { trendText } from './trend-text.ts';
import { namedIn } from './whereabouts.ts';

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

const code = (text: string): string => `<code>${escape(text)}</code>`;
const hours = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  low === high ? String(low) : `${low}&ndash;${high}`;

/** Roles are told: on a phone each line is laid out as a list. */
const table = (
  label: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[],
): string => {
  const kind = (i: number): string => (numbers.includes(i) ? ' class="n"' : '');
  const heads = head.map((one, i) => `<th role="columnheader" scope="col"${kind(i)}>${one}</th>`);
  const lines = rows.map((row) => {
    const cells = row.map(
      (one, i) => `<td role="cell"${kind(i)} data-l="${head[i] ?? ''}"><span>${one}</span></td>`,
    );
    return `<tr role="row">${cells.join('')}</tr>`;
  });
  return `<table role="table" aria-label="${label}"><thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead><tbody role="rowgroup">${lines.join('\n')}</tbody></table>`;
};

const section = (title: string, body: string, kind = ''): string =>
  `<section${kind}><h2>${title}</h2>${body}</section>`;

function head(audit: Audit): string[] {
  const { byRule, filesScanned, asOf } = audit;
  const paths = audit.paths.map((path) => namedIn(audit, path));
  const trend = trendText(audit);
  const parts = [
    `<h1>Migration audit, release 1.32</h1><p class="verdict${audit.ready ? ' ready' : ''}">${escape(verdict(audit))}</p>`,
    `<p>Looked at: ${paths.map(code).join(', ')} (${plural(filesScanned, 'file')}). <span class="soft">As of ${escape(asOf)}; ${escape(cutoffText(audit))}.</span></p>`,
  ];
  if (trend !== undefined) parts.push(`<p>${escape(trend)}</p>`);
  if (byRule.length > 0) parts.push(`<p>${effortText(audit)}</p>`);
  return parts;
}

function findings({ tasks, byRule, byOwner, byFile }: Audit): string[] {
  const parts: string[] = [];
  if (tasks.length > 0) {
    const items = tasks.map(
      (task) =>
        `<li><strong>${escape(task.title)}</strong>: ${taskText(task)}.<br><span class="soft">${escape(task.how)}.</span></li>`,
    );
    parts.push(section('In this order', `<ol>${items.join('')}</ol>`));
  }
  if (byRule.length > 0) {
    const rows = byRule.map(({ rule, count, files, errors, effort, why }) => [
      code(rule),
      ...[count, files, errors].map(String),
      hours(effort),
      escape(why),
    ]);
    const names = ['rule', 'uses', 'files', 'refused today', 'hours', 'why'];
    parts.push(section('By rule', table('By rule', names, rows, [1, 2, 3, 4])));
  }
  if (byOwner.length > 0) {
    const rows = byOwner.map(({ owner, count, files, effort }) => [
      escape(owner),
      String(count),
      String(files),
      hours(effort),
    ]);
    parts.push(section('By owner', table('By owner', ['owner', 'uses', 'files', 'hours'], rows, [1, 2, 3])));
  }
  if (byFile.length > 0) {
    const rows = byFile.map((one) => [code(one.path), String(one.count), one.rules.map(code).join(', ')]);
    parts.push(section('By file', table('By file', ['file', 'uses', 'rules'], rows, [1])));
  }
  return parts;
}

/** Those that are fine already among them. */
function dataFiles({ data, rows }: Audit): string[] {
  if (data.length === 0) return [];
  const all = rows.ready + rows.waiting + rows.unreadable;
  const share = all === 0 ? 100 : Math.floor((rows.ready / all) * 100);
  const bar = `<svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label="${share} % of the rows are ready"><rect class="all" width="100" height="1"/><rect class="done" width="${share}" height="1"/></svg>`;
  const lines = data.map((one) => [
    code(one.path),
    escape(one.kind),
    ...[one.rows, one.ready, one.waiting, one.unreadable].map(String),
    stateOf(one),
  ]);
  const names = ['file', 'kind', 'rows', 'ready', 'waiting', 'unreadable', 'state'];
  const body = `${bar}<p>${rows.ready} of ${plural(all, 'row')} ${all === 1 ? 'is' : 'are'} ready.</p>`;
  return [section('Data files', body + table('Data files', names, lines, [2, 3, 4, 5]))];
}

export function auditHtml(audit: Audit): string {
  const unseen = `<ul>${audit.unseen.map((one) => `<li>${escape(one)}</li>`).join('')}</ul>`;
  const parts = [
    ...head(audit),
    ...findings(audit),
    ...dataFiles(audit),
    section('Not seen here', unseen, ' class="quiet"'),
  ];
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Migration audit, release 1.32</title><style>${STYLE}</style></head>\n<body><main>\n${parts.join('\n')}\n</main></body></html>\n`;
}
