// The URLs of a function, on either side of one of its tokens.
import { firstAbove } from '../tokens/places.ts';
import { type Scope, type Token, within } from '../tokens/token.ts';
import type { UrlList } from './url-list.ts';

const MAX_USES = 64;
/** More than so many say nothing of a thing. */
const MAX_NEAR = 3;

/** URLs that stand behind a token. */
export function urlsNear(scope: Scope, from: number, tokens: readonly Token[], list: UrlList): string[] {
  if (scope.kind !== 'function') return [];
  const all = list.of(scope.name);
  const first = firstAbove(all, from, ({ at }) => at);
  const own = all.slice(first, first + MAX_USES).filter(({ at }) => within(tokens[at]?.scope, scope));
  return own.length <= MAX_NEAR ? [...new Set(own.map(({ url }) => url))] : [];
}

/** Whether a call was made before a token. */
export function isCalledBefore(
  scope: Scope,
  until: number,
  tokens: readonly Token[],
  list: UrlList,
): boolean {
  if (scope.kind !== 'function') return false;
  const urls = list.of(scope.name);
  const end = firstAbove(urls, until - 1, ({ at }) => at);
  return urls.slice(Math.max(0, end - MAX_USES), end).some(({ at }) => within(tokens[at]?.scope, scope));
}
