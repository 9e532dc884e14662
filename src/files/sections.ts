// The sections of a run's report and of the audit, as HTML and Markdown. The texts of a section are not escaped yet.
import { createHash } from 'node:crypto';

import { escapeHtml, markdownCodeCell, markdownForeign, markdownTable } from './markup.ts';

export interface Cell {
  readonly text: string;
  /** Smaller, below it. */
  readonly note?: string;
  readonly tone?: 'doubt' | 'bad' | 'strong' | 'soft';
}

export interface Table {
  readonly head: readonly string[];
  /** The first cell of a row is its head. */
  readonly rows: readonly (readonly Cell[])[];
  /** Columns of text; the others are figures. */
  readonly texts?: readonly number[];
  /** Columns of names that are code. */
  readonly code?: readonly number[];
}

export interface Item {
  readonly head?: string;
  readonly text: string;
  readonly note?: string;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  /** Next to the title. */
  readonly count?: number;
  readonly text?: readonly string[];
  readonly items?: readonly Item[];
  /** Whether the items have an order. */
  readonly isOrdered?: boolean;
  readonly table?: Table;
  readonly notes?: readonly string[];
}

export const cells = (...texts: readonly string[]): Cell[] => texts.map((text) => ({ text }));

/** The style of sections: light and dark, on paper, and on a phone, where each line of a table becomes a list. */
export const SECTION_STYLE = `
:root{color-scheme:light dark;--page:#f6f6f4;--card:#fff;--ink:#1b1d21;--soft:#5d626b;--line:#e3e4e1;--faint:#f1f1ee;--accent:#1d5bb8;--good:#17723f;--doubt:#8a5200;--doubt-bg:#fdf6e7;--doubt-line:#e9c98a;--bad:#b02a20}
@media (prefers-color-scheme:dark){:root{--page:#131416;--card:#1b1d20;--ink:#e7e8ea;--soft:#a2a7af;--line:#2f3237;--faint:#222428;--accent:#8db4f5;--good:#63cb91;--doubt:#e9b964;--doubt-bg:#28221a;--doubt-line:#5f4a22;--bad:#ff8d83}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;font-variant-numeric:tabular-nums lining-nums}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.15rem 1.35rem 1.25rem;margin:0 0 1rem}
h2{margin:0 0 .75rem;font-size:1rem;font-weight:650}
h2 .n{color:var(--soft);font-weight:400;margin-left:.35em}
p{margin:0 0 .75rem}p:last-child{margin-bottom:0}
.soft{color:var(--soft)}.small{font-size:.8125rem}
code,.mono{font:.8125rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;overflow-wrap:anywhere}
.wide{overflow-x:auto}
table.plain{border-collapse:collapse;width:100%}
table.plain th{text-align:left;font-size:.8125rem;font-weight:500;color:var(--soft);padding:0 1.25rem .4rem 0;vertical-align:bottom;white-space:nowrap}
table.plain td,table.plain tbody th{padding:.45rem 1.25rem .45rem 0;border-top:1px solid var(--line);vertical-align:top;color:inherit;font-size:inherit;overflow-wrap:anywhere;white-space:normal}
table.plain tbody th{font-weight:600}
table.plain .r{text-align:right;padding-right:0;padding-left:1.25rem;white-space:nowrap}
table.plain .t{padding-left:1.25rem}
table.plain td small,table.plain th small{display:block;color:var(--soft);font-size:.75rem;font-weight:400}
.t-doubt{color:var(--doubt)}.t-bad{color:var(--bad)}.t-soft{color:var(--soft)}.t-strong{font-weight:650}
.items{margin:0 0 .75rem;padding-left:1.25rem}.items li{overflow-wrap:anywhere;padding:.15rem 0}
@media screen and (max-width:46rem){
table.plain,table.plain tbody{display:block}table.plain thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table.plain tr{display:grid;gap:.15rem 1rem;border-top:1px solid var(--line);padding:.5rem 0}table.plain tbody tr:first-child{border-top:0;padding-top:0}
table.plain tbody th,table.plain tbody td,table.plain .r{display:flex;justify-content:space-between;gap:1rem;padding:0;border:0;text-align:right}table.plain tbody th{text-align:left}
table.plain td::before{content:attr(data-l);color:var(--soft);font-weight:400}}
@media print{:root{color-scheme:light;--page:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--faint:#ddd;--accent:#1d5bb8;--good:#000;--doubt:#000;--doubt-bg:#fff;--doubt-line:#888;--bad:#000}
.wide{overflow:visible}
table.plain{font-size:8.5pt}table.plain th{white-space:normal;font-size:8pt}
table.plain td,table.plain tbody th{padding:.25rem .8rem .25rem 0}table.plain .r{padding-left:.8rem;padding-right:0}table.plain tbody th,table.plain td{white-space:nowrap}table.plain td small{font-size:7.5pt}}
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The beginning of a page that loads nothing and runs only this script. */
export function htmlHead(title: string, style: string, script?: string): string {
  const scripts = script === undefined ? '' : `script-src ${hashOf(script)}; `;
  const policy = `default-src 'none'; ${scripts}style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
`;
}

export function sectionHtml({ id, title, count, table, ...section }: Section): string {
  const { text = [], items = [], isOrdered = false, notes = [] } = section;
  const paragraphs = text.map((one) => `<p class="small">${escapeHtml(one)}</p>`);
  const list = items.map(({ head, text: what, note }) => {
    const begin = head === undefined ? '' : `<b>${escapeHtml(head)}</b>: `;
    const end = note === undefined ? '' : ` <span class="small soft">${escapeHtml(note)}</span>`;
    return `<li>${begin}${escapeHtml(what)}${end}</li>`;
  });
  const tag = isOrdered ? 'ol' : 'ul';
  const body = [
    ...paragraphs,
    ...(list.length === 0 ? [] : [`<${tag} class="items">${list.join('')}</${tag}>`]),
    ...(table ? [tableHtml(`${title}, by line`, table)] : []),
    ...notes.map((note) => `<p class="small soft">${escapeHtml(note)}</p>`),
  ];
  return sectionElement(id, countedTitle(title, count), body.join(''));
}

/** `quiet`: there is nothing to report. */
export const sectionElement = (id: string, title: string, body: string, quiet = false): string =>
  `<section id="${id}"${quiet ? ' class="quiet"' : ''} aria-labelledby="h-${id}"><h2 id="h-${id}">${title}</h2>${body}</section>\n`;

export const countedTitle = (title: string, count: number | undefined): string =>
  count === undefined ? title : `${title} <span class="n">${count.toLocaleString('en-US')}</span>`;

/** With roles, and a label for each cell: a phone shows the table as a list. */
function tableHtml(label: string, { head, rows, texts = [], code = [] }: Table): string {
  const kindOf = (at: number): string => (at === 0 ? '' : texts.includes(at) ? 't' : 'r');
  const textOf = (text: string, at: number): string =>
    code.includes(at) ? `<code>${escapeHtml(text)}</code>` : escapeHtml(text);
  const small = (note?: string): string => (note === undefined ? '' : `<small>${escapeHtml(note)}</small>`);
  const columns = head.map((one, at) => {
    return `<th role="columnheader" scope="col" class="${kindOf(at)}">${escapeHtml(one)}</th>`;
  });
  const lines = rows.map((row) => {
    const parts = row.map(({ text, note, tone }, at) => {
      if (at === 0)
        return `<th role="rowheader" scope="row"><span>${textOf(text, at)}${small(note)}</span></th>`;
      const kind = tone === undefined ? kindOf(at) : `${kindOf(at)} t-${tone}`;
      return `<td role="cell" class="${kind}" data-l="${escapeHtml(head[at] ?? '')}"><span>${textOf(text, at)}${small(note)}</span></td>`;
    });
    return `<tr role="row">${parts.join('')}</tr>`;
  });
  return `<div class="wide" tabindex="0" role="region" aria-label="${label}"><table role="table" class="plain" aria-label="${label}"><thead role="rowgroup"><tr role="row">${columns.join('')}</tr></thead><tbody role="rowgroup">${lines.join('\n')}</tbody></table></div>`;
}

export function sectionMarkdown({ title, count, table, ...section }: Section): string[] {
  const { text = [], items = [], isOrdered = false, notes = [] } = section;
  const lines = [`## ${title}${count === undefined ? '' : ` (${count})`}`, ''];
  if (text.length > 0) lines.push(...text.map((one) => `- ${markdownForeign(one)}`), '');
  items.forEach(({ head, text: what, note }, at) => {
    const begin = head === undefined ? '' : `**${markdownForeign(head)}**: `;
    const end = note === undefined ? '' : ` (${markdownForeign(note)})`;
    lines.push(`${isOrdered ? `${at + 1}.` : '-'} ${begin}${markdownForeign(what)}${end}`);
  });
  if (items.length > 0) lines.push('');
  if (table) {
    const { code = [] } = table;
    const rows = table.rows.map((row) =>
      row.map(({ text: cell, note }, at) => {
        const shown = code.includes(at) ? markdownCodeCell(cell) : markdownForeign(cell);
        return note === undefined ? shown : `${shown} (${markdownForeign(note)})`;
      }),
    );
    for (const line of markdownTable(table.head, rows)) lines.push(line);
    lines.push('');
  }
  return [...lines, ...notes.flatMap((note) => [markdownForeign(note), ''])];
}
