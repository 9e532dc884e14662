// The report as one self-contained page: it loads nothing, and allows only its own script, by hash. Written in parts,
// since a run may have a million rows.
import { basename } from 'node:path';

import { escapeHtml } from '../files/markup.ts';
import { htmlHead, sectionHtml } from '../files/sections.ts';
import { momentText } from '../interface/instant.ts';
import { sayOf } from '../words/say.ts';
import { SCRIPT } from './page-script.ts';
import { doubts, head } from './page-sections.ts';
import { STYLE } from './page-style.ts';
import type { ReportContent } from './report.ts';
import { amountText, csvHead, csvRow, payeeOf, type ReportColumn, type ReportRow } from './row.ts';
import { sectionsOf } from './sections.ts';
import { number, statusText, verdict } from './words.ts';

/** Rows that the browser lays out together. */
const TOGETHER = 100;

export async function* reportHtml(report: ReportContent): AsyncGenerator<string> {
  const { run } = report;
  yield `${htmlHead(`${verdict(report).text}: ${basename(run.file)}`, STYLE, SCRIPT)}<body data-name="${escapeHtml(`report-${run.id}`)}">
${head(report)}<main>
${doubts(report)}${sectionsOf(report).map(sectionHtml).join('')}`;
  yield* rowsSection(report);
  yield `</main><footer><p>Made by paybatch from the ledger alone, on ${momentText(report.madeAt, 'minute')}. It shows the rows as they were then, and loads nothing from the network.</p></footer>
<script>${SCRIPT}</script></body></html>
`;
}

const HEADERS = [
  ['Line', ''],
  ['Reference', ''],
  ['Payee', ''],
  ['Amount', ' class="r"'],
  ['Status', ''],
  ['Transfer, or what happened', ''],
] as const;

async function* rowsSection({ run, summary, columns, rows }: ReportContent): AsyncGenerator<string> {
  const options = [...summary.tally.counts].map(
    ([status, count]) => `<option value="${status}">${statusText(status)} (${number(count)})</option>`,
  );
  const heads = HEADERS.map(
    ([text, kind]) =>
      `<th role="columnheader" scope="col" aria-sort="${text === 'Line' ? 'ascending' : 'none'}" data-l="${text}"${kind}><button type="button">${text}</button></th>`,
  );
  yield `<section id="rows" aria-labelledby="h-rows"><h2 id="h-rows">Rows</h2>
<div class="tools only-script" role="group" aria-label="Find rows"><label class="grow">Search<input type="search" autocomplete="off" spellcheck="false" placeholder="Line, reference, payee, memo, amount, status, ID"></label>
<label>Status<select><option value="">All (${number(summary.rows)})</option>${options.join('')}</select></label>
<button type="button" id="download">Download CSV</button><output id="shown" aria-live="polite"></output></div>
${run.rows === 0 ? '<p class="soft">The file had no rows.</p>' : ''}
<table role="table"${summary.rows > TOGETHER ? ' class="long"' : ''} aria-labelledby="h-rows" data-csv="${attribute(csvHead(columns))}"><thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead>
`;
  let at = 0;
  for await (const row of rows()) {
    if (at % TOGETHER === 0) yield `${at === 0 ? '' : '</tbody>\n'}<tbody role="rowgroup">`;
    yield rowHtml(row, columns);
    at++;
  }
  yield `${at === 0 ? '' : '</tbody>'}</table></section>\n`;
}

/** A line of CSV without its end. */
const attribute = (line: string): string => escapeHtml(line.trimEnd());

/** With its line of the CSV, for the download. Advice for a row in doubt is in the section above. */
function rowHtml(row: ReportRow, columns: readonly ReportColumn[]): string {
  const detail = [row.createdId, sayOf(row.message)].filter((text) => text !== '').join(' · ');
  const cells = [
    `<td role="cell">${row.line}</td>`,
    `<td role="cell">${escapeHtml(row.reference)}</td>`,
    `<td role="cell">${escapeHtml(payeeOf(row))}</td>`,
    `<td role="cell" class="r">${escapeHtml(amountText(row.amount, row.currency))}</td>`,
    `<td role="cell" class="s-${row.status}">${statusText(row.status)}</td>`,
    `<td role="cell">${escapeHtml(detail)}</td>`,
  ];
  const memo = escapeHtml(row.fields.get('memo') ?? '');
  return `<tr role="row" data-status="${row.status}" data-memo="${memo}" data-csv="${attribute(csvRow(columns, row))}">${cells.join('')}</tr>\n`;
}
