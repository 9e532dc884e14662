// The audit as one self-contained page: no script, nothing fetched. For the person who has to tell a manager. Pure.
import { createHash } from 'node:crypto';

import { escapeHtml as escape } from '../files/html.ts';
import { plural } from '../lint/format/words.ts';
import { type Audit, cutoffText, effortText, stateOf, verdict } from './audit.ts';
import { taskText } from './tasks.ts';
import { trendText } from './trend.ts';
import { namedIn } from './whereabouts.ts';

/** Light and dark, for paper, and for a phone, where each line of a table becomes a list. */
const STYLE = `
:root{color-scheme:light dark;--page:#f6f6f4;--card:#fff;--ink:#1b1d21;--soft:#5d626b;--line:#e3e4e1;--good:#17723f;--bad:#b02a20}
@media (prefers-color-scheme:dark){:root{--page:#131416;--card:#1b1d20;--ink:#e7e8ea;--soft:#a2a7af;--line:#2f3237;--good:#63cb91;--bad:#ff8d83}}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums lining-nums}
main{max-width:66rem;margin:0 auto;padding:2.25rem 1.5rem 2.5rem}
h1{font-size:.875rem;font-weight:500;color:var(--soft);margin:0 0 .35rem}h2{font-size:1rem;margin:0 0 .75rem}
.verdict{font-size:1.5rem;line-height:1.25;font-weight:650;letter-spacing:-.01em;margin:0 0 .9rem;text-wrap:balance}
.verdict::before{content:"";display:inline-block;width:.6em;height:.6em;border-radius:50%;margin-right:.45em;background:var(--bad)}.verdict.ready::before{background:var(--good)}
p{margin:0 0 .6rem}.soft{color:var(--soft)}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.15rem 1.35rem;margin:1rem 0 0}
section.quiet{background:none;border:0;padding:.5rem 0}
code{font:.8125rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
ol,ul{margin:0;padding-left:1.25rem}li{margin-bottom:.6rem;overflow-wrap:anywhere}li:last-child{margin-bottom:0}
table{border-collapse:collapse;width:100%}
th{text-align:left;font-size:.8125rem;font-weight:500;color:var(--soft);padding:0 1rem .4rem 0;vertical-align:bottom}
td{padding:.45rem 1rem .45rem 0;border-top:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
td.n,th.n{text-align:right;white-space:nowrap}td:last-child,th:last-child{padding-right:0}
svg.share{display:block;width:100%;height:.5rem;margin-bottom:.5rem;border-radius:4px}svg .all{fill:var(--line)}svg .done{fill:var(--good)}
@media (max-width:46rem){main{padding:1.5rem 1rem}.verdict{font-size:1.25rem}section{padding:1rem;border-radius:8px}
table,tbody{display:block}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{display:grid;gap:.15rem;border-top:1px solid var(--line);padding:.5rem 0}tbody tr:first-child{border-top:0;padding-top:0}
td,td.n{display:grid;grid-template-columns:7rem minmax(0,1fr);gap:.75rem;padding:0;border:0;text-align:left;white-space:normal}
td::before{content:attr(data-l);color:var(--soft);font-size:.8125rem}td:first-child{display:block;font-weight:600}td:first-child::before{content:none}}
@media print{:root{--page:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--good:#000;--bad:#000}body{font-size:10pt}main{padding:0;max-width:none}section{border:0;padding:0}h2{break-after:avoid}tr,li{break-inside:avoid}}
`;

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
