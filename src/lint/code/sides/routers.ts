// Variables that are routers of a server of one's own, whatever they are called: `const api = express.Router()`, `api *gin.RouterGroup`,
// `client: FastifyInstance`. What is called on them defines a route.
import type { Places } from '../tokens/places.ts';
import { targetOf } from '../tokens/targets.ts';
import type { Token } from '../tokens/token.ts';

/** What makes one. */
const MAKERS = [
  'Router',
  'express',
  'fastify',
  'Fastify',
  'Hono',
  'APIRouter',
  'Blueprint',
  'NewRouter',
  'Group',
];
/** Types of one. */
const TYPES = [
  'Router',
  'Express',
  'FastifyInstance',
  'Hono',
  'RouterGroup',
  'IRouter',
  'Application',
  'APIRouter',
];
/** Of Go, whose types are named with their package. */
const PACKAGES = /^(?:gin|echo|fiber|chi|mux|iris)$/;
const GO_TYPES = ['RouterGroup', 'Engine', 'Group', 'Echo', 'Router', 'Mux', 'IRouter', 'IRoutes', 'App'];
const MAX_USES = 12;

export function routersIn(tokens: readonly Token[], places: Places): ReadonlySet<string> {
  const text = (at: number): string => tokens[at]?.text ?? '';
  const found = new Set<string>();
  for (const maker of MAKERS)
    for (const use of places.uses(maker).slice(0, MAX_USES)) {
      const token = tokens[use];
      const name = token && text(use + 1) === '(' ? targetOf(token.statement, use, tokens) : undefined;
      if (name !== undefined) found.add(name);
    }
  // Fastify's: `api.register(routes, { prefix: '/api' })`.
  for (const use of places.uses('register').slice(0, MAX_USES)) {
    const isPrefixed = tokens.slice(use, use + MAX_USES).some(({ text: own }) => own === 'prefix');
    if (isPrefixed && text(use - 1) === '.' && tokens[use - 2]?.kind === 'name') found.add(text(use - 2));
  }
  for (const type of TYPES)
    for (const use of places.uses(type).slice(0, MAX_USES))
      if (text(use - 1) === ':' && tokens[use - 2]?.kind === 'name') found.add(text(use - 2));
  for (const type of GO_TYPES)
    for (const use of places.uses(type).slice(0, MAX_USES)) {
      if (text(use - 1) !== '.' || !PACKAGES.test(text(use - 2))) continue;
      const at = text(use - 3) === '*' ? use - 4 : use - 3;
      if (tokens[at]?.kind === 'name') found.add(text(at));
    }
  return found;
}
