// Where a member of a type is given by its position: `new Body(customer, value, scans)` beside `record Body(String customerId,
// BigDecimal receiverAmount, List<String> documents)`. Of types whose brackets, or whose constructor's, stand in the file. And where
// it is given by its name, in an object whose type isn't named there: `new() { Papers = scans }`.
import { type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';

const MAX_USES = 24;
const MAX_ARGUMENTS = 24;
const DECLARES = /^(class|record|struct|public|private|protected|internal|func|fun|def)$/;

export interface Given {
  readonly group: Group;
  readonly position: number;
}

/** Wherever a member is given something that isn't put to its own name. */
export const givenToMember = (field: Token, tokens: readonly Token[], places: Places): Given[] => [
  ...givenByPosition(field, tokens, places),
  ...givenByName(field, tokens, places),
];

/** The arguments that stand for a member wherever values of its type are made. */
function givenByPosition(field: Token, tokens: readonly Token[], places: Places): Given[] {
  const { scope } = field;
  if (scope.kind !== 'type') return [];
  const brackets = places.uses(field.text).flatMap((use) => {
    const place = places.of(use);
    const isOwn = place?.group.open === '(' && tokens[place.group.at - 1]?.text === scope.name;
    return place && isOwn ? [place] : [];
  });
  const [declared] = brackets;
  if (!declared) return [];
  const index = commasBefore(declared.group, declared.position, tokens);
  return places
    .uses(scope.name)
    .slice(0, MAX_USES)
    .flatMap((use): Given[] => {
      const place = places.of(use);
      const group = place?.group.items[place.position + 1];
      if (typeof group !== 'object' || group.open !== '(' || brackets.some((one) => one.group === group))
        return [];
      if (DECLARES.test(tokens[use - 1]?.text ?? '')) return [];
      const position = argumentAt(group, index, tokens);
      return position === undefined ? [] : [{ group, position }];
    });
}

/** The values that stand for a member in objects of which every other name is a member of its type, too. */
function givenByName(field: Token, tokens: readonly Token[], places: Places): Given[] {
  const { scope } = field;
  if (scope.kind !== 'type') return [];
  const isMember = (name: string): boolean => places.uses(name).some((use) => tokens[use]?.scope === scope);
  return places
    .uses(field.text)
    .slice(0, MAX_USES)
    .flatMap((use): Given[] => {
      const place = places.of(use);
      if (!place || !isMade(place.group, scope.name, tokens) || tokens[use + 1]?.text !== '=') return [];
      const { group, position } = place;
      const names = group.items.flatMap((item, i) =>
        tokenOf(group.items[i + 1], tokens)?.text === '=' ? (tokenOf(item, tokens)?.text ?? '') : [],
      );
      return names.length > 1 && names.every(isMember) ? [{ group, position: position + 2 }] : [];
    });
}

/** `new() {`, `new Body {`. */
function isMade({ open, at }: Group, type: string, tokens: readonly Token[]): boolean {
  const text = (back: number): string => tokens[at - back]?.text ?? '';
  if (open !== '{') return false;
  return (text(3) === 'new' && text(2) === '(' && text(1) === ')') || (text(2) === 'new' && text(1) === type);
}

/** Those inside the arguments of a generic type part nothing. */
export function commasBefore({ items }: Group, position: number, tokens: readonly Token[]): number {
  let generic = 0;
  let commas = 0;
  for (const item of items.slice(0, position)) {
    const text = tokenOf(item, tokens)?.text;
    if (text === '<') generic++;
    else if (text === '>') generic--;
    else if (text === ',' && generic === 0) commas++;
  }
  return commas;
}

/** The first item of an argument without a name. */
export function argumentAt({ items }: Group, index: number, tokens: readonly Token[]): number | undefined {
  let commas = 0;
  let from = 0;
  for (let i = 0; i < items.length && commas < index && commas < MAX_ARGUMENTS; i++)
    if (tokenOf(items[i], tokens)?.text === ',') {
      commas++;
      from = i + 1;
    }
  if (commas < index || from >= items.length) return undefined;
  const sign = tokenOf(items[from + 1], tokens)?.text ?? '';
  return sign === '=' || sign === ':' ? undefined : from;
}
