// The audit as one self-contained page: no script, nothing fetched. For the person who has to tell a manager. Pure.
import { escapeToBuffer } from 'hono/utils/html';

import { plain } from '../files/plain.ts';
import { type Audit, plural, stateOf, taskText, trendText, verdict } from './audit.ts';
import { hoursText } from './effort.ts';

/** The sandbox's library escapes for us. */
function escape(text: string): string {
  const buffer: [string] = [''];
  escapeToBuffer(plain(text), buffer);
  return buffer[0];
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}.verdict{font-size:1.15rem;padding:.8rem 1rem;border-left:.3rem solid #b3261e;background:#fbeeee}
.verdict.ready{border-color:#1e7b34;background:#eef7f0}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #ddd;vertical-align:top}
td.n,th.n{text-align:right}code{font-size:.9em;overflow-wrap:anywhere}.wide{overflow-x:auto}.bar{height:.6rem;background:#e6e6e6}.bar span{display:block;height:100%;background:#1e7b34}
@media print{body{margin:0}}`;

const table = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[],
): string => {
  const cls = (i: number): string => (numbers.includes(i) ? ' class="n"' : '');
  const line = (row: readonly string[], tag: string): string =>
    `<tr>${row.map((one, i) => `<${tag}${cls(i)}>${one}</${tag}>`).join('')}</tr>`;
  return `<div class="wide"><table><thead>${line(head, 'th')}</thead><tbody>${rows.map((row) => line(row, 'td')).join('')}</tbody></table></div>`;
};
const code = (text: string): string => `<code>${escape(text)}</code>`;

function ruleTables({ byRule, byOwner }: Audit): string[] {
  const parts: string[] = [];
  if (byRule.length > 0)
    parts.push(
      '<h2>By rule</h2>',
      table(
        ['rule', 'uses', 'files', 'refused today', 'hours', 'why'],
        byRule.map(({ rule, count, files, errors, effort, why }) => [
          code(rule),
          String(count),
          String(files),
          String(errors),
          `${effort.low}&ndash;${effort.high}`,
          escape(why),
        ]),
        [1, 2, 3, 4],
      ),
    );
  if (byOwner.length > 0)
    parts.push(
      '<h2>By owner</h2>',
      table(
        ['owner', 'uses', 'files', 'hours'],
        byOwner.map(({ owner, count, files, effort: { low, high } }) => [
          escape(owner),
          String(count),
          String(files),
          `${low}&ndash;${high}`,
        ]),
        [1, 2, 3],
      ),
    );
  return parts;
}

export function auditHtml(audit: Audit): string {
  const { byRule, byFile, data, tasks, unseen, rows } = audit;
  const trend = trendText(audit);
  const all = rows.ready + rows.waiting + rows.unreadable;
  const share = all === 0 ? 100 : Math.floor((rows.ready / all) * 100);
  const ready = audit.ready ? ' ready' : '';
  const parts = [
    `<h1>Migration audit, release 1.32</h1><p class="verdict${ready}">${escape(verdict(audit))}</p>`,
    `<p>Looked at: ${audit.paths.map(code).join(', ')} (${plural(audit.filesScanned, 'file')}). As of ${escape(audit.asOf)}; the earlier forms end on ${escape(audit.cutoff)}.</p>`,
  ];
  if (trend !== undefined) parts.push(`<p>${escape(trend)}</p>`);
  if (byRule.length > 0) parts.push(`<p>Effort: ${hoursText(audit.effort)}.</p>`);
  if (tasks.length > 0) {
    const items = tasks.map(
      (task) => `<li><strong>${escape(task.title)}</strong>: ${taskText(task)}.<br>${escape(task.how)}.</li>`,
    );
    parts.push(`<h2>In this order</h2><ol>${items.join('')}</ol>`);
  }
  parts.push(...ruleTables(audit));
  if (byFile.length > 0)
    parts.push(
      '<h2>By file</h2>',
      table(
        ['file', 'uses', 'rules'],
        byFile.map((one) => [code(one.path), String(one.count), one.rules.map(code).join(', ')]),
        [1],
      ),
    );
  if (data.length > 0) {
    parts.push(
      `<h2>Data files</h2><div class="bar" role="img" aria-label="${share} % of the rows are ready"><span style="width:${share}%"></span></div><p>${rows.ready} of ${all} rows are ready.</p>`,
      table(
        ['file', 'kind', 'rows', 'ready', 'waiting', 'unreadable', 'state'],
        data.map((one) => [
          code(one.path),
          escape(one.kind),
          ...[one.rows, one.ready, one.waiting, one.unreadable].map(String),
          stateOf(one),
        ]),
        [2, 3, 4, 5],
      ),
    );
  }
  parts.push('<h2>Not seen here</h2>', `<ul>${unseen.map((one) => `<li>${escape(one)}</li>`).join('')}</ul>`);
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Migration audit, release 1.32</title><style>${STYLE}</style></head>\n<body>\n${parts.join('\n')}\n</body></html>\n`;
}
