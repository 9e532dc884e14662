// The report as one self-contained page: nothing is fetched, and no script runs but the one whose hash the page names. In
// parts, so that a run of any length is written as it is read. The first rows stand in the page itself, for readers without
// scripts; all of them are its data.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';

import { escapeHtml } from '../files/html.ts';
import { plain } from '../files/plain.ts';
import { momentText } from '../interface/instant.ts';
import { amountText } from './amounts.ts';
import { SCRIPT } from './page-script.ts';
import { doubts, head, sectionHtml } from './page-sections.ts';
import { STYLE } from './page-style.ts';
import type { Report } from './report.ts';
import { type Column, payeeOf, type ReportRow } from './row.ts';
import { sectionsOf } from './sections.ts';
import { number, STATUS_WORDS, verdict } from './words.ts';

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const POLICY = `default-src 'none'; script-src ${sha256(SCRIPT)}; style-src ${sha256(STYLE)}; base-uri 'none'; form-action 'none'`;

/** Rows that stand in the page itself, and how many of them the browser lays out together. */
const STATIC_ROWS = 500;
const TOGETHER = 100;

export async function* reportHtml(report: Report): AsyncGenerator<string> {
  const { run } = report;
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${verdict(report).text}: ${basename(run.file)}`)}</title><style>${STYLE}</style></head>
<body data-name="${escapeHtml(`report-${run.id}`)}">
${head(report)}<main>
${doubts(report)}${sectionsOf(report).map(sectionHtml).join('')}`;
  yield* rowsSection(report);
  yield `</main><footer><p>Made by paybatch from the ledger alone, on ${momentText(report.madeAt, 'minute')}. It shows the rows as they were then, and loads nothing from the network.</p></footer>
<script>${SCRIPT}</script></body></html>
`;
}

const HEADERS = [
  ['line', 'Line', ''],
  ['reference', 'Reference', ''],
  ['payee', 'Payee', ''],
  ['amount', 'Amount', ' class="r"'],
  ['status', 'Status', ''],
  ['detail', 'Transfer, or what happened', ''],
] as const;

async function* rowsSection({ run, summary, columns, rows }: Report): AsyncGenerator<string> {
  const options = [...summary.tally.counts].map(
    ([status, count]) => `<option value="${status}">${STATUS_WORDS[status]} (${number(count)})</option>`,
  );
  const heads = HEADERS.map(
    ([by, text, kind]) =>
      `<th role="columnheader" scope="col" aria-sort="${by === 'line' ? 'ascending' : 'none'}" data-l="${text}"${kind}><button type="button" data-by="${by}">${text}</button></th>`,
  );
  yield `<section id="rows" aria-labelledby="h-rows"><h2 id="h-rows">Rows</h2>
<div class="tools only-script" role="group" aria-label="Find rows"><label class="grow">Search<input type="search" autocomplete="off" spellcheck="false" placeholder="Line, reference, payee, memo, amount, status, ID"></label>
<label>Status<select><option value="">All (${number(summary.rows)})</option>${options.join('')}</select></label>
<button type="button" id="download">Download CSV</button><output id="shown" aria-live="polite"></output></div>
${summary.rows > STATIC_ROWS ? `<noscript><p class="warn">Without scripts only the first ${STATIC_ROWS} of ${number(summary.rows)} rows are shown. The sections above cover all of them.</p></noscript>` : ''}${run.rows === 0 ? '<p class="soft">The file had no rows.</p>' : ''}
<table role="table"${summary.rows > TOGETHER ? ' class="long"' : ''} aria-labelledby="h-rows"><thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead>
`;
  const packer = new Packer(columns);
  const data = `{"columns":${packer.columns},"rows":[`;
  const packed: string[] = [];
  let at = 0;
  let isOpen = true;
  for await (const row of rows()) {
    if (at < STATIC_ROWS) {
      if (at % TOGETHER === 0) yield `${at === 0 ? '' : '</tbody>\n'}<tbody role="rowgroup">`;
      yield rowHtml(row);
      packed.push(packer.pack(row));
    } else {
      if (isOpen) yield close(packed, data, at);
      isOpen = false;
      yield `,\n${packer.pack(row)}`;
    }
    at++;
  }
  if (isOpen) yield close(packed, data, at);
  yield ']}</script></section>\n';
}

/** The end of the table, and the beginning of the data. */
const close = (packed: readonly string[], data: string, rows: number): string =>
  `${rows === 0 ? '' : '</tbody>'}</table><script type="application/json" id="data">${data}${packed.join(',\n')}`;

/** As page-script.ts draws it. */
function rowHtml(row: ReportRow): string {
  const cells = [
    `<td role="cell">${row.line}</td>`,
    `<td role="cell">${escapeHtml(row.reference)}</td>`,
    `<td role="cell">${escapeHtml(payeeOf(row))}</td>`,
    `<td role="cell" class="r">${escapeHtml(amountText(row.amount, row.currency))}</td>`,
    `<td role="cell" class="s-${row.status}">${STATUS_WORDS[row.status]}</td>`,
    `<td role="cell">${escapeHtml(detailOf(row))}</td>`,
  ];
  return `<tr role="row">${cells.join('')}</tr>`;
}

/** Advice for a row in doubt is in the section above. */
const detailOf = (row: ReportRow): string =>
  [row.createdId, row.errorMessage].filter((text) => text !== '').join(' · ');

/** In no script, and in no comment of HTML. */
const asData = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);

/** The first few values of a column are numbered as they come; afterwards their numbers stand for them. */
const VALUES_KEPT = 64;

class Packer {
  readonly #columns: readonly Column[];
  readonly #numbers: Map<string, number>[];

  constructor(columns: readonly Column[]) {
    this.#columns = [
      ...columns,
      { name: 'payee', text: true, value: payeeOf },
      { name: 'amount', text: true, value: ({ amount, currency }) => amountText(amount, currency) },
      { name: 'detail', text: true, value: detailOf },
    ];
    this.#numbers = this.#columns.map(() => new Map<string, number>());
  }

  get columns(): string {
    return asData(this.#columns.map(({ name, text }) => ({ name: plain(name), text })));
  }

  pack(row: ReportRow): string {
    const cells = this.#columns.map(({ value }, at): string | number => {
      const text = plain(value(row));
      const numbers = this.#numbers[at];
      const known = numbers?.get(text);
      if (known !== undefined) return known;
      if (numbers && numbers.size < VALUES_KEPT) numbers.set(text, numbers.size);
      return text;
    });
    return asData(cells);
  }
}
