// The audit's page as one self-contained file: no script, nothing fetched. For the person who has to tell a manager. Pure.
import { createHash } from 'node:crypto';

import { escapeHtml as escape } from '../files/markup.ts';
import type { Page, Section, Table } from './sections.ts';

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
@media (max-width:46rem){main{padding:1.5rem 1rem}.verdict{font-size:1.25rem}section{padding:1rem;border-radius:8px}
table,tbody{display:block}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{display:grid;gap:.15rem;border-top:1px solid var(--line);padding:.5rem 0}tbody tr:first-child{border-top:0;padding-top:0}
td,td.n{display:grid;grid-template-columns:7rem minmax(0,1fr);gap:.75rem;padding:0;border:0;text-align:left;white-space:normal}
td::before{content:attr(data-l);color:var(--soft);font-size:.8125rem}td:first-child{display:block;font-weight:600}td:first-child::before{content:none}}
@media print{:root{--page:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--good:#000;--bad:#000}body{font-size:10pt}main{padding:0;max-width:none}section{border:0;padding:0}h2{break-after:avoid}tr,li{break-inside:avoid}}
`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

const code = (text: string): string => `<code>${escape(text)}</code>`;

/** Roles are given: on a phone each line is laid out as a list. */
function tableHtml(label: string, { head, rows, numbers, code: names }: Table): string {
  const kind = (i: number): string => (numbers.includes(i) ? ' class="n"' : '');
  const heads = head.map((one, i) => `<th role="columnheader" scope="col"${kind(i)}>${one}</th>`);
  const lines = rows.map((row) => {
    const cells = row.map((cell, i) => {
      const text = names.includes(i) ? code(cell) : escape(cell);
      return `<td role="cell"${kind(i)} data-l="${head[i] ?? ''}"><span>${text}</span></td>`;
    });
    return `<tr role="row">${cells.join('')}</tr>`;
  });
  return `<table role="table" aria-label="${label}"><thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead><tbody role="rowgroup">${lines.join('\n')}</tbody></table>`;
}

function sectionHtml({ title, body }: Section): string {
  if ('rows' in body) return `<section><h2>${title}</h2>${tableHtml(title, body)}</section>`;
  if ('items' in body) {
    const items = body.items.map((item) => `<li>${escape(item)}</li>`);
    return `<section class="quiet"><h2>${title}</h2><ul>${items.join('')}</ul></section>`;
  }
  const items = body.tasks.map(
    ({ title: task, what, how }) =>
      `<li><strong>${escape(task)}</strong>: ${what}.<br><span class="soft">${escape(how)}.</span></li>`,
  );
  return `<section><h2>${title}</h2><ol>${items.join('')}</ol></section>`;
}

export function auditHtml({ title, verdict, isReady, paths, files, notes, sections }: Page): string {
  const parts = [
    `<h1>${title}</h1><p class="verdict${isReady ? ' ready' : ''}">${escape(verdict)}</p>`,
    `<p>Looked at: ${paths.map(code).join(', ')} (${files}).</p>`,
    ...notes.map((note) => `<p>${escape(note)}</p>`),
    ...sections.map(sectionHtml),
  ];
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>\n<body><main>\n${parts.join('\n')}\n</main></body></html>\n`;
}
