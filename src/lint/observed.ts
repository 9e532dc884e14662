// Which deprecated uses were really made, by recordings (HAR) and access logs. A line of a log is one call.
import { z } from 'zod';

import { parsedJson } from '../files/parsed-json.ts';
import type { RuleId } from '../interface/deprecations.ts';
import { hostOf, isForeignHost } from './judge/endpoints.ts';
import type { Finding, ObservedUse } from './model/finding.ts';

export interface Observed extends ObservedUse {
  readonly rule: RuleId;
  /**
   * A field or document type; for a path: without its base and parameters, such as `/api/v1/current-tenant/balances`.
   */
  readonly field: string;
  /** Where it was sent: `POST /api/v1/transfers`. Empty if the field is a path itself. */
  readonly call: string;
}

interface ObserveSettings {
  /** Hosts of the service. None: every host that is not known to be another vendor's. */
  readonly hosts: readonly string[];
  readonly usesOf: (method: string, path: string, body: string) => readonly { rule: RuleId; field: string }[];
}

export interface Recording {
  readonly name: string;
  readonly bytes: Buffer;
}

const TENANT: RuleId = 'current-tenant-endpoint';
const PATH = /\/api\/v1\/current-tenant(?![\w-])[^\s"'?,;&#]*/;
const PATH_BYTES = '/api/v1/current-tenant';
/** The request in a line of the common form, which may name another page behind it. */
const REQUEST = /"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (\S+)/;
/** A method, but not the flag of a command. */
const METHOD = /(?<!-X ?|--request[ =])\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/;
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/gi;

export const isHar = ({ name, bytes }: Recording): boolean =>
  /\.har$/i.test(name) || /^\ufeff?\s*\{\s*"log"\s*:/.test(bytes.toString('utf8', 0, 4_096));

/** `onEmpty`: called with the name of each recording that holds no request. */
export function observe(
  recordings: readonly Recording[],
  settings: ObserveSettings,
  onEmpty: (name: string) => void = () => undefined,
): Observed[] {
  const uses: Uses = new Map();
  for (const recording of recordings) {
    const { name, bytes } = recording;
    const hasRequests = isHar(recording)
      ? addHar(bytes.toString('utf8'), uses, settings)
      : addLog(bytes, uses, settings);
    if (!hasRequests) onEmpty(name);
  }
  const name = ({ field, call }: Observed): string => `${field}\0${call}`;
  return [...uses.values()].sort((a, b) => b.count - a.count || (name(a) < name(b) ? -1 : 1));
}

/** By rule, field and call. */
type Uses = Map<string, Observed>;

function addUse(uses: Uses, rule: RuleId, field: string, call: string, time: string): void {
  const id = `${rule}\0${field}\0${call}`;
  const use = uses.get(id) ?? { rule, field, call, count: 0, last: '' };
  use.count++;
  if (time > use.last) use.last = time;
  uses.set(id, use);
}

/** Networks and assets are parameters of one route. */
const routeOf = (path: string): string =>
  path
    .replace(/\/$/, '')
    .replace(/\/crypto-instruction\/[^/]+\/[^/]+$/, '/crypto-instruction/{network}/{asset}');

function isOurs(url: string, hosts: readonly string[]): boolean {
  const host = hostOf(url);
  return host === undefined || !isForeignHost(host, hosts);
}

/** Returns whether any line looks like a request. */
function addLog(bytes: Buffer, uses: Uses, { hosts }: ObserveSettings): boolean {
  let hasRequests = false;
  for (let at = 0; at < bytes.length;) {
    const stop = bytes.indexOf(10, at);
    const line = bytes.subarray(at, stop < 0 ? bytes.length : stop);
    at += line.length + 1;
    const head = line.toString('latin1', 0, 4_096);
    hasRequests ||= METHOD.test(head) && /\/|https?:/.test(head);
    if (!line.includes(PATH_BYTES) && !line.includes('\\/current-tenant')) continue;
    const text = line.toString('utf8').replaceAll('\\/', '/');
    const url = REQUEST.exec(text)?.[1] ?? text;
    const path = PATH.exec(url)?.[0];
    const time = timeOf(text);
    // Without a method and a time it is the text of a script or a manifest.
    if (path === undefined || (time === '' && !METHOD.test(text)) || !isOurs(url, hosts)) continue;
    hasRequests = true;
    addUse(uses, TENANT, routeOf(path), '', time);
  }
  return hasRequests;
}

const text = z.string().catch('');
const NO_BODY = { text: '', encoding: '' };
const HAR = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        startedDateTime: text,
        request: z.object({
          ...{ method: text, url: text },
          postData: z.object({ text, encoding: text }).catch(NO_BODY),
        }),
      }),
    ),
  }),
});

/** Returns whether it has entries. */
function addHar(source: string, uses: Uses, { hosts, usesOf }: ObserveSettings): boolean {
  const entries = HAR.safeParse(parsedJson(source.replace(/^\ufeff/, ''))).data?.log.entries ?? [];
  for (const { startedDateTime, request } of entries) {
    const path = /\/api\/v1\/[^?#]*/.exec(request.url)?.[0];
    if (path === undefined || !isOurs(request.url, hosts)) continue;
    const at = utc(startedDateTime);
    const method = request.method.toUpperCase() || 'GET';
    const { text: written, encoding } = request.postData;
    const body = encoding === 'base64' ? Buffer.from(written, 'base64').toString('utf8') : written;
    for (const { rule, field } of usesOf(method, path, body)) {
      if (rule === TENANT) addUse(uses, rule, routeOf(field), '', at);
      else addUse(uses, rule, field, `${method} ${path.replace(ID, '{id}')}`, at);
    }
  }
  return entries.length > 0;
}

/** Whether a finding is about an observed use. */
function isUseOf({ rule, field }: Observed, finding: Finding): boolean {
  if (rule !== finding.rule) return false;
  if (rule === TENANT) return field === routeOf(finding.field);
  return rule === 'transfer-documents-base64' || field === finding.field.split('.').at(-1);
}

/** How often each finding was seen. `hasBodies`: an access log cannot show that a field is not sent. */
export function observedFindings(
  findings: readonly Finding[],
  uses: readonly Observed[],
  hasBodies: boolean,
): Map<Finding, ObservedUse> {
  const observed = new Map<Finding, ObservedUse>();
  for (const finding of findings) {
    const own = uses.filter((use) => isUseOf(use, finding));
    if (own.length === 0 && !hasBodies && finding.rule !== TENANT) continue;
    const last = own.reduce((latest, use) => (use.last > latest ? use.last : latest), '');
    observed.set(finding, { count: own.reduce((sum, { count }) => sum + count, 0), last });
  }
  return observed;
}

/** Uses that were seen, and that no finding explains. */
export const unexplained = (findings: readonly Finding[], uses: readonly Observed[]): Observed[] =>
  uses.filter((use) => !findings.some((finding) => isUseOf(use, finding)));

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
/** ISO 8601, and W3C extended (IIS, CloudFront): without a zone it is UTC. */
const ISO = /(\d{4}-\d\d-\d\d)[T \t]{1,4}(\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:?\d\d)?/;
const COMMON = /(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)/;

/** The time of a log line in UTC; empty if it has none. */
export function timeOf(line: string): string {
  const [iso, date = '', clock = '', zone = 'Z'] = ISO.exec(line) ?? [];
  if (iso !== undefined) return utc(`${date}T${clock}${zone}`);
  const [, day = '', month = '', year = '', time = '', hours = '', minutes = ''] = COMMON.exec(line) ?? [];
  if (year === '' || !MONTHS.includes(month)) return '';
  const number = String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0');
  return utc(`${year}-${number}-${day}T${time}${hours}:${minutes}`);
}

function utc(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
