// Where an object of data says that a request goes: an address beside a method or a body, in the shapes that tools use.
import { memberOf, type TreeNode } from './tree.ts';
import { withHoles } from './words.ts';

export interface RequestShape {
  readonly urls: readonly string[];
  /** It tells how a mock of the service answers. */
  readonly isMock: boolean;
  /** Whether a key holds the address itself. */
  readonly isAddress: (key: string) => boolean;
}

const METHOD_OR_BODY =
  /^(?:method|body|postData|data|jsonBody|requestMethod|sendBody|Method|RequestBody|request_body|requestBody|payload)$/;
const ADDRESS = /^(?:url|uri|urlPath|urlPattern|urlPathPattern|path|endpoint|ApiEndpoint|raw|href)$/;
/** WireMock's names. */
const MOCK_ADDRESS = /^(?:urlPath|urlPattern|urlPathPattern|urlEqualTo|bodyPatterns)$/;

export function requestShape(node: TreeNode): RequestShape | undefined {
  const has = (names: RegExp): boolean => node.members.some(({ key }) => names.test(key.text));
  if (!has(METHOD_OR_BODY)) return undefined;
  const urls = addressIn(node);
  const isMock = has(MOCK_ADDRESS);
  const isAddress = (key: string): boolean => !isMock && ADDRESS.test(key);
  return urls.length === 0 ? undefined : { urls, isMock, isAddress };
}

function addressIn(node: TreeNode): string[] {
  for (const { key, value } of node.members) {
    if (!ADDRESS.test(key.text) || !value) continue;
    // Postman keeps the address in `url.raw`.
    const address = value.kind === 'object' ? memberOf(value, 'raw') : value;
    if (address?.kind === 'text') return [withHoles((address.value ?? address).text)];
  }
  return [];
}
