// A client of one's own server: what it calls without any host is the route that a file beside it defines, where nothing says that
// the route hands on to this service or stands for it in tests.
import type { Hit } from '../finding.ts';
import type { PathUse } from '../model.ts';

const SEGMENT = /(?:^|[/})*])current-tenant(?![\w-])/;
/** Folders and files of fakes. */
const FAKES =
  /(?:^|[/._-])(?:mocks?|fakes?|stubs?|tests?|__tests__|__mocks__|specs?|e2e|sandbox|fixtures?|msw|wiremock|simulator|examples?)(?![a-z])/i;
const HANDS_ON =
  /\bprox(?:y|ies)\b|\bproxy\w|\w(?:Proxy|_proxy)\b|\b(?:upstream|forward(?:ed|ing)?|redirect|pass_?through)\b|\bfetch\(|\baxios\b|\bhttp\.(?:get|request)\(/i;
/** A host, or a name of one; this machine is one's own server. Bounded. */
const BASED =
  /https?:\/\/(?!(?:[\w-]{1,40}\.){0,2}(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?![\w.-]))[\w{$.-]|\bbase_?(?:url|uri|path|address)\b|\b(?:api|service|settle|server)_?(?:url|uri|host|base)\b|[_a-z](?:BaseUrl|BaseURL|ApiUrl|BASE_URL|API_URL|_URL|_HOST)\b|\bimport\.meta\.env\b|\bprocess\.env\b/i;

/**
 * What defines a route of this name: `own`, a server that has nothing to do with this service; `route`, one that calls it, too;
 * `proxy`, one that hands on what it is asked. `service`: it names other paths or fields of this service.
 */
export type Serves = 'own' | 'route' | 'proxy';

export function servesItself(
  uses: readonly PathUse[],
  path: string,
  text: string,
  service: boolean,
): Serves | undefined {
  if (FAKES.test(path) || !uses.some(({ side, path: route }) => side === 'server' && SEGMENT.test(route)))
    return undefined;
  if (HANDS_ON.test(text)) return 'proxy';
  return service ? 'route' : 'own';
}

/** Frameworks whose folders are the routes: Next, Nuxt, SvelteKit, Remix. Bounded: names of 40 characters. */
const FOLDERS =
  /(?:^|[\\/])(?:app|pages|routes|server)[\\/]api[\\/]v1[\\/]current-tenant(?:[\\/](?:route|index|\+server)\.\w{2,3}|(?:\.\w{2,6})?\.(?:ts|js|tsx|jsx|mjs))$/;

/** Whether a file serves such a route by where it lies. */
export const isRouteByFolder = (path: string): boolean => FOLDERS.test(path) && !FAKES.test(path);

/** Sure calls that name no host, in a file that names none, marked so. */
export function withBare(hits: readonly Hit[], uses: readonly PathUse[], text: string): Hit[] {
  const isSure = ({ entry, confidence }: Hit): boolean => entry.where === 'path' && confidence === 'high';
  if (!hits.some(isSure) || BASED.test(text)) return [...hits];
  const bare = uses.filter(({ path }) => path.startsWith('/'));
  const isBare = ({ start, end }: Hit): boolean => bare.some(({ at }) => at.start <= start && end <= at.end);
  return hits.map((hit) => (isSure(hit) && isBare(hit) ? { ...hit, bare: true } : hit));
}
