// One's own server: a file that defines a route of the ended path's name, by its text, or by where it lies and what it is called.
import type { Format } from '../model/format-of.ts';
import type { PathUse } from '../model/model.ts';
import { OWN_WORDS } from '../model/words.ts';
import { isOfPayments } from './addresses.ts';
import { isRouted } from './routed.ts';
import { isServedIn } from './served.ts';
import { hasServing } from './serving.ts';

/** What puts routes into the world: functions and their gateways, meshes, interfaces of RPC. */
const DEPLOYS =
  /AWS::(?:Serverless|ApiGateway)|\bhttpApi\b|\baws_api_?gateway|\broute_config\b|\bvirtual_hosts\b|\bkind:\s{0,4}(?:VirtualService|HTTPRoute|Ingress|IngressRoute|HTTPProxy)\b|\bgoogle\.api\.http\b|x-amazon-apigateway|x-google-backend|\btraefik\.http\.routers\.|^service\s{1,4}\w{1,40}\s{0,4}\{/m;
const SEGMENT = /(?:^|[/})*])current-tenant(?![\w-])/;
/** Folders and files of fakes. */
const FAKES =
  /(?:^|[/._-])(?:mocks?|fakes?|stubs?|tests?|__tests__|__mocks__|specs?|e2e|sandbox|fixtures?|msw|wiremock|simulator)(?![a-z])/i;
const HANDS_ON =
  /\bprox(?:y|ies)\b|\bproxy\w|\w(?:Proxy|_proxy)\b|\b(?:upstream|forward(?:ed|ing)?|redirect|rewrites|pass_?through)\b|\bfetch\(|\baxios\b|\bhttp\.(?:get|request)\(/i;
/** A web server's. Bounded: 160 characters of a line. */
const LOCATION =
  /^[ \t]{0,40}(?:location|handle(?:_path)?|route|reverse_proxy|ProxyPass(?:Match)?|acl[ \t][^\n{]{0,80})[ \t][^\n{]{0,80}\/api\/v1\/current-tenant(?![\w-])/m;
/** Rails's, whose routes are words. Bounded: spaces. */
const RESOURCE = /^[ \t]{0,40}resources?[ \t(]{1,4}:current_tenant\b/m;

/**
 * What defines a route of this name: `own`, a server that has nothing to do with this service; `route`, one that calls it, too;
 * `proxy`, one that hands on what it is asked. `service`: it names other paths or fields of this service.
 */
export type Serves = 'own' | 'route' | 'proxy';

export interface Served {
  readonly path: string;
  readonly text: string;
  readonly format: Format;
  readonly service: boolean;
}

export function servesItself(uses: readonly PathUse[], served: Served): Serves | undefined {
  const { path, text, format, service } = served;
  // What a page asks without a host is asked of its own server, whoever answers in its tests.
  if (
    /\bmsw\b/.test(text) &&
    uses.some(({ path: route, mocked }) => mocked === true && /^\/api\//.test(route))
  )
    return 'route';
  if (FAKES.test(path)) return undefined;
  const isCode = format.kind === 'code' || format.kind === 'markup';
  const routes = uses.filter(({ path: route }) => SEGMENT.test(route));
  if (
    routes.some(({ side }) => side === 'server') ||
    (isCode && (RESOURCE.test(text) || routes.some((use) => isRouted(use, text, format)))) ||
    hasServing(text, format)
  ) {
    if (HANDS_ON.test(text)) return 'proxy';
    return service ? 'route' : 'own';
  }
  if (!isCode && format.kind !== 'markdown' && LOCATION.test(text)) return 'proxy';
  if (isCode || format.kind === 'markdown') return undefined;
  const isDeployed = DEPLOYS.test(text);
  // A document's: of one's own, or a copy of what describes this service.
  if (service && !isDeployed && (OWN_WORDS.test(text) || isOfPayments(`${path} ${titleOf(text)}`)))
    return undefined;
  const isRoute = (use: PathUse): boolean =>
    (isRouted(use, text, format) && !isChecked(use, text)) ||
    (isDeployed && isServedIn(text, use.at.start, use.context.names[0] ?? '', format));
  return routes.some(isRoute) ? 'route' : undefined;
}

/** A check of Route 53 asks a path and serves none. Bounded: 40 characters. */
const isChecked = ({ at }: PathUse, text: string): boolean =>
  /\bresource_path\s{0,20}=\s{0,4}"?$/.test(text.slice(Math.max(0, at.start - 40), at.start));

/** Who an interface's description says that it is of. Bounded: lines of 200 characters. */
const titleOf = (text: string): string =>
  (text.match(/^.{0,80}\b(?:title|url|host)["']?\s{0,3}:.{0,200}$/gm) ?? []).join(' ');

const RESOURCES =
  /\/api\/v1\/(?:current-tenant\/)?(transfers|customers|trades|accounts|webhook-config|crypto-instruction)(?![\w-])/g;

/** Other resources of this service that a file answers itself, and no fake does. `served`: as its code says. A document of routes has no calls. */
export function offersOf(
  served: readonly string[] | undefined,
  serves: Serves | undefined,
  { path, text, format: { kind } }: Pick<Served, 'path' | 'text' | 'format'>,
): { readonly offers?: readonly string[] } {
  if (FAKES.test(path)) return {};
  if (kind === 'code' || kind === 'markup' || serves === undefined)
    return served === undefined ? {} : { offers: served };
  return { offers: [...new Set([...text.matchAll(RESOURCES)].map(([, name = '']) => name))] };
}

/** Where a file names the route that it defines; the first place of the name, where none is known for a server's. */
export function servedAt(uses: readonly PathUse[]): number | undefined {
  const routes = uses.filter(({ path }) => SEGMENT.test(path));
  const own = routes.find(({ side }) => side === 'server') ?? routes.find(({ mocked }) => mocked === true);
  return (own ?? routes[0])?.at.start;
}

/** Frameworks whose folders are the routes: Next, Nuxt, SvelteKit, Remix, and PHP's own way. Bounded: names of 40 characters. */
const FOLDERS =
  /(?:^|[\\/])(?:(?:app|pages|routes|server)[\\/](?:\([\w-]{1,40}\)[\\/])?api[\\/]v1[\\/]current-tenant(?:(?:[\\/][\w\[\].-]{1,40}){0,4}[\\/](?:route|index|\+server)\.\w{2,3}|(?:\.\w{2,6})?\.(?:ts|js|tsx|jsx|mjs))|(?:app[\\/])?routes[\\/]api\.v1\.current-tenant(?:\.\w{1,40})?\.(?:ts|js|tsx|jsx)|api[\\/]v1[\\/]current-tenant(?:[\\/]index)?\.php)$/;
/** What answers for a resource of this name, in frameworks that make its path from the name. */
const CLASSES =
  /(?:^|[\\/])(?:CurrentTenants?|current[-_]tenants?[-_.])(?:Controller|Resource|Handler|View(?:Set)?s?|Endpoints?|Servlet|Routes?r?)\.(?:cs|java|kt|scala|rb|php|py|ts|js|go)$/i;

/** Whether a file serves such a route by where it lies or what it is called. */
export const isRouteByFolder = (path: string): boolean =>
  (FOLDERS.test(path) || CLASSES.test(path)) && !FAKES.test(path);
