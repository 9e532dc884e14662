// What the names in a list of document types stand for: constants of the file, members of an enumeration, types imported by
// their own names.
import type { List } from '../../model/model.ts';
import { isPaper, REMOVED_TYPES, typeNamed } from '../../model/words.ts';
import { type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';

type Item = List['items'][number];

/** The text that a name stands for. */
export type Named = (name: string) => string | undefined;

/** What constants and members of an enumeration stand for, where several documents stand so: `[Paper.AML, Paper.CHART]`. */
export function meantBy({ items }: Group, tokens: readonly Token[], named: Named): ReadonlyMap<number, Item> {
  const found = new Map<number, Item>();
  items.forEach((item, i) => {
    const token = tokenOf(item, tokens);
    if (token?.kind !== 'name' || token.passive) return;
    const next = items[i + 1];
    if (next !== undefined && tokenOf(next, tokens)?.text !== ',') return;
    const text = named(token.text);
    if (text !== undefined && (isPaper(text) || REMOVED_TYPES.has(text)))
      found.set(i, { text, at: { start: token.start, end: token.end } });
  });
  return found.size > 1 ? found : new Map();
}

/** Nothing but constants, imported by their own names: `List.of(PROOF_OF_ADDRESS, AML_POLICY)`, or beside a type's own text. */
export function isAllNames({ open, items }: Group, tokens: readonly Token[]): boolean {
  const names = items.map((item) => tokenOf(item, tokens)).filter((token) => token?.text !== ',');
  const isMixed =
    names.some((token) => token?.kind === 'string' && isPaper(token.text)) &&
    names.every((token) => token?.kind === 'name' || token?.kind === 'string');
  return (
    isMixed ||
    (names.length > 1 &&
      names.every(
        (token) => token?.kind === 'name' && (open === '(' || typeNamed(token.text) !== token.text),
      ))
  );
}
