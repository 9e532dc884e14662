// A request to its handler: authorisation, idempotency keys, deprecated uses, and errors. What an endpoint does is in
// handlers.ts.
import { refusedFromMs } from '../interface/cutoff.ts';
import { ENDPOINTS } from '../interface/endpoints.ts';
import { HANDLERS, refuse, type Served } from './handlers.ts';
import type { SandboxOptions } from './options.ts';
import type { SandboxStore } from './store.ts';
import { deprecatedUses, type Route, routeOf } from './uses.ts';
import { WireError } from './wire.ts';

export interface SandboxCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** The response, its body as JSON text. */
export function serve(
  store: SandboxStore,
  options: SandboxOptions,
  call: SandboxCall,
): { status: number; text: string } {
  const { method, path, body: sent } = call;
  const route = routeOf(method, path);
  const { status, body } = route
    ? served(store, options, call, route)
    : refuse(404, 'not_found', `there is no ${method} ${path}`);
  if (status < 300)
    for (const { rule } of deprecatedUses(method, path, sent)) store.count(store.deprecated, rule);
  return { status, text: JSON.stringify(body) };
}

function served(store: SandboxStore, options: SandboxOptions, call: SandboxCall, route: Route): Served {
  const { id, parameters, isEarlier } = route;
  const { headers, body } = call;
  const beforeCutoff = options.now() < refusedFromMs(options.cutoffYear);
  if (isEarlier && !beforeCutoff) return refuse(410, 'gone', 'current-tenant was renamed: use developer');
  store.count(store.calls, id);
  if (id !== 'token') {
    const token = /^Bearer (.+)$/.exec(String(headers['authorization'] ?? ''))?.[1] ?? '';
    if ((store.tokens.get(token) ?? -Infinity) <= options.now())
      return refuse(401, 'unauthorized', 'the token is missing, unknown or expired');
  }
  const hasBody = ENDPOINTS[id].body !== null;
  if (hasBody && !String(headers['content-type'] ?? '').startsWith('application/json'))
    return refuse(415, 'unsupported_media_type', 'Content-Type must be application/json');
  const text = hasBody ? body : '';
  const header = options.idempotencyHeader?.toLowerCase();
  const key = header === undefined ? undefined : headers[header];
  const known = key === undefined ? undefined : store.idempotent.get(`${id}/${String(key)}`);
  if (known && known.text !== text)
    return refuse(422, 'idempotency_mismatch', 'the same key with another body');
  if (known) return known.served;
  try {
    const context = { store, options, beforeCutoff };
    const answer = HANDLERS[id](context, text, parameters);
    if (key !== undefined && answer.status < 300)
      store.idempotent.set(`${id}/${String(key)}`, { text, served: answer });
    return answer;
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { message, field } = error;
    return { status: 400, body: { code: 'invalid_request', message, field } };
  }
}
