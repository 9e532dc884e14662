// Paths to `/api/v1/current-tenant`, put together as far as the source tells. The name ends at a segment:
// `/current-tenant-settings` is another route.
import type { Facts, Mark, Place, Text } from '../model/facts.ts';
import type { DeprecatedUse, LeftReason } from '../model/finding.ts';
import { DEVELOPER, REMOVED_PATHS, TENANT } from '../model/vocabulary.ts';
import { confidenceOf, Scale } from '../model/weights.ts';
import { hostOf, isForeignHost, isOwnHost, OTHER_VENDORS } from './endpoints.ts';
import { type FileSummary, namesService } from './file-summary.ts';
import { isSilentByCall, MOCKS, ROUTES } from './silences.ts';

const SEGMENT = /(^|[/})*\s])current-tenant(?![\w-])/;
const CALLED =
  /(?:^|\.)(?:get|post|patch|put|request|fetch|call|send|axios|ajax|got|ky|http|open|curl|exec|query|mutate|invoke|Do|uri|url|GET|POST|PATCH|PUT|@?GetMapping|@?PatchMapping|@GET|@PATCH|NewRequest\w*|GetAsync|PostAsync|PatchAsync|\w*(?:Get|Patch|Request|Fetch)\w*)(?:!|_async|Async|JSON|Json)?$/;
const PATH_NAMES = /(path|resource|endpoint|route|uri|url|api)s?(?![a-z])/i;
const ENTRIES = REMOVED_PATHS.map((entry) => ({
  entry,
  path: new RegExp(`^${entry.what.replace(/\{\w+\}/g, '[^/]+').replaceAll('/', '\\/')}$`),
}));

/** A route and a log are weighed, not silenced. */
const SILENT: readonly Mark[] = ['answer', 'pattern', 'deleted', 'compared', 'refused'];

export function judgeTenant(text: Text, file: FileSummary): DeprecatedUse[] {
  const literal = SEGMENT.exec(text.text);
  if (!literal || file.isForPeople) return [];
  if (SILENT.some((mark) => text.place.marks.has(mark))) return [];
  const path = wholeOf(text, file);
  const found = SEGMENT.exec(path);
  const host = hostOf(path) ?? baseHostOf(text.place, file);
  if (!found || isOfOtherService(text, path, host, file)) return [];
  const before = path.slice(0, found.index + (found[1] ?? '').length).replace(/^[a-z]+:\/\/[^/]*/i, '');
  const configured = configuredName(text.place, host, file);
  const isTied = isTiedTo(file, configured);
  const scale = weigh(text, path, before, file, configured);
  const confidence = confidenceOf(scale.points);
  if (!confidence) return [];
  const nameAt = literal.index + (literal[1] ?? '').length;
  const prefix = '/api/v1/';
  const from = text.text.slice(0, nameAt).endsWith(prefix)
    ? nameAt - prefix.length
    : nameAt - (literal[1] === '/' ? 1 : 0);
  const field = `/api/v1/${tailOf(path.slice(found.index))}`;
  const stated = ENTRIES.find((one) => one.path.test(field))?.entry;
  const entry = stated ?? (ENTRIES[0] && { ...ENTRIES[0].entry, replacement: null });
  if (!entry) return [];
  const place = (offset: number): number => text.at?.(offset) ?? text.span.start + offset;
  const start = place(nameAt);
  // A path that the service never had has nothing to take its place.
  const left = leftOf(text, confidence === 'high' && stated !== undefined, isTied, file);
  return [
    {
      entry,
      confidence,
      start: place(from),
      end: start + TENANT.length,
      field,
      evidence: scale.evidence,
      ...(left ? { left } : { fix: { start, end: start + TENANT.length, text: DEVELOPER } }),
    },
  ];
}

/** A relative path in a file that has the base path is below that base path. */
function wholeOf({ text, whole }: Text, { hasBase }: FileSummary): string {
  const path = whole !== undefined && SEGMENT.test(whole) ? whole : text;
  return hasBase && /^\/?current-tenant/.test(path) ? `{}/api/v1/${path.replace(/^\//, '')}` : path;
}

function isOfOtherService(
  { place }: Text,
  path: string,
  host: string | undefined,
  { hosts, clients }: FileSummary,
): boolean {
  if (host !== undefined && isForeignHost(host, hosts)) return true;
  const said = [...place.names, ...place.outer, path].join(' ');
  return OTHER_VENDORS.test(said) && !clients.some((client) => said.includes(client));
}

function weigh(
  { place, key, text, whole }: Text,
  path: string,
  before: string,
  file: FileSummary,
  configured: string | undefined,
): Scale {
  const scale = new Scale();
  const isWhole = /(^|\/|\{\}|\*)api\/v1\/$/.test(before);
  if (isWhole) scale.add('whole-path');
  else if (/^\/?(\{\})?\/?(\{\}\/)?$/.test(before) || /(^|\/)v1\/$|api\/\{\}\/$/.test(before))
    scale.add('part-of-path');
  else return scale;
  const bare = !text.includes('/') && !path.includes('/');
  const said = [key, ...place.names].join(' ');
  const hasCall = isCalled(place);
  if (hasCall) scale.add('called', place.names.find(isCaller));
  if (namesService(file) || (file.isConfigured && configured === undefined)) scale.add('file');
  if (configured !== undefined) scale.add('configured', configured);
  if (PATH_NAMES.test(said)) scale.add('named');
  if (isRoute(place)) {
    // A stub or a proxy of the service calls it as well.
    if (file.kind === 'code') scale.add('route');
    scale.limit(file.kind === 'data' || namesService(file) ? 'medium' : 'none');
  }
  if (!hasCall && file.kind === 'code' && isSilentByCall(place, 1)) scale.add('mentioned');
  // Several products serve that path: in a file without other evidence of this service it may belong to another
  // product.
  const isAddressed = /^(?:[a-z]+:\/\/|\{\})/i.test(whole ?? text) && !place.names.includes('paths');
  const isTied = isTiedTo(file, configured);
  if (!isTied && !(hasCall && isAddressed)) scale.limit('medium');
  if (place.marks.has('prose') && !place.marks.has('called')) scale.add('mentioned');
  if (bare && !hasCall && !(PATH_NAMES.test(said) && namesService(file))) scale.limit('none');
  return scale;
}

const isCaller = (name: string): boolean => CALLED.test(name);
const isCalled = ({ marks, names }: Place): boolean => marks.has('called') || names.some(isCaller);

/** The host of the client that is called; of several, the one of the config file. */
function baseHostOf({ urls }: Place, { hosts }: FileSummary): string | undefined {
  const bases = urls.flatMap((url) => hostOf(url) ?? []);
  return bases.find((host) => isOwnHost(host, hosts)) ?? bases[0];
}

/** The file names this service in another way than by this path. */
const isTiedTo = (file: FileSummary, configured: string | undefined): boolean =>
  configured !== undefined || file.isConfigured || namesService(file);

/** The host or client of the config file that a call names. */
function configuredName(
  { names, outer }: Place,
  host: string | undefined,
  { hosts, clients }: FileSummary,
): string | undefined {
  if (host !== undefined && isOwnHost(host, hosts)) return host;
  return clients.find((client) => [...names, ...outer].some((name) => name.includes(client)));
}

function isRoute({ names, outer, marks }: Place): boolean {
  const isMapped =
    names.some((name) => /Mapping$/.test(name)) &&
    outer.some((name) => /Controller|Resource|Handler/.test(name));
  return isMapped || marks.has('route') || names.some((name) => ROUTES.test(name));
}

/** Whether a file serves a path of `current-tenant` itself, whoever's it is. */
export const servesTenant = ({ texts }: Facts, file: FileSummary): boolean =>
  !file.isTest &&
  texts.some(
    ({ text, whole, place }) =>
      SEGMENT.test(whole ?? text) && isRoute(place) && !place.names.some((name) => MOCKS.test(name)),
  );

const tailOf = (text: string): string =>
  /current-tenant(?:\/[\w{}.-]*)*/.exec(text)?.[0].replace(/\/$/, '') ?? TENANT;

/** Why `--fix` leaves it, as far as one file tells. */
function leftOf(
  { place }: Text,
  isSure: boolean,
  isTied: boolean,
  file: FileSummary,
): LeftReason | undefined {
  if (file.isTest || file.isGenerated || place.names.some((name) => MOCKS.test(name))) return 'kind-of-file';
  if (isRoute(place)) return 'own-route';
  if (!isSure) return 'unsure';
  if (!isCalled(place)) return 'not-a-call';
  return isTied ? undefined : 'not-tied';
}
