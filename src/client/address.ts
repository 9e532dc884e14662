// The service's addresses (https only, loopback aside, and one spelling each), and the path of a call behind them.
import { PaybatchError } from '../errors.ts';
import { type EndpointId, ENDPOINTS } from '../interface/endpoints.ts';
import { isLoopback } from '../interface/environment.ts';

/** Why a call can't be made: nothing was sent. `where`: the setting, field or operation. */
export class CallError extends PaybatchError {
  override readonly name = 'CallError';

  constructor(code: 'address' | 'amount' | 'path_parameter', where: string, problem: string) {
    super(code, `${where}: ${problem}`);
  }
}

const VERSION_PATH = '/api/v1';

/** Checks an address and returns it without a trailing slash. Errors: {@link CallError}. */
export function checkAddress(name: string, text: string): string {
  const refuse = (problem: string): never => {
    throw new CallError('address', name, problem);
  };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refuse(`"${text}" is not an address; expected something like https://api.example.com`);
  }
  if (url.username !== '' || url.password !== '') {
    refuse('the address holds a user name or password; credentials have separate settings');
  }
  if (url.search !== '' || url.hash !== '') {
    refuse('the address must not have a query or a fragment');
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    refuse(`${url.protocol}//${url.host} is not https; only loopback may do without`);
  }
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  if (path.toLowerCase().endsWith(VERSION_PATH)) {
    const base = `${url.origin}${path.slice(0, -VERSION_PATH.length)}`;
    refuse(
      `${VERSION_PATH} is put behind the address by paybatch itself, and no call would be found: write ${base}`,
    );
  }
  return `${url.origin}${path}`;
}

/**
 * Each parameter must stay within its own segment of the path: a server, or a proxy before it, decodes and resolves
 * what it is given, and `..` for a customer's id would then be a call of another endpoint. Errors: {@link
 * CallError}.
 */
export function endpointPath(
  operation: EndpointId,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const { path } = ENDPOINTS[operation];
  if (!path.includes('{')) return path;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const problem = value === undefined ? 'is missing' : pathParameterProblem(value);
    if (problem !== undefined) throw new CallError('path_parameter', operation, `${name} ${problem}`);
    return encodeURIComponent(value ?? '');
  });
}

/** Decoders stand behind one another; more than this many of them have not been seen. */
const DECODINGS = 4;

/** What is wrong with a value, to be put behind its name; `undefined` when it is fine. */
export function pathParameterProblem(value: string): string | undefined {
  if (value.trim() === '') return 'is empty';
  if (/\p{Surrogate}/u.test(value)) return 'is not Unicode text';
  let text = value;
  for (let i = 0; i <= DECODINGS; i++) {
    if (/[\u0000-\u001f\u007f]/.test(text)) return 'holds a control character';
    if (/[/\\]/.test(text)) return 'holds a slash: it would lead out of its place in the path';
    if (/^\s*\.{1,2}\s*$/.test(text)) return `is "${value}": it would lead out of its place in the path`;
    const decoded = decode(text);
    if (decoded === text) return undefined;
    text = decoded;
  }
  return 'is percent-encoded over and over';
}

/** One round of percent-decoding, byte for byte where the bytes are no UTF-8. */
function decode(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
