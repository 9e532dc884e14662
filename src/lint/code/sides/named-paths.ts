// Paths where they are given a name before they are called, and those that are no name themselves.
import { calleeOf, givenTo, type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';

/** What fills places of a text. */
const FILLS = /^(?:s?printf|Sprintf|[fF]ormat)$/;

/** The name that a text is given, filled in or as it is: `p := fmt.Sprintf("/path/%s", id)`. */
export function nameFor(group: Group, position: number, tokens: readonly Token[]): Token | undefined {
  const own = givenTo(group.items, position, tokens);
  const chain = calleeOf(group, tokens);
  if (own || !group.parent || !FILLS.test(chain.at(-1) ?? '')) return own;
  return givenTo(group.parent.items, group.position - 2 * chain.length + 1, tokens);
}

/** An absolute path with a version, which no kept value is named by. */
export const isPathOf = ({ items }: Group, position: number, tokens: readonly Token[]): boolean =>
  /^["'`]?\/api\/v1\//.test(tokenOf(items[position], tokens)?.text ?? '');

/** What asks for an address. */
const ASKS =
  /^(?:fetch|axios|got|ky|request|requests|superagent|undici|httpx|urlopen|NewRequest|NewRequestWithContext|HttpClient|\$fetch|ofetch|curl_exec|GetAsync|SendAsync)$/;
const PATHS = /^\$?(?:path|url|uri|endpoint|route|resource|pathname)$/i;
const MAX_USES = 6;
const MAX_TOKENS = 160;

/** Whether a name is a function of the same source that is given a path and asks for it. */
export function isSender(name: string, tokens: readonly Token[], places: Places): boolean {
  return places
    .uses(name)
    .slice(0, MAX_USES)
    .some((use) => {
      const before = tokens[use - 1]?.text ?? '';
      const isMade =
        /^(?:function|def|func|fn|fun)$/.test(before) || /^(?:=|:=)$/.test(tokens[use + 1]?.text ?? '');
      if (!isMade) return false;
      const body = tokens.slice(use + 1, use + MAX_TOKENS);
      const asks = body.findIndex(({ text, kind }) => kind === 'name' && ASKS.test(text));
      return asks > 0 && body.slice(0, asks).some(({ text, kind }) => kind === 'name' && PATHS.test(text));
    });
}
