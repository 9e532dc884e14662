// Data and code joined: which deprecated calls were really made, by recordings (HAR) and access logs, beside the code
// that makes them.
import { type Node, parseTree } from 'jsonc-parser';

export interface Observed {
  /** Path without its base and parameters, such as `/api/v1/current-tenant/balances`. */
  readonly path: string;
  count: number;
  /** ISO 8601, UTC, or empty where the source has no time. */
  last: string;
}

const PATH = /\/api\/v1\/current-tenant(?![\w-])[^\s"?,]*/;

export function observe(texts: readonly { readonly name: string; readonly text: string }[]): Observed[] {
  const found = new Map<string, Observed>();
  const add = (url: string, time: string): void => {
    const path = normal(PATH.exec(url)?.[0] ?? '');
    if (path === '') return;
    const known = found.get(path) ?? { path, count: 0, last: '' };
    known.count++;
    if (time > known.last) known.last = time;
    found.set(path, known);
  };
  for (const { name, text } of texts) {
    if (/\.har$/i.test(name) || /^\s*\{\s*"log"\s*:/.test(text)) fromHar(text, add);
    else for (const line of text.split('\n')) if (PATH.test(line)) add(line, timeOf(line));
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
}
import { withoutTrailing } from './trailing.ts';

/** Networks and assets are parameters: one route, whatever their values. */
export function normal(path: string): string {
  return withoutTrailing(path, '/').replace(
    /\/crypto-instruction\/[^/]+\/[^/]+$/,
    '/crypto-instruction/{network}/{asset}',
  );
}

function fromHar(text: string, add: (url: string, time: string) => void): void {
  const root = parseTree(text);
  const child = (node: Node | undefined, name: string): Node | undefined =>
    node?.children?.find((property) => property.children?.[0]?.value === name)?.children?.[1];
  for (const entry of child(child(root, 'log'), 'entries')?.children ?? []) {
    const url = child(child(entry, 'request'), 'url')?.value as unknown; // any JSON value
    const time = child(entry, 'startedDateTime')?.value as unknown; // any JSON value
    if (typeof url === 'string') add(url, typeof time === 'string' ? utc(time) : '');
  }
}

const utc = (text: string): string => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** `[30/Oct/2026:13:55:36 +0000]`, or an ISO date-time. */
function timeOf(line: string): string {
  const iso = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?/.exec(line)?.[0];
  if (iso !== undefined) return utc(iso);
  const [, day, month, year, time, zone] = /(\d\d)\/(\w{3})\/(\d{4}):([\d:]{8}) ([+-]\d{4})/.exec(line) ?? [];
  if (year === undefined || month === undefined || !MONTHS.includes(month)) return '';
  const number = String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0');
  return utc(`${year}-${number}-${day ?? ''}T${time ?? ''}${(zone ?? '').replace(/(\d\d)$/, ':$1')}`);
}
