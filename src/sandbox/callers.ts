// Who may speak to a server on loopback: programs of this machine. A web page that the user happens to look at could
// otherwise reach it, by its own name for 127.0.0.1 (DNS rebinding) or straight away, and spend or read what is there.
import type { IncomingMessage } from 'node:http';

import { isLoopback } from '../interface/environment.ts';

/** Why this request is refused; `undefined` when it may be served. */
export function foreignCaller({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { host, origin } = headers;
  if (host === undefined || !leadsHere(`http://${host}`)) {
    return `this server answers to localhost only, not to ${host === undefined ? 'requests without a Host' : 'that Host'}`;
  }
  if (origin !== undefined && !leadsHere(origin)) return 'pages of other origins are not served';
  return undefined;
}

const leadsHere = (address: string): boolean =>
  URL.canParse(address) && isLoopback(new URL(address).hostname);

/** The path of a request as routes have it, dots resolved; `undefined` where there is none (`*`, a host and port). */
export function pathOf(target: string | undefined): string | undefined {
  const text = target ?? '/';
  if (text.startsWith('/')) return new URL(`http://127.0.0.1${text}`).pathname;
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).pathname : undefined;
}

/** From its question mark on. */
export const queryOf = (target: string): string => (/\?[^]*$/.exec(target) ?? [''])[0];

/** The others are nobody's API, and the router's Request refuses them. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface TurnedAway {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export const UNCALLED: TurnedAway = {
  status: 405,
  code: 'method_not_allowed',
  message: 'nothing here is called like that',
};

/** Why no route is asked; `undefined` when one is. */
export function turnedAway(
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  path: string | undefined,
): TurnedAway | undefined {
  const foreign = foreignCaller(request);
  if (foreign !== undefined) return { status: 403, code: 'foreign_caller', message: foreign };
  if (path === undefined || !METHODS.has(request.method ?? 'GET')) return UNCALLED;
  const { expect = '' } = request.headers;
  if (expect === '' || /\b100-continue\b/i.test(expect)) return undefined;
  return { status: 417, code: 'expectation_failed', message: 'nobody here knows what it expects' };
}
