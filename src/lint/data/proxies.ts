// Where a web server hands requests on to: nginx's `proxy_pass`, Apache's `ProxyPass`. A path that it answers itself is
// nobody's call, and a host of one's own network may serve the path, too.
import type { Model } from '../model.ts';
import { NO_CONTEXT } from '../model.ts';
import { pathsIn } from './paths.ts';

/** Bounded: a path of 200 characters and a URL of 300. */
const PASSES =
  /^[ \t]*(?:(?:proxy_pass|grpc_pass)[ \t]{1,20}|ProxyPass(?:Match)?[ \t]{1,20}\S{1,200}[ \t]{1,20})["']?(https?:\/\/[^\s;"']{1,300})/gm;
const WHOLE = /^https?:\/\/[^/]{1,200}\/api\/v1\/current-tenant(?![\w-])/;
/** Of one's own network: a port, one word without encryption, a name of a cluster. */
const INSIDE =
  /^http:\/\/[^/.]{1,200}\/|^https?:\/\/(?:localhost|127\.|[^/]{1,200}\.(?:local|internal|svc|lan)[:/])/;
const PAYMENTS = /^http:\/\/[^/]{0,100}(?:pay|transfer|treasury)/i;

export function readProxies(text: string, model: Model): void {
  for (const found of text.matchAll(PASSES)) {
    const [whole, url = ''] = found;
    if (!WHOLE.test(url) || (INSIDE.test(url) && !PAYMENTS.test(url))) continue;
    const start = found.index + whole.length - url.length;
    const region = { text: url, at: (offset: number) => start + offset };
    pathsIn(region, model, { ...NO_CONTEXT, names: ['url'], urls: [url] });
  }
}
