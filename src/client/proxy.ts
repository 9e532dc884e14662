// The proxy for an address, by HTTPS_PROXY and NO_PROXY.
import { isIP } from 'node:net';

import { isLoopback } from '../interface/environment.ts';
import { CallError } from './address.ts';
import { clientMessage } from './messages.ts';

export interface ProxySettings {
  /** `http://` or `https://`, with a name and password where the proxy asks for them. */
  readonly proxy: string;
  /** Hosts that are reached without it, as NO_PROXY lists them. */
  readonly except: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The small names come first, as with curl. Errors: {@link CallError}. */
export function proxySettings(env: Env): ProxySettings | undefined {
  const name = isSet(env['https_proxy']) ? 'https_proxy' : 'HTTPS_PROXY';
  const proxy = env[name]?.trim() ?? '';
  if (proxy === '') return undefined;
  parsedProxy(name, proxy);
  const except = isSet(env['no_proxy']) ? env['no_proxy'] : env['NO_PROXY'];
  return { proxy, except: except ?? '' };
}

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';

/** The proxy for this address, if any: https only, and never for this machine. Errors: {@link CallError}. */
export function proxyFor(address: string, settings: ProxySettings | undefined): URL | undefined {
  const url = new URL(address);
  if (!settings || url.protocol !== 'https:' || isLoopback(url.hostname)) return undefined;
  return isExcepted(url, settings.except) ? undefined : parsedProxy('proxy', settings.proxy);
}

function parsedProxy(name: string, text: string): URL {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  // Never the text itself: it may hold a password.
  if (!URL.canParse(whole)) throw new CallError('address', name, clientMessage('proxy_unreadable'));
  const url = new URL(whole);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new CallError('address', name, clientMessage('proxy_protocol', { protocol: url.protocol }));
  }
  return url;
}

/** `*`, a host with everything below it (a leading dot is optional), a host with a port, an address. */
function isExcepted(url: URL, list: string): boolean {
  const host = bare(url.hostname);
  const port = url.port === '' ? '443' : url.port;
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const [, name = '', only] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [, entry];
    if (only !== undefined && only !== port) return false;
    const wanted = bare(name.replace(/^\*?\./, ''));
    return host === wanted || (isIP(host) === 0 && host.endsWith(`.${wanted}`));
  });
}

const bare = (host: string): string => host.toLowerCase().replace(/^\[|\]$|\.$/g, '');
