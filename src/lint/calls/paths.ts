// Paths to `/api/v1/current-tenant`, put together as far as the source tells. The name ends at a segment:
// `/current-tenant-settings` is another route.
import { DEPRECATIONS } from '../../interface/deprecations.ts';
import { isForeign, isVendor, type Surroundings } from '../judge/evidence.ts';
import { isRefusing } from '../judge/refusing.ts';
import type { Hit } from '../model/finding.ts';
import type { PathUse } from '../model/model.ts';
import { UNFOLLOWED } from './in-words.ts';
import { hostIn } from './lines-around.ts';

const NAME = 'current-tenant';
const SEGMENT = /(^|[/})*]|%s)current-tenant(?![\w-])/;
const ENTRIES = DEPRECATIONS.filter(({ where }) => where === 'path').map((entry) => ({
  entry,
  path: new RegExp(`^${entry.what.replace(/\{\w+\}/g, '[^/]+').replaceAll('/', '\\/')}$`),
}));
/** Names that something is called with, in data and where no call is to be seen. */
const CALLS =
  /get|post|patch|put|request|fetch|call|send|axios|http|client|api|url|uri|path|endpoint|open|curl|route/i;

/** What a part of a path is called, in data and in code: there `path:` alone is anybody's argument. */
const PATHS = /(path|resource|endpoint|route|uri|url)s?(?![a-z])/i;
const CONSTANTS =
  /[a-z_](?:Path|Resource|Endpoint|Uri|URI|Url|URL)\b|_(?:path|resource|endpoint|uri|url)\b|(?:PATH|ENDPOINT|RESOURCE)S?\b|\b(?:paths|endpoints|resources)\b/;

export function judgePath(use: PathUse, base: boolean, around: Surroundings): Hit[] {
  const literal = SEGMENT.exec(use.literal);
  if (!literal || isRefused(use, around)) return [];
  const host = hostIn(use);
  if (
    (host !== undefined && isForeign(host, around.hosts)) ||
    isVendor({ ...use.context, names: namesOf(use, around), urls: [use.path] }, around.clients)
  )
    return [];
  const found = SEGMENT.exec(use.path);
  if (!found) return [];
  const before = use.path.slice(0, found.index + (found[1] ?? '').length).replace(/^[a-z]+:\/\/[^/]*/i, '');
  const evidence: string[] = [];
  // Somebody made the answers up: of this service or of another one, and no call shows which.
  const unknown = host !== undefined && isUnknown(host, use, around);
  const most = use.side === 'table' || unknown ? 2 : 3;
  const points = Math.min(most, weigh(before, use, base, evidence, around));
  if (points === 0) return [];
  const nameAt = literal.index + (literal[1] ?? '').length;
  // The finding begins where the path does; the fix touches the one segment.
  const whole = use.literal.lastIndexOf('/api/v1/', nameAt);
  const from =
    whole >= 0 && whole + '/api/v1/'.length === nameAt ? whole : nameAt - (literal[1] ?? '').length;
  const start = use.at.start + from;
  const segment = use.at.start + nameAt;
  const named = `/api/v1/${tail(use.path.slice(found.index))}`;
  const entry = entryOf(named);
  const path = withHoles(named, entry.what, literal.input);
  return [
    {
      entry,
      confidence: points >= 3 ? 'high' : points === 2 ? 'medium' : 'low',
      start,
      end: segment + NAME.length,
      field: path,
      evidence,
      ...(unknown ? { doubted: true } : {}),
      ...(points >= 3
        ? { fix: { start: segment, end: segment + NAME.length, text: 'developer' } }
        : { left: unknown ? `it is called at ${host}, ${UNTIED}` : leftOf(before, use) }),
    },
  ];
}

/** A file of data may be named for two vendors, and hold calls of both. */
const namesOf = ({ context: { names } }: PathUse, { data, name }: Surroundings): readonly string[] =>
  data ? names.filter((one) => one !== name) : names;

/** What is called is judged, whatever it is called by; an address with its host in data is what somebody calls. */
function isRefused({ context, path, side }: PathUse, { data }: Surroundings): boolean {
  const { fate, names } = context;
  if (side === 'client') return fate === 'refused';
  return isRefusing(
    data && /^[a-z]+:\/\/|^\{\}/i.test(path) ? { ...context, names: names.slice(0, 1) } : context,
  );
}

/** A host that nothing ties to the service: several products have the path, and one of a file's clients may be of another. */
const isUnknown = (
  host: string,
  { base }: PathUse,
  { hosts, besides, mendedHosts = [], neighbour }: Surroundings,
): boolean =>
  hosts.length === 0 &&
  ((besides !== true && !neighbour && !mendedHosts.includes(host)) || base?.alone === false) &&
  !/pay|transfer|treasury|^localhost$|^127\./.test(host);

/** 3: certain enough to fix; 2: reported; 1: shown on request only. */
function weigh(
  before: string,
  use: PathUse,
  base: boolean,
  evidence: string[],
  around: Surroundings,
): number {
  const { side } = use;
  const whole = WHOLE.test(before);
  if (side === 'server') {
    // A mock of the whole service defines routes, too; a route alone is somebody else's product.
    if (!around.service) return 0;
    evidence.push('is a route beside others of this service');
    return whole || base ? 2 : 0;
  }
  const calls = side === 'client' || around.data;
  if (whole) {
    evidence.push('is the whole path');
    if (calls) evidence.push('is called');
    return calls || around.service || /^[a-z]+:\/\/|^\{\}/i.test(use.path) || base ? 3 : 2;
  }
  if (/(^|\/|\{\}|\*)api\/\{v\}\/$/.test(before)) {
    evidence.push('is the whole path, but for the version, which is not seen');
    return 2;
  }
  if (/\/v1\/$|^v1\/$/.test(before)) {
    evidence.push(`follows /v1${calls ? ', and is called' : ''}`);
    return base && calls ? 3 : 2;
  }
  const unknown = /^\/?(\{\})?\/?(\{\}\/)?$/.test(before);
  if (!unknown) return 0;
  const bare = !use.path.includes('/');
  if (bare && isJoined(use, around)) {
    evidence.push('is the path of a class beside other words of this service');
    return 2;
  }
  const names = [...use.context.names, ...use.context.outer].join(' ');
  if (bare && /cookie|header|session|cache|claim|scope|permission|feature/i.test(names)) return 0;
  if (
    base &&
    (!bare || side === 'client' || around.service || (around.data ? PATHS : CONSTANTS).test(names))
  ) {
    evidence.push('stands in a file with the base path /api/v1');
    return calls ? 3 : 2;
  }
  if (before.includes('{}')) {
    evidence.push('follows a base address');
    return calls || around.service ? 3 : 2;
  }
  evidence.push(
    side === 'client'
      ? 'is called, and the base address before it is not seen in this file'
      : 'is the end of a path whose beginning is not seen in this file',
  );
  if (side === 'client') return 2;
  return (around.service || around.data) && !bare && CALLS.test(names) ? 2 : 1;
}

const UNTIED = 'a host that nothing ties to this service';
const WHOLE = /(^|\/|\{\}|\*)api\/v1\/$/;

/** Why a path that is less than sure is left. */
function leftOf(before: string, { side }: PathUse): string {
  if (side === 'server') return 'it is a route that is defined here, and no call';
  if (side === 'table') return 'it stands in a table of requests and answers, and is no call';
  if (WHOLE.test(before)) return UNFOLLOWED;
  if (before.includes('{v}')) return 'the version in its path is not seen';
  return before.includes('v1/')
    ? 'nothing in this file says that it is below the address of this service'
    : 'the beginning of its path is not seen in this file';
}

/** `path = "current-tenant"` of a class, which its base class joins to the rest. */
const isJoined = ({ context, side }: PathUse, { data, service }: Surroundings): boolean =>
  !data &&
  side === undefined &&
  service &&
  context.outer.length > 0 &&
  /^[$@]?(?:\w{1,40}_)?(?:path|resource|endpoint)$/i.test(context.names[0] ?? context.outer[0] ?? '');

/** The path from the name on, parameters and the rest as they are. */
const tail = (text: string): string =>
  /current-tenant(?:\/[\w{}.-]*)*/.exec(text)?.[0].replace(/\/$/, '') ?? NAME;

const HOLE = /^\{\w+\}$/;

/** Parameters as `{}`, but where the text itself has them: what a name is given elsewhere may be another's. */
function withHoles(path: string, what: string, literal: string): string {
  const written = new Set(literal.split(/[\s/?#"'`]/));
  const names = what.split('/');
  return path
    .split('/')
    .map((part, i) => (HOLE.test(names[i] ?? '') && !(PLAIN.test(part) && written.has(part)) ? '{}' : part))
    .join('/');
}
/** Bounded: a part of a path. */
const PLAIN = /^[\w.-]{1,80}$/;

/** The entry whose path this is, for its replacement; the shortest where none fits. */
function entryOf(path: string): Hit['entry'] {
  const found = ENTRIES.find((one) => one.path.test(path)) ?? ENTRIES[0];
  if (!found) throw new Error('no deprecated path is known');
  return found.entry;
}
