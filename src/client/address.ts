// The service's addresses (https only except for loopback, in one spelling), and the paths of calls.
import { PaybatchError } from '../errors.ts';
import { placed } from '../files/input-error.ts';
import { type EndpointId, ENDPOINTS } from '../interface/endpoints.ts';
import { isLoopback } from '../interface/environment.ts';
import type { Message } from '../message.ts';
import { clientMessage } from './messages.ts';

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
    const value = Object.hasOwn(parameters, name) ? (parameters[name] ?? '') : '';
    const isSegment = /^[\x21-\x7e]+$/.test(value) && !/[%/\\]|^\.\.?$/.test(value);
    if (isSegment) return encodeURIComponent(value);
    const is = value === '' ? 'missing' : 'unusable';
    throw new CallError('path_parameter', operation, clientMessage('parameter', { name, is }));
  });
}
