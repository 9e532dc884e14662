// Paths that a source looks for, compares, replaces or branches on: a guard, a rename, an arm of a switch. It does not call them
// there. Told by the sign or the call beside a text, and by those beside the name that it is given.
import { isArm } from '../tokens/arms.ts';
import { calleeOf, givenTo, type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import { isCompared, isComparing, isComparison } from './compared.ts';

const SEARCHES =
  /^(?:(?:str_?)?(?:replace|substitute|starts?_?with|ends?_?with|contains?|index_?of|matches|search|find|count|split|equals?)(?:_?(?:all|first|ignore_?case|fold|segments))?[?!]?|g?sub!?|start_with\?|end_with\?|has_?(?:prefix|suffix)|(?:trim|cut|strip|remove)_?(?:prefix|suffix|start)|equal_?fold|new_?replacer|str_?cmp|strn?casecmp|strpos|preg_\w{1,20}|reg_?exp?|must_?compile|compile|full_?match|is_?match|path_?matcher|delete_?prefix)$/i;
const MAX_USES = 24;
const MAX_LABELS = 12;

export function isLookedFor(
  group: Group,
  position: number,
  tokens: readonly Token[],
  places: Places,
  hops = 1,
): boolean {
  if (isLookedForAt(group, position, tokens)) return true;
  const given = hops > 0 ? givenTo(group.items, position, tokens) : undefined;
  if (given?.kind !== 'name') return false;
  const isOfKey = (at: number): boolean => tokens[at + 1]?.text === ':';
  const isMember = isOfKey(places.indexOf(given));
  return places
    .uses(given.text)
    .slice(0, MAX_USES)
    .some((use) => {
      // The same member of another object.
      if (isMember && isOfKey(use)) return false;
      const place = tokens[use] === given ? undefined : places.of(use);
      return place !== undefined && isLookedForAt(place.group, place.position, tokens);
    });
}

function isLookedForAt(group: Group, position: number, tokens: readonly Token[]): boolean {
  const text = (i: number): string => tokenOf(group.items[i], tokens)?.text ?? '';
  const next = tokenOf(group.items[position + 1], tokens);
  const after = next && !next.first ? next.text : '';
  if (isComparison(text(position - 1)) || isComparison(after)) return true;
  // A type of texts: `'/old' | '/new'`.
  if (text(position - 1) === '|' || after === '|') return true;
  if (after === '.' && isSearch(text(position + 2))) return true;
  if (isKey(group, after) || isLabel(group, position, tokens) || isArm(group, position, tokens)) return true;
  if (group.open === '(' && isSearch(calleeOf(group, tokens).at(-1) ?? '')) return true;
  return isCompared(group, tokens);
}

export const isSearch = (name: string): boolean =>
  name !== 'filter' && (isComparing(name) || SEARCHES.test(name));

/** `{ '/old': '/new' }`: what a map is asked for. */
const isKey = ({ open }: Group, after: string): boolean =>
  (open === '{' || open === '[' || open === '(') && /^(?::|=>|->|to)$/.test(after);

/** `case 'a', 'b':`, `when 'a', 'b'`. */
export function isLabel({ items }: Group, position: number, tokens: readonly Token[]): boolean {
  for (let i = position - 1; i >= 0 && i > position - MAX_LABELS; i--) {
    const token = tokenOf(items[i], tokens);
    if (token && /^(?:case|when)$/.test(token.text)) return true;
    if (token?.kind !== 'string' && token?.text !== ',' && token?.text !== '|') return false;
  }
  return false;
}
