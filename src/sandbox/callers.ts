// Who may speak to a server on loopback: programs of this machine. A web page in the user's browser could otherwise reach it, by
// its own name for 127.0.0.1 (DNS rebinding) or directly.
import type { IncomingMessage } from 'node:http';

import { isLoopback } from '../interface/environment.ts';

/** Why this request is refused; `undefined` if it may be served. */
export function foreignCaller({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { host, origin } = headers;
  if (host === undefined || !leadsHere(`http://${host}`))
    return `this server answers to localhost only, not to ${host === undefined ? 'requests without a Host' : 'that Host'}`;
  if (origin !== undefined && !leadsHere(origin)) return 'pages of other origins are not served';
  return undefined;
}

const leadsHere = (address: string): boolean =>
  URL.canParse(address) && isLoopback(new URL(address).hostname);

/** The path of a request as routes have it, dots resolved; `undefined` if there is none (`*`, a host and port). */
export function pathOf(target: string | undefined): string | undefined {
  const text = target ?? '/';
  if (text.startsWith('/')) return new URL(`http://127.0.0.1${text}`).pathname;
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).pathname : undefined;
}
