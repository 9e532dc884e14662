// How fast the run went: rows a second, retried requests, response times.
import { escapeHtml } from '../files/html.ts';
import { plainTable, section } from './page-sections.ts';
import type { Report } from './report.ts';
import { SUBMITTER_ALONE } from './timeline.ts';
import { OPERATION_WORDS } from './words.ts';

const whole = (value: number): string => value.toLocaleString('en-US');

export function pace({ timeline }: Report): string {
  if (!timeline) return '';
  const { rowsPerSecond, requests, retries, limited, latency } = timeline;
  const tiles = [
    ['Rows a second', whole(rowsPerSecond)],
    ['Requests', whole(requests)],
    ['Retried requests', whole(retries)],
    ['Responses with 429', whole(limited)],
  ].map(([name = '', value = '']) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  const rows = latency.map(({ operation, count, p50, p95, p99 }) => ({
    head: escapeHtml(OPERATION_WORDS[operation] ?? operation),
    cells: [count, p50, p95, p99].map((one) => ({ html: whole(one) })),
  }));
  const heads = ['Call', 'Responses', 'Median, ms', '95 %, ms', '99 %, ms'];
  const table = rows.length === 0 ? '' : plainTable('Response times', heads, rows);
  const whose = timeline.ofSubmitterAlone ? `<p>${SUBMITTER_ALONE}</p>` : '';
  return section('timeline', 'How it went', `${whose}<dl class="tiles">${tiles.join('')}</dl>${table}`);
}
