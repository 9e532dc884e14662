// What a test says that the body of a request had, where no literal holds it: by paths of JSON (`matchingJsonPath("$.amount",
// ...)`), or by members of the request that a fake remembers (`Http::assertSent(fn ($request) => $request['amount'] === 5)`).
import { camel, type Key, NO_CONTEXT, type Obj } from '../../model/model.ts';
import { INTEREST } from '../../model/words.ts';
import { isDenied } from '../sides/expected.ts';
import { ENDPOINT } from '../sides/url-list.ts';
import type { Urls } from '../sides/urls.ts';
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import { pickedObjects } from './picked-objects.ts';

const PATH = /^\$\.(\w{3,60})$/;
const MATCHES = /^(?:matchingJsonPath|JsonPathMatcher)$/;
const REQUEST = /^\$?(?:request|req|r)$/;
const SENT = /^assertSent(?:InOrder)?$/;
const MAX_CLIMB = 8;

interface Said {
  readonly keys: Key[];
  readonly urls: readonly string[];
}

/** Objects of a file that names an endpoint, which no literal of it holds. */
export const unwritten = (
  groups: readonly Group[],
  tokens: readonly Token[],
  parts: Parameters<typeof pickedObjects>[2] & { readonly places: Places; readonly urls: Urls },
): Obj[] => [...pickedObjects(groups, tokens, parts), ...assertedBodies(tokens, parts)];

function assertedBodies(
  tokens: readonly Token[],
  { places, urls }: { readonly places: Places; readonly urls: Urls },
): Obj[] {
  const found = new Map<unknown, Said>();
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'string') continue;
    const written = PATH.exec(token.text)?.[1] ?? token.text;
    if (!INTEREST.has(camel(written))) continue;
    const path = written !== token.text;
    const call = path ? matcherAt(at, tokens, places) : rememberedAt(at, tokens, places);
    if (!call) continue;
    const by = path ? token.statement : call;
    const reached = path ? urls.ofStatement(token.statement, [at, at]) : urls.between(call.at, call.close);
    const said = found.get(by) ?? { keys: [], urls: reached.filter((url) => ENDPOINT.test(url)) };
    const end = (token.body ?? token.start) + token.text.length;
    const where = { start: end - written.length, end };
    said.keys.push({ name: camel(written), written, at: where, value: { kind: 'other' } });
    found.set(by, said);
  }
  return [...found.values()].flatMap(({ keys, urls }): Obj[] => {
    const [first] = keys;
    if (!first || urls.length === 0) return [];
    return [
      { keys, at: first.at, context: { ...NO_CONTEXT, names: ['expect.body'], urls }, kind: 'literal' },
    ];
  });
}

/** The call that is given the path of a field that has to be there. */
function matcherAt(at: number, tokens: readonly Token[], places: Places): Group | undefined {
  const group = places.of(at)?.group;
  if (group?.open !== '(' || !MATCHES.test(calleeOf(group, tokens).at(-1) ?? '')) return undefined;
  const { first } = tokens[at]?.statement ?? { first: at };
  const isAbsent = group.items.some((item) => tokenOf(item, tokens)?.text === 'absent');
  return isAbsent || isDenied(first, at, tokens) || isNone(first, at, tokens) ? undefined : group;
}

/** `verify(0, ...)`, `exactly(0)`. */
const isNone = (first: number, at: number, tokens: readonly Token[]): boolean =>
  tokens
    .slice(first, at)
    .some(
      ({ text }, i) =>
        /^(?:verify|exactly)$/.test(text) &&
        tokens[first + i + 1]?.text === '(' &&
        tokens[first + i + 2]?.text === '0',
    );

/** The call that is told by a member of what was sent: it is compared with what it had to be. */
function rememberedAt(at: number, tokens: readonly Token[], places: Places): Group | undefined {
  const own = places.of(at)?.group;
  if (own?.open !== '[' || own.items.length !== 1 || !own.parent) return undefined;
  const { items } = own.parent;
  const [owner, sign] = [-1, 1].map((by) => tokenOf(items[own.position + by], tokens)?.text ?? '');
  if (!REQUEST.test(owner ?? '') || !/^={2,3}$/.test(sign ?? '')) return undefined;
  let group: Group | undefined = own.parent;
  for (let depth = 0; group && depth < MAX_CLIMB; depth++, group = group.parent)
    if (group.open === '(' && SENT.test(calleeOf(group, tokens).at(-1) ?? '')) return group;
  return undefined;
}
