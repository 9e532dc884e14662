// The service's addresses (https only except for loopback, in one spelling), and the paths of calls.
import { PaybatchError } from '../errors.ts';
import { placed } from '../files/input-error.ts';
import { type EndpointId, ENDPOINTS } from '../interface/endpoints.ts';
import { isLoopback } from '../interface/environment.ts';
import type { Message } from '../message.ts';
import { clientMessage, type ParameterFlaw } from './messages.ts';

/** Why a call can't be made: nothing was sent. `where`: the setting, field or operation. */
export class CallError extends PaybatchError {
  override readonly name = 'CallError';
  readonly problem: Message;

  constructor(code: 'address' | 'amount' | 'path_parameter', where: string, problem: Message) {
    super(code, placed('at_place', { file: where, what: problem }));
    this.problem = problem;
  }
}

const VERSION_PATH = '/api/v1';

/** Checks an address and returns it without a trailing slash. Errors: {@link CallError}. */
export function checkAddress(name: string, text: string): string {
  const refuse = (problem: Message): never => {
    throw new CallError('address', name, problem);
  };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refuse(clientMessage('not_an_address', { text }));
  }
  if (url.username !== '' || url.password !== '') {
    refuse(clientMessage('address_has', { what: 'credentials' }));
  }
  if (url.search !== '' || url.hash !== '') {
    refuse(clientMessage('address_has', { what: 'query' }));
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    refuse(clientMessage('not_https', { address: `${url.protocol}//${url.host}` }));
  }
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  if (path.toLowerCase().endsWith(VERSION_PATH)) {
    const base = `${url.origin}${path.slice(0, -VERSION_PATH.length)}`;
    refuse(clientMessage('versioned_address', { path: VERSION_PATH, base }));
  }
  return `${url.origin}${path}`;
}

/**
 * Each parameter must stay within its segment of the path. A server, or a proxy before it, decodes and resolves paths:
 * with `..` for a customer's id another endpoint would be called. Errors: {@link CallError}.
 */
export function endpointPath(
  operation: EndpointId,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const { path } = ENDPOINTS[operation];
  if (!path.includes('{')) return path;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const problem =
      value === undefined ? clientMessage('parameter', { is: 'missing' }) : pathParameterProblem(value);
    if (problem)
      throw new CallError('path_parameter', operation, clientMessage('of_parameter', { name, problem }));
    return encodeURIComponent(value ?? '');
  });
}

/** A proxy and a server may each decode a path. More decodings than this are not expected. */
const DECODINGS = 4;

/** What is wrong with a value; follows its name in a sentence. `undefined` for a valid value. */
export function pathParameterProblem(value: string): Message | undefined {
  const is = flawOf(value);
  return is && clientMessage('parameter', is === 'dots' ? { is, value } : { is });
}

function flawOf(value: string): Exclude<ParameterFlaw, 'missing'> | undefined {
  if (value.trim() === '') return 'empty';
  if (/\p{Surrogate}/u.test(value)) return 'not_unicode';
  let text = value;
  for (let i = 0; i <= DECODINGS; i++) {
    if (/[\u0000-\u001f\u007f]/.test(text)) return 'control';
    if (/[/\\]/.test(text)) return 'slash';
    if (/^\s*\.{1,2}\s*$/.test(text)) return 'dots';
    const decoded = decode(text);
    if (decoded === text) return undefined;
    text = decoded;
  }
  return 'encoded';
}

/** One round of percent-decoding, byte by byte: the bytes need not be UTF-8. */
function decode(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
