// How fast the run went, drawn: rows over time, answer times, and where the service asked for patience. SVG without text:
// what is written stands beside it, so that it can be read at any width.
import { escapeHtml } from '../files/html.ts';
import { plainTable, section } from './page-sections.ts';
import type { Report } from './report.ts';
import { type Point, SUBMITTER_ALONE, type Timeline } from './timeline.ts';
import { durationText, OPERATION_WORDS } from './words.ts';

const WIDTH = 600;
const HEIGHT = 100;

const whole = (value: number): string => value.toLocaleString('en-US');
const fixed = (value: number): string => String(Math.round(value * 100) / 100);

export function charts({ timeline }: Report): string {
  if (!timeline) return '';
  const { rowsPerSecond, requests, retries, limited, latency, points } = timeline;
  const tiles = [
    ['Rows a second', whole(rowsPerSecond)],
    ['Requests', whole(requests)],
    ['Retried requests', whole(retries)],
    ['Responses with 429', whole(limited)],
  ].map(([name = '', value = '']) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  // A minute's worth of bars says something; two bars don't.
  const drawn = points.length > 2 ? `<div class="charts">${speed(timeline)}${answers(timeline)}</div>` : '';
  const rows = latency.map(({ operation, count, p50, p95, p99 }) => ({
    head: escapeHtml(OPERATION_WORDS[operation] ?? operation),
    cells: [count, p50, p95, p99].map((one) => ({ html: whole(one) })),
  }));
  const heads = ['Call', 'Answers', 'Median, ms', '95 %, ms', '99 %, ms'];
  const table = rows.length === 0 ? '' : plainTable('Response times', heads, rows);
  const whose = timeline.ofSubmitterAlone ? `<p>${SUBMITTER_ALONE}</p>` : '';
  return section(
    'timeline',
    'How it went',
    `${whose}<dl class="tiles">${tiles.join('')}</dl>${drawn}${table}`,
  );
}

const axis = ({ seconds }: Timeline): string =>
  `<div class="axis"><span>start</span><span>${durationText(seconds * 1000)}</span></div>`;

const svg = (label: string, body: string): string =>
  `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(label)}">${body}</svg>`;

/** Rows a second, one bar for each point; a red mark below the top where 429s came. */
function speed(timeline: Timeline): string {
  const { points, secondsPerPoint: width } = timeline;
  const most = Math.max(1, ...points.map(({ rows }) => rows));
  const step = WIDTH / points.length;
  const bars = points.map(({ rows, limited }, at) => {
    const high = (rows / most) * (HEIGHT - 8);
    const bar =
      rows === 0
        ? ''
        : `<rect class="bar" x="${fixed(at * step)}" y="${fixed(HEIGHT - high)}" width="${fixed(Math.max(step - 1, 0.5))}" height="${fixed(high)}"/>`;
    const mark =
      limited === 0
        ? ''
        : `<rect class="lim" x="${fixed(at * step)}" y="0" width="${fixed(Math.max(step - 1, 1.5))}" height="4"/>`;
    return bar + mark;
  });
  const top = Math.round((most / width) * 10) / 10;
  const limited = points.some((point) => point.limited > 0) ? ', red where 429s came' : '';
  return `<figure><figcaption><span>Rows a second${limited}</span><span class="soft">at most ${whole(top)}</span></figcaption>${svg(`Rows a second over ${durationText(timeline.seconds * 1000)}: at most ${whole(top)}${limited}`, bars.join(''))}${axis(timeline)}</figure>`;
}

/** Median as a line, up to 95 % as a band. */
function answers(timeline: Timeline): string {
  const { points } = timeline;
  const told = points.map((point, at) => ({ ...point, at })).filter(hasTimes);
  if (told.length < 2) return '';
  const most = Math.max(1, ...told.map(({ p95 }) => p95));
  const x = (at: number): string => fixed((at / (points.length - 1)) * WIDTH);
  const y = (ms: number): string => fixed(HEIGHT - (ms / most) * (HEIGHT - 8));
  const upper = told.map(({ at, p95 }) => `${x(at)},${y(p95)}`);
  const line = told.map(({ at, p50 }) => `${x(at)},${y(p50)}`);
  const band = `<polygon class="band" points="${[...upper, ...[...line].reverse()].join(' ')}"/>`;
  return `<figure><figcaption><span>Response times: median, and up to 95 %</span><span class="soft">at most ${whole(most)} ms</span></figcaption>${svg(`Response times: 95 % within ${whole(most)} milliseconds at the slowest point`, `${band}<polyline class="mid" points="${line.join(' ')}"/>`)}${axis(timeline)}</figure>`;
}

const hasTimes = <P extends Point>(point: P): point is P & { readonly p50: number; readonly p95: number } =>
  point.p50 !== null && point.p95 !== null;
