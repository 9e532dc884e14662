// Where a web server hands requests on to: nginx's `proxy_pass`, with the `rewrite` before it, Apache's `ProxyPass` and `RewriteRule`
// that passes on. A path that it answers itself is nobody's call, and a host of one's own network may serve the path, too.
import { type Model, NO_CONTEXT } from '../model/model.ts';
import { pathsIn } from './paths.ts';
import { withHoles } from './url.ts';

/** Bounded: a path of 200 characters and a URL of 300. */
const PASSES =
  /(?:^|[{;])[ \t]*(?:(?:proxy_pass|grpc_pass)[ \t]{1,20}|ProxyPass(?:Match)?[ \t]{1,20}\S{1,200}[ \t]{1,20}|RewriteRule[ \t]{1,20}\S{1,200}[ \t]{1,20}(?=\S{1,300}[ \t]{1,20}\[[A-Z,]{0,20}P[,\]]))["']?((?:https?:\/\/|\$\w{1,80}|\$\{\w{1,80}\})[^\s;"']{1,300})/gm;
/** Bounded: an expression of 200 characters and a path of 300. What is looked for anew goes to another place. */
const REWRITES =
  /(?:^|[{;])[ \t]*rewrite[ \t]{1,20}\S{1,200}[ \t]{1,20}["']?(\/api\/v1\/current-tenant(?![\w-])[^\s;"']{0,300})["']?(?:[ \t]{1,20}break)?[ \t]{0,20};/gm;
/** A place whose requests go on under their own path: a host alone is passed to. Bounded: a path of 200 characters and a block of 600. */
const LOCATIONS =
  /(?:^|[{;])[ \t]*location[ \t]{1,20}(?:(?:=|\^~)[ \t]{1,20})?(\/api\/v1\/current-tenant(?![\w-])[^\s;{]{0,200})[ \t]{0,20}\{([^{}]{0,600})\}/gm;
const PASSED = /(?:^|[;\s])proxy_pass[ \t]{1,20}["']?((?:https?:\/\/|\$)[^\s;"'/]{1,300})["']?;/;
/** Bounded: a name of 80 characters and a URL of 300. */
const SETS = /(?:^|[{;])[ \t]*set[ \t]{1,20}\$(\w{1,80})[ \t]{1,20}["']?(https?:\/\/[^\s;"']{1,300})/gm;
/** The second as envsubst writes it. */
const WHOLE =
  /^(?:https?:\/\/[^/]{1,200}|\$\{\w{0,60}(?:UR[IL]|BASE|HOST|ENDPOINT|ORIGIN)\w{0,20}\})\/api\/v1\/current-tenant(?![\w-])/;
/** Of one's own network: a port, one word without encryption, a name of a cluster. */
const INSIDE =
  /^http:\/\/[^/.]{1,200}(?:\/|$)|^https?:\/\/(?:localhost|127\.|[^/]{1,200}\.(?:local|internal|svc|lan)(?:[:/]|$))/;
const PAYMENTS = /^http:\/\/[^/]{0,100}(?:pay|transfer|treasury)/i;
/** A block is no longer than this on either side. */
const MAX_BLOCK = 2_000;

const isOutside = (url: string): boolean => !INSIDE.test(url) || PAYMENTS.test(url);

export function readProxies(text: string, model: Model): void {
  const hosts = new Map([...text.matchAll(SETS)].map(([, name = '', url = '']) => [name, url]));
  const urlOf = (written: string): string =>
    written.replace(/^\$(\w{1,80})/, (whole, name: string) => hosts.get(name) ?? whole);
  for (const found of text.matchAll(PASSES)) {
    const [whole, written = ''] = found;
    const url = urlOf(written);
    if (!WHOLE.test(url) || !isOutside(url)) continue;
    const start = found.index + whole.length - written.length;
    const region = { text: written, at: (offset: number) => start + offset };
    pathsIn(region, model, { ...NO_CONTEXT, names: ['url'], urls: [url] });
  }
  for (const found of text.matchAll(REWRITES)) {
    const [whole, literal = ''] = found;
    const host = passedTo(text, found.index + whole.length, urlOf);
    if (host === undefined || !isOutside(host)) continue;
    pushHandedOn(literal, found.index + whole.indexOf(literal), host, model);
  }
  for (const found of text.matchAll(LOCATIONS)) {
    const [whole, literal = '', block = ''] = found;
    const host = urlOf(PASSED.exec(block)?.[1] ?? '');
    if (!/^https?:\/\/[^/]{1,200}\/?$/.test(host) || !isOutside(host) || /\brewrite\b/.test(block)) continue;
    pushHandedOn(literal, found.index + whole.indexOf(literal), host, model);
  }
}

/** A path that requests go on under, at the host that they are passed to. */
function pushHandedOn(literal: string, start: number, host: string, model: Model): void {
  const context = { ...NO_CONTEXT, names: ['url'], urls: [host] };
  const at = { start, end: start + literal.length };
  model.paths.push({ path: withHoles(`${host}${literal}`), literal, at, context });
}

/** The host that the block of a directive passes requests on to, behind it or before. */
function passedTo(text: string, at: number, urlOf: (written: string) => string): string | undefined {
  const behind = text.slice(at, at + MAX_BLOCK).split(/[{}]/, 1)[0] ?? '';
  const before =
    text
      .slice(Math.max(0, at - MAX_BLOCK), at)
      .split(/[{}]/)
      .at(-1) ?? '';
  const written = /(?:^|[;\s])proxy_pass[ \t]{1,20}["']?([^\s;"']{1,300})/.exec(`${before}${behind}`)?.[1];
  return /^https?:\/\/[^/]{1,200}/.exec(urlOf(written ?? ''))?.[0];
}
