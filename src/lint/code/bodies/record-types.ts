// Fields that a type names as texts: `Record<'customerId' | 'amount', string>`, `{ [K in 'customerId' | 'amount']: string }`.
import { type FoundKey, isInteresting } from '../names/keys.ts';
import type { Group } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';

const MAX_USES = 24;
const MAX_NAMES = 100;

export function recordKeys(groups: readonly Group[], tokens: readonly Token[], places: Places): FoundKey[] {
  const text = (at: number): string => tokens[at]?.text ?? '';
  const records = places
    .uses('Record')
    .slice(0, MAX_USES)
    .filter((use) => text(use + 1) === '<')
    .map((use) => use + 2);
  const mapped = groups
    .filter(({ open, at }) => open === '[' && text(at + 2) === 'in')
    .map(({ at }) => at + 3);
  return [...records, ...mapped].flatMap((from) => keysFrom(from, tokens, places));
}

/** Texts with `|` between, of a type that has a name. */
function keysFrom(from: number, tokens: readonly Token[], places: Places): FoundKey[] {
  const keys: FoundKey[] = [];
  let at = tokens[from]?.text === '|' ? from + 1 : from;
  for (let count = 0; count < MAX_NAMES; count++, at += 2) {
    const token = tokens[at];
    const group = places.of(at)?.group;
    if (token?.kind !== 'string' || token.scope.kind !== 'type' || !group) return [];
    const start = token.body ?? token.start;
    const end = start + token.text.length;
    if (isInteresting(token.text))
      keys.push({ written: token.text, start, end, value: -1, group, token, declared: true });
    if (tokens[at + 1]?.text !== '|') return keys;
  }
  return keys;
}
