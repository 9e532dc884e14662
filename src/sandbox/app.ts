// A request to its handler: routes from the endpoint table, authorisation, idempotency keys, and errors. What an
// endpoint does is in handlers.ts.
import { refusedFromMs } from '../interface/cutoff.ts';
import { ENDPOINT_IDS, type EndpointId, ENDPOINTS } from '../interface/endpoints.ts';
import { HANDLERS, refuse, type Served } from './handlers.ts';
import { SANDBOX_CREDENTIALS, type SandboxOptions } from './options.ts';
import type { Store } from './store.ts';
import { WireError } from './wire.ts';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

interface Route {
  readonly id: EndpointId;
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether the path has its earlier name (section 4, rule 1). */
  readonly isEarlier: boolean;
}

const PATTERNS = ENDPOINT_IDS.map((id) => ({
  id,
  method: ENDPOINTS[id].method,
  pattern: new RegExp(`^${ENDPOINTS[id].path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/** A path as it is compared: `%2D` is a hyphen. */
export function routed(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function routeOf(method: string, path: string): Route | undefined {
  const asked = routed(path);
  const verb = method === 'HEAD' ? 'GET' : method;
  const current = asked.replace(/^\/api\/v1\/current-tenant(?=\/|$)/, '/api/v1/developer');
  for (const { id, method: own, pattern } of PATTERNS) {
    const match = own === verb ? pattern.exec(current) : null;
    if (match) return { id, parameters: { ...match.groups }, isEarlier: current !== asked };
  }
  return undefined;
}

/** The operation that a request would reach. */
export const operationOf = (method: string, path: string): EndpointId | undefined =>
  routeOf(method, path)?.id;

/** The response, its body as JSON text. */
export function serve(store: Store, options: SandboxOptions, call: Call): { status: number; text: string } {
  const route = routeOf(call.method, call.path);
  const { status, body } = route
    ? served(store, options, call, route)
    : refuse(404, 'not_found', `there is no ${call.method} ${call.path}`);
  return { status, text: JSON.stringify(body) };
}

function served(store: Store, options: SandboxOptions, call: Call, route: Route): Served {
  const { id, parameters, isEarlier } = route;
  const { headers, body } = call;
  const beforeCutoff = options.now() < refusedFromMs(options.cutoffYear);
  if (isEarlier && !beforeCutoff) return refuse(410, 'gone', 'current-tenant was renamed: use developer');
  if (isEarlier) store.count(store.deprecated, 'current-tenant-endpoint');
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
    const context = { store, options, credentials: SANDBOX_CREDENTIALS, beforeCutoff };
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
