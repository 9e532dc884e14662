// What is around the members of an object of data: names, marks, and where a described request goes.
import type { Mark, Value } from '../model/facts.ts';
import { isDataUrl, isDocumentType } from '../model/vocabulary.ts';
import { memberOf, type TreeNode } from './region.ts';
import { withHoles } from './words.ts';

/** Evidence from the keys above. `names`: nearest first. */
export interface Around {
  readonly names: readonly string[];
  readonly outer: readonly string[];
  readonly urls: readonly string[];
  readonly marks: ReadonlySet<Mark>;
  /** The base of paths without a host: OpenAPI's `servers`, or `baseUrl` next to `endpoints`. */
  readonly base?: string | undefined;
  /** The value of a script's variable: `"documents": ["$DOC"]`. */
  readonly variable?: ((name: string) => (Value & { kind: 'text' }) | undefined) | undefined;
}

const MAX_NAMES = 12;
/** Keys that are no evidence about their values. */
const STRUCTURE =
  /^(?:properties|schema|items|content|application\/json|requestBody|allOf|oneOf|anyOf|value|raw|text|body|data|json|payload)$/;
const RESPONSES =
  /^(?:(?:responses?|reply|answer|example_response|expectedResponse)s?|(?:event|webhook)s?)$/i;
const NAMES_EVENT = /^(?:event|event_?type|type|topic|event_?name|detail-?type|kind|name)$/i;
const HAPPENED = /^[a-z]\w{0,60}[.:/][\w.:]{0,80}[a-z](?:ed|sent|paid|failed)$/i;

/** What applies to everything inside an object. */
export function insideOf(node: TreeNode, around: Around, urls: readonly string[]): Around {
  const marks = new Set(around.marks);
  for (const { key, value } of node.members) {
    if (value?.kind !== 'text' && value?.kind !== 'other') continue;
    if (NAMES_EVENT.test(key.text) && HAPPENED.test(value.text)) marks.add('stored');
  }
  return { ...around, urls: urls.length > 0 ? urls : around.urls, marks, base: baseIn(node) ?? around.base };
}

export function belowKey(key: string, value: TreeNode | undefined, inside: Around): Around {
  if (STRUCTURE.test(key))
    return key === 'properties' ? { ...inside, outer: ['properties', ...inside.outer] } : inside;
  const marks = new Set(inside.marks);
  if (RESPONSES.test(key) && value?.kind !== 'text') marks.add('answer');
  const names = [key, ...inside.names].slice(0, MAX_NAMES);
  const urls = key.startsWith('/') ? [withHoles((inside.base ?? '') + key)] : inside.urls;
  return { ...inside, names, urls, marks };
}

const BASE = /^(?:base(?:_?(?:url|uri|path))?|api_?(?:url|base)|basePath|server|host|url)$/i;

/** The address of the service that an object names for all paths in it or below it. */
function baseIn(node: TreeNode): string | undefined {
  const servers = memberOf(node, 'servers')?.items[0];
  const server = memberOf(servers, 'url')?.text;
  if (server !== undefined) return withoutSlash(server);
  for (const { key, value } of node.members)
    if (
      value?.kind === 'text' &&
      BASE.test(key.text) &&
      /^(?:https?:\/\/|\$\{|\{\{|\/[\w/]{1,40}$)/.test(value.text)
    )
      return withoutSlash(withHoles(value.text));
  return undefined;
}

const withoutSlash = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url);

const METHOD_OR_BODY =
  /^(?:method|body|postData|data|jsonBody|requestMethod|sendBody|Method|RequestBody|request_body|requestBody|payload)$/;
const ADDRESS = /^(?:url|uri|urlPath|urlPattern|urlPathPattern|path|endpoint|ApiEndpoint|raw|href)$/;
/** The address next to a method or a body, in the shapes that tools use. */
export function requestUrls({ members }: TreeNode): string[] {
  if (!members.some(({ key }) => METHOD_OR_BODY.test(key.text))) return [];
  for (const { key, value } of members) {
    if (!ADDRESS.test(key.text) || !value) continue;
    // Postman keeps the address in `url.raw`.
    const address = value.kind === 'object' ? memberOf(value, 'raw') : value;
    if (address?.kind === 'text') return [withHoles((address.value ?? address).text)];
  }
  return [];
}

export const isSchema = ({ outer }: Around): boolean => outer[0] === 'properties';

/** A key that is kept although no rule knows its name: `"type": "OwnershipChart"`. */
export const isTelling = (value: Value): boolean => value.kind === 'text' && isDocumentType(value.text);

/** A list that a rule may ask for. */
export const isListOfWords = (items: readonly Value[]): boolean =>
  items.some(
    (item) =>
      (item.kind === 'text' && (isDocumentType(item.text) || isDataUrl(item.text))) ||
      (item.kind === 'object' && item.object.keys.some(({ value }) => isTelling(value))),
  );

/** A schema that marks its field as deprecated. */
export const isMarkedDeprecated = (node: TreeNode): boolean => memberOf(node, 'deprecated')?.text === 'true';

/** The names of an identifier and of a state, which only a finished transfer has. */
export const OWN_ID = /^(?:id|(?:transfer|payout|payment)(?:Id|_id))$/;
export const STATE = /^(?:status|state|created|completed|\w+_?[aA]t)$/;

/** A response has an identifier and a state. */
export function isAnswer({ members }: TreeNode, { urls }: Around): boolean {
  const has = (names: RegExp): boolean => members.some(({ key }) => names.test(key.text));
  if (!has(OWN_ID)) return false;
  return has(STATE) || (urls.length === 0 && members.some(({ key }) => key.text === 'id'));
}

/** The format of a string that holds a body or a script. */
export function formatInside(text: string): string | undefined {
  if (text.length < 9) return undefined;
  if (
    /^\s*(?:=\s*)?(?:\{\{\s*(?:JSON\.stringify)?\(?\s*)?[[{]\s*["'{[\w}]/.test(text.slice(0, 400)) &&
    !/^\{\{?\s*[\w.$-]{1,80}\s*\}\}?/.test(text)
  )
    return 'json';
  if (/\b(?:curl|https?|wget|xhs?)\s+\S|\bjq\s/.test(text.slice(0, 5_000)) && !/^https?:\S*$/.test(text))
    return 'sh';
  if (!text.includes('\n')) return undefined;
  if (/^\s*[\w.-]{1,80}:(?:\s|$)/.test(text.slice(0, 200))) return 'yaml';
  return /[{[]|current-tenant/.test(text) ? 'http' : undefined;
}
