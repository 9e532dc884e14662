// Fields of Elixir's structs that are named by atoms alone: `@derive Jason.Encoder` and `defstruct [:customerId, :amount]`.
// Without a derived encoder no library writes a struct as it is.
import { type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import type { Serialised } from './serialised.ts';

const DEFINES = /^(?:defstruct|embedded_schema|typedstruct)$/;
const MAX_FIELDS = 80;

export function structFields(
  groups: readonly Group[],
  tokens: readonly Token[],
  places: Places,
): Serialised[] {
  const derived = new Set(places.uses('derive').flatMap((at) => tokens[at]?.scope ?? []));
  if (derived.size === 0) return [];
  return groups
    .filter(({ open, at }) => open === '[' && DEFINES.test(tokens[at - 1]?.text ?? ''))
    .flatMap(({ items }) => items.slice(0, 2 * MAX_FIELDS))
    .flatMap((item): Serialised[] => {
      const token = tokenOf(item, tokens);
      if (token?.kind !== 'string' || token.scope.kind !== 'type' || !derived.has(token.scope)) return [];
      const start = token.body ?? token.start;
      const at = { start, end: start + token.text.length };
      return [{ scope: token.scope, written: token.text, at, renames: () => false }];
    });
}
