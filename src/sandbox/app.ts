// Routes from the endpoint table, authorisation, and errors. What an endpoint does is in handlers.ts.
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { refusedFromMs } from '../interface/cutoff.ts';
import { ENDPOINT_IDS, type EndpointId, ENDPOINTS } from '../interface/endpoints.ts';
import { type HandlerContext, HANDLERS } from './handlers.ts';
import { SANDBOX_CREDENTIALS, type SandboxOptions } from './options.ts';
import type { Store } from './store.ts';
import { WireError } from './wire.ts';

/** Paths as the router writes parameters. */
const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** The earlier name of a developer path (section 4, rule 1). */
const earlierPath = (path: string): string | undefined =>
  path.startsWith('/api/v1/developer') ? path.replace('/developer', '/current-tenant') : undefined;

export function buildApp(store: Store, options: SandboxOptions): Hono {
  const app = new Hono();
  for (const id of ENDPOINT_IDS) {
    const { method, path } = ENDPOINTS[id];
    app.on(method, routePath(path), (c) => serve(c, id, store, options));
    const earlier = earlierPath(path);
    if (earlier === undefined) continue;
    app.on(method, routePath(earlier), (c) => {
      if (options.now() >= refusedFromMs(options.cutoffYear)) {
        return c.json({ code: 'gone', message: 'current-tenant was renamed: use developer' }, 410);
      }
      store.count(store.deprecated, 'current-tenant-endpoint');
      return serve(c, id, store, options);
    });
  }
  app.notFound((c) =>
    c.json({ code: 'not_found', message: `there is no ${c.req.method} ${c.req.path}` }, 404),
  );
  return app;
}

async function serve(c: Context, id: EndpointId, store: Store, options: SandboxOptions): Promise<Response> {
  const context: HandlerContext = {
    store,
    options,
    credentials: SANDBOX_CREDENTIALS,
    beforeCutoff: options.now() < refusedFromMs(options.cutoffYear),
  };
  store.count(store.calls, id);
  if (id !== 'token') {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    const expiresAtMs = token === undefined ? undefined : store.tokens.get(token);
    if (expiresAtMs === undefined || expiresAtMs <= options.now()) {
      return c.json({ code: 'unauthorized', message: 'the token is missing, unknown or expired' }, 401);
    }
  }
  const hasBody = ENDPOINTS[id].body !== null;
  if (hasBody && c.req.header('content-type')?.startsWith('application/json') !== true) {
    return c.json({ code: 'unsupported_media_type', message: 'Content-Type must be application/json' }, 415);
  }
  const text = hasBody ? await c.req.text() : '';
  const key = options.idempotencyHeader === null ? undefined : c.req.header(options.idempotencyHeader);
  const before = key === undefined ? undefined : store.idempotent.get(`${id}/${key}`);
  if (before) {
    if (before.body !== text)
      return c.json({ code: 'idempotency_mismatch', message: 'the same key with another body' }, 422);
    return c.body(before.answer, before.status as ContentfulStatusCode, {
      'content-type': 'application/json',
    });
  }
  try {
    const served = HANDLERS[id](context, text, c.req.param());
    const answer = JSON.stringify(served.body);
    if (key !== undefined && served.status < 300) {
      store.idempotent.set(`${id}/${key}`, { body: text, status: served.status, answer });
    }
    return c.body(answer, served.status as ContentfulStatusCode, { 'content-type': 'application/json' });
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return c.json({ code: 'invalid_request', message: error.message, field: error.field }, 400);
  }
}

const PATTERNS = ENDPOINT_IDS.map((id) => ({
  id,
  method: ENDPOINTS[id].method,
  pattern: new RegExp(`^${ENDPOINTS[id].path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** As the router compares it: `%2D` is a hyphen. */
export function routed(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The operation that a request would reach, for faults. */
export function operationOf(method: string, path: string): EndpointId | undefined {
  const current = routed(path).replace('/current-tenant', '/developer');
  return PATTERNS.find((entry) => entry.method === method && entry.pattern.test(current))?.id;
}
