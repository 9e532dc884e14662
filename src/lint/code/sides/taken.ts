// Fields that a source takes away again: `delete body.amount`, `body.pop("amount")`, `in.Amount = nil`, `const { amount,
// ...rest } = body`. What has them then is on its way to the new shape.
import { camel } from '../../model/model.ts';
import { INTEREST } from '../../model/words.ts';
import type { FoundKey } from '../names/keys.ts';
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';

const TAKES =
  /^(pop|delete|remove|Remove|unset|omit|except|without|forget|discard|removeValue|dissoc|drop|exclude|delete!|except!|Delete|deleteProperty)$/;
const DELETES = /^(delete|del|unset)$/;
const NOTHING = /^(undefined|null|nil|None|NULL|nullptr)$/;
const MAX_BACK = 8;
const MAX_PATTERN = 40;

/** Names of fields, in camel case, each with what it is taken from. */
export type Taken = ReadonlyMap<string, ReadonlySet<string>>;

export function takenFields(
  tokens: readonly Token[],
  places: Places,
  isField: (name: string) => boolean,
): Taken {
  const found = new Map<string, Set<string>>();
  tokens.forEach((token, at) => {
    if (token.kind !== 'name' && token.kind !== 'string') return;
    const name = camel(token.text);
    if (!isField(name)) return;
    const owner = ownerOf(tokens, places, at);
    if (owner === undefined) return;
    const owners = found.get(name);
    if (owners) owners.add(owner);
    else found.set(name, new Set([owner]));
  });
  return found;
}

/** Whether a field that a rule cares for is taken from what a token names: `row.pop("amount")`, `delete row.amount`. */
export function isTakenFrom(at: number, tokens: readonly Token[]): boolean {
  const text = (i: number): string => tokens[i]?.text ?? '';
  if (/^(\.|\?\.|->)$/.test(text(at + 1)) && TAKES.test(text(at + 2)) && text(at + 3) === '(')
    return INTEREST.has(camel(text(at + 4)));
  const before = text(at - 1) === '(' || text(at - 1) === '$' ? text(at - 2) : text(at - 1);
  return DELETES.test(before) && INTEREST.has(camel(text(at + 2)));
}

/** `in.Amount = nil`. */
export function isNothing(tokens: readonly Token[], { group, value }: FoundKey): boolean {
  const given = tokenOf(group.items[value], tokens);
  return (
    given?.kind === 'name' &&
    NOTHING.test(given.text) &&
    tokenOf(group.items[value - 1], tokens)?.text === '='
  );
}

/** What a field is taken from here; `undefined` where it isn't taken away. */
function ownerOf(tokens: readonly Token[], places: Places, at: number): string | undefined {
  const text = (i: number): string => tokens[i]?.text ?? '';
  const place = places.of(at);
  if (!place) return undefined;
  const { group, position } = place;
  if (tokens[at]?.kind === 'string' && group.open === '(') {
    const chain = calleeOf(group, tokens);
    if (!TAKES.test(chain.at(-1) ?? '')) return undefined;
    const first = tokenOf(group.items[0], tokens);
    return position === 0 ? (chain.at(-2) ?? '') : (first?.text ?? '');
  }
  // `body.amount` and `body["amount"]`: behind a word that deletes, or given nothing.
  const from = text(at - 1) === '[' ? at - 2 : at - 2;
  const end = text(at + 1) === ']' ? at + 2 : at + 1;
  if (/^(\.|\?\.|->|\[)$/.test(text(at - 1))) {
    if (isRuledOut(tokens, place)) return '';
    const owner = text(from).replace(/^[$@]+/, '');
    if (text(end) === '=' && NOTHING.test(text(end + 1))) return owner;
    for (let i = from - 1; i > from - MAX_BACK; i--) if (DELETES.test(text(i))) return owner;
    return undefined;
  }
  return tokens[at]?.passive === true && hasRest(tokens, at) ? '' : undefined;
}

/** A rule that a field be empty: `RuleFor(x => x.SourceOfFunds).Null()`. */
function isRuledOut(tokens: readonly Token[], { group }: { group: Group }): boolean {
  if (group.open !== '(' || !/^(RuleFor|ruleFor|RuleForEach)$/.test(calleeOf(group, tokens).at(-1) ?? ''))
    return false;
  const { parent, position } = group;
  return /^(Null|Empty|null|empty)$/.test(tokenOf(parent?.items[position + 2], tokens)?.text ?? '');
}

/** `{ amount, ...rest }`. */
function hasRest(tokens: readonly Token[], at: number): boolean {
  for (let i = at + 1; i < at + MAX_PATTERN; i++) {
    const token = tokens[i];
    if (!token?.passive || token.text === '}') return false;
    if (token.text === '...' || token.text === '**') return true;
  }
  return false;
}
