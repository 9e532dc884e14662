// Where an object of data says that a request goes: an address beside a method or a body, in the shapes that tools use.
import { memberOf, type TreeNode } from './tree.ts';
import { withHoles } from './words.ts';

export interface RequestShape {
  readonly urls: readonly string[];
  /** It tells how a mock of the service answers. */
  readonly isMock: boolean;
  /** Whether a key holds the address itself. */
  readonly isAddress: (key: string) => boolean;
  /** `current-tenant` in an address that is kept as a list of segments only. */
  readonly segment?: TreeNode | undefined;
}

const METHOD_OR_BODY =
  /^(?:method|body|postData|data|jsonBody|requestMethod|sendBody|Method|RequestBody|request_body|requestBody|payload)$/;
const ADDRESS = /^(?:url|uri|urlPath|urlPattern|urlPathPattern|path|endpoint|ApiEndpoint|raw|href)$/;
/** WireMock's names. */
const MOCK_ADDRESS = /^(?:urlPath|urlPattern|urlPathPattern|urlEqualTo|bodyPatterns)$/;

export function requestShape(node: TreeNode): RequestShape | undefined {
  const has = (names: RegExp): boolean => node.members.some(({ key }) => names.test(key.text));
  const segments = segmentsOf(node);
  const isAddress = (key: string): boolean => ADDRESS.test(key);
  if (segments) {
    const raw = memberOf(node, 'raw');
    const segment = segments.find(({ text }) => text === 'current-tenant');
    const isInRaw = raw?.text.includes('current-tenant') === true;
    const whole = raw?.kind === 'text' ? raw.text : `/${segments.map(({ text }) => text).join('/')}`;
    const path = segment && !isInRaw ? `${originOf(raw?.text ?? '')}/${textsOf(segments)}` : withHoles(whole);
    return { urls: [path], isMock: false, isAddress, segment: isInRaw ? undefined : segment };
  }
  const httpRequest = memberOf(node, 'httpRequest');
  if (httpRequest && memberOf(node, 'httpResponse'))
    return { urls: addressIn(httpRequest), isMock: true, isAddress: never };
  if (!has(METHOD_OR_BODY)) return undefined;
  const urls = addressIn(node);
  const isMock = has(MOCK_ADDRESS);
  return urls.length === 0 ? undefined : { urls, isMock, isAddress: isMock ? never : isAddress };
}

const never = (): boolean => false;

/** `{ "path": ["api", "v1", ...] }`: a segment is a text, or an object with one. */
function segmentsOf(node: TreeNode): TreeNode[] | undefined {
  const path = memberOf(node, 'path');
  if (path?.kind !== 'list') return undefined;
  return path.items.map((item) => (item.kind === 'object' ? (memberOf(item, 'value') ?? item) : item));
}

const textsOf = (segments: readonly TreeNode[]): string =>
  segments.map(({ kind, text }) => (kind === 'text' ? withHoles(text) : '{}')).join('/');

/** Bounded: a host of 253 characters, a name of 120. */
const originOf = (url: string): string =>
  withHoles(/^(?:[a-z]{2,10}:\/\/[^/\s]{1,253}|\{\{[^{}]{1,120}\}\})/i.exec(url)?.[0] ?? '');

function addressIn(node: TreeNode): string[] {
  for (const { key, value } of node.members) {
    if (!ADDRESS.test(key.text)) continue;
    if (value?.kind === 'text') return [withHoles((value.value ?? value).text)];
    if (value?.kind !== 'object') continue;
    const raw = memberOf(value, 'raw');
    if (raw?.kind === 'text') return [withHoles(raw.text)];
    const segments = segmentsOf(value);
    if (segments) return [`/${textsOf(segments)}`];
  }
  return [];
}
