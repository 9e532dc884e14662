// The URLs of a call whose block a statement stands in: `conn.post(url) do |req|`, `client.post(url) {`.
import type { Statement, Token } from '../tokens/token.ts';
import { isAfter } from './calls.ts';
import type { UrlList } from './url-list.ts';

/** Blocks of a call that only make what the call around them sends: `setBody(buildJsonObject { ... })`. */
const BUILDS =
  /^(setBody|buildJsonObject|buildJsonArray|putJsonObject|putJsonArray|addJsonObject|body|json)$/;
const MAX_BLOCKS = 3;
/** Tokens of a call before its block. */
const MAX_HEAD = 40;

export function urlsOfBlock(
  { first, parent: outer }: Statement,
  tokens: readonly Token[],
  list: UrlList,
  depth = 0,
): string[] {
  const scope = tokens[first]?.scope;
  let parent = outer;
  while (parent && parent.first >= first) ({ parent } = parent);
  if (!parent?.parent || first - parent.first > MAX_HEAD) return [];
  for (let i = first - 1; i >= parent.first && i > first - 10; i--) {
    if (isAfter(tokens[i]?.text ?? '')) return [];
  }
  const head = parent;
  const found = list.between(parent.first, first).filter(({ at }) => {
    const token = tokens[at];
    return token?.statement === head && token.scope === scope;
  });
  const builds = depth < MAX_BLOCKS && BUILDS.test(tokens[parent.first]?.text ?? '');
  return found.length === 0 && builds
    ? urlsOfBlock(parent, tokens, list, depth + 1)
    : found.map(({ url }) => url);
}
