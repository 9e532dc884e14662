// Data and code joined: which deprecated uses were really made, by recordings (HAR, bodies included) and access logs,
// beside the code that makes them. One line of a log is one call.
import { type Node, parseTree } from 'jsonc-parser';

import type { RuleId } from '../../interface/rules.ts';
import { isForeign } from '../judge/evidence.ts';
import { hostOf } from '../model/hosts.ts';
import { LogClock } from './log-time.ts';

export interface Observed {
  readonly rule: RuleId;
  /** A field or type; of a path without its base and parameters, such as `/api/v1/current-tenant/balances`. */
  readonly field: string;
  /** Where it was sent; empty where the field is a path itself. */
  readonly call: string;
  count: number;
  /** ISO 8601, UTC, or empty where the source has no time. */
  last: string;
}

export interface ObserveSettings {
  /** Hosts of the service; others are nobody's business here. None: every host that isn't known to be another's. */
  readonly hosts: readonly string[];
  /** What a request uses that ends. */
  readonly usesOf: (method: string, path: string, body: string) => readonly { rule: RuleId; field: string }[];
}

export interface Recording {
  readonly name: string;
  readonly bytes: Buffer;
}

const PATH = /\/api\/v1\/current-tenant(?![\w-])[^\s"'?,;&#]*/;
const PATH_BYTES = '/api/v1/current-tenant';
/** The request in a line of the common form, which may name another page behind it. */
const REQUEST = /"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (\S+)/;
/** A method beside a path or an address, in whatever form of log, but the flag of a command. Bounded by what is looked at. */
const LOG_LINE =
  /(?<!-X ?|--request[ =])\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b.{0,200}?(?:\/|https?:)/;
/** A method anywhere in a line: JSON has its members in any order. */
const METHOD = /(?<!-X ?|--request[ =])\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/;
const HAR = /^\ufeff?\s*\{\s*"log"\s*:/;

export const isHar = ({ name, bytes }: Recording): boolean =>
  /\.har$/i.test(name) || HAR.test(bytes.toString('utf8', 0, 4_096));

/** `odd`: told of each that holds no request at all: it is no recording, or an empty one. */
export function observe(
  recordings: readonly Recording[],
  settings: ObserveSettings,
  odd: (name: string) => void = () => undefined,
): Observed[] {
  const seen = new Seen();
  for (const recording of recordings) {
    const { name, bytes } = recording;
    const holds = isHar(recording)
      ? fromHar(bytes.toString('utf8'), seen, settings)
      : fromLog(bytes, seen, settings);
    if (!holds) odd(name);
  }
  return seen.list();
}

class Seen {
  readonly #found = new Map<string, Observed>();

  add(rule: RuleId, field: string, call: string, time: string): void {
    const id = `${rule}\0${field}\0${call}`;
    const known = this.#found.get(id) ?? { rule, field, call, count: 0, last: '' };
    known.count++;
    if (time > known.last) known.last = time;
    this.#found.set(id, known);
  }

  list(): Observed[] {
    const order = (a: Observed, b: Observed): number =>
      a.field < b.field ? -1 : a.field > b.field ? 1 : a.call < b.call ? -1 : 1;
    return [...this.#found.values()].sort((a, b) => b.count - a.count || order(a, b));
  }
}
import { withoutTrailing } from '../model/trailing.ts';

/** Networks and assets are parameters: one route, whatever their values. */
export function normal(path: string): string {
  return withoutTrailing(path, '/').replace(
    /\/crypto-instruction\/[^/]+\/[^/]+$/,
    '/crypto-instruction/{network}/{asset}',
  );
}

function isOwn(url: string, hosts: readonly string[]): boolean {
  const host = hostOf(url);
  return host === undefined || !isForeign(host, hosts);
}

/** Returns whether any line looks like a request. A path without a method and a time is the text of a script or a manifest. */
function fromLog(bytes: Buffer, seen: Seen, { hosts }: ObserveSettings): boolean {
  const clock = new LogClock();
  let isLog = false;
  for (let at = 0; at < bytes.length;) {
    const stop = bytes.indexOf(10, at);
    const end = stop < 0 ? bytes.length : stop;
    const line = bytes.subarray(at, end);
    at = end + 1;
    isLog ||= LOG_LINE.test(line.toString('latin1', 0, 4_096));
    if (line[0] === 35) clock.heading(line.toString('utf8'));
    else if (line.includes(PATH_BYTES)) {
      const text = line.toString('utf8').replaceAll('\\/', '/');
      const url = REQUEST.exec(text)?.[1] ?? text;
      const path = PATH.exec(url)?.[0];
      const time = clock.timeOf(text);
      if (time === '' && !METHOD.test(text)) continue;
      isLog = true;
      if (path !== undefined && isOwn(url, hosts))
        seen.add('current-tenant-endpoint', normal(path), '', time);
    }
  }
  return isLog;
}

/** Returns whether it has entries. */
function fromHar(text: string, seen: Seen, { hosts, usesOf }: ObserveSettings): boolean {
  const root = treeOf(text);
  const entries = child(child(root, 'log'), 'entries')?.children ?? [];
  for (const entry of entries) {
    const request = child(entry, 'request');
    const url = textIn(request, 'url');
    const path = /\/api\/v1\/[^?#]*/.exec(url)?.[0];
    if (path === undefined || !isOwn(url, hosts)) continue;
    const time = new Date(textIn(entry, 'startedDateTime'));
    const at = Number.isNaN(time.getTime()) ? '' : time.toISOString();
    const method = textIn(request, 'method').toUpperCase() || 'GET';
    for (const { rule, field } of usesOf(method, path, bodyOf(child(request, 'postData')))) {
      if (rule === 'current-tenant-endpoint') seen.add(rule, normal(field), '', at);
      else seen.add(rule, field, `${method} ${path.replace(ID, '{id}')}`, at);
    }
  }
  return entries.length > 0;
}

/** Nothing, where it is nested beyond what any recorder writes. */
function treeOf(text: string): Node | undefined {
  try {
    return parseTree(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/gi;

/** Some recorders encode what they send, and say so. */
function bodyOf(data: Node | undefined): string {
  const text = textIn(data, 'text');
  return textIn(data, 'encoding') === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

const child = (node: Node | undefined, name: string): Node | undefined =>
  node?.children?.find((property) => property.children?.[0]?.value === name)?.children?.[1];

function textIn(node: Node | undefined, name: string): string {
  const value = child(node, name)?.value as unknown; // any JSON value
  return typeof value === 'string' ? value : '';
}
