// Functions and types whose `amount` leaves as `receiverAmount`: `{ receiverAmount: p.amount }`. Whoever hands them an `amount`
// speaks to the source itself, not to the service.
import { tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import { type Scope, type Token, within } from '../tokens/token.ts';
import { isAnybodys } from './handed.ts';

const NEW = /^(?:set_?|with_?)?receiver_?amount$/i;
const OLD = /^[$@_]{0,2}(?:get_?)?_?amount$/i;
const MEMBER = /^(?:\.|\?\.|->|&\.|\?->|!|\[)$/;
const OWN = /^(?:this|self|@|@_?amount|_amount|m_amount)$/;
/** Functions that every class has. */
const GENERAL =
  /^(get|set|post|put|patch|delete|send|call|run|handle|request|fetch|save|main|init|new|build|execute|apply|invoke|do|perform|process|constructor|exec|update|list|add|__init__|initialize)$/i;
/** Tokens of the value that a field is given, and those around a parameter's name. */
const MAX_VALUE = 16;
const NEAR = 4;
const MAX_FOUND = 40;
const MAX_ITEMS = 60;
const MAX_CHAIN = 8;
const MAX_SCOPES = 8;
const MAX_USES = 16;

/** Their names. */
export function mendedIn(tokens: readonly Token[], places: Places): string[] {
  const found = new Set<string>();
  let left = MAX_FOUND;
  tokens.forEach(({ kind, text }, at) => {
    if ((kind !== 'name' && kind !== 'string') || left === 0 || !NEW.test(text)) return;
    const value = valueAt(tokens, at);
    if (value === undefined || goesAlong(at, value, tokens, places)) return;
    left--;
    for (const name of namesOf(value, tokens, places)) found.add(name);
  });
  return [...found];
}

/** The earlier name in what the new one is given. */
function valueAt(tokens: readonly Token[], at: number): number | undefined {
  let depth = 0;
  for (let i = at + 1; i < at + MAX_VALUE; i++) {
    const token = tokens[i];
    if (!token) return undefined;
    if ((token.kind === 'name' || token.kind === 'string') && OLD.test(token.text)) return i;
    if (/^[([{]$/.test(token.text)) depth++;
    // `["receiverAmount"] = ...`, `("receiverAmount", ...)`: the bracket and the comma behind the name end nothing.
    if (/^[)\]}]$/.test(token.text) && --depth < 0 && i > at + 1) return undefined;
    if (token.text === ';' || (token.text === ',' && depth <= 0 && i > at + 1)) return undefined;
  }
  return undefined;
}

/** `{ ...order, receiverAmount: order.amount }`: the earlier name is sent, too. */
function goesAlong(at: number, value: number, tokens: readonly Token[], places: Places): boolean {
  const [root] = chainBefore(value, tokens);
  const items = root === undefined ? [] : (places.of(at)?.group.items ?? []);
  return items.slice(0, MAX_ITEMS).some((item, i) => {
    if (!/^(?:\.\.\.|\*\*|\.\.)$/.test(tokenOf(item, tokens)?.text ?? '')) return false;
    return tokenOf(items[i + 1], tokens)?.text === root;
  });
}

function namesOf(value: number, tokens: readonly Token[], places: Places): string[] {
  const scope = tokens[value]?.scope;
  const chain = chainBefore(value, tokens);
  const [root] = chain;
  const names = functionsAround(scope).filter((name) => !GENERAL.test(name) && !isAnybodys(name));
  if (root === undefined || OWN.test(root)) {
    const type = typeAround(scope);
    // `repository.send(amount)`: what every class has is told with its class.
    const [method] = functionsAround(scope);
    if (root === undefined && type !== undefined && method !== undefined && GENERAL.test(method))
      names.push(`${type}.${method}`);
    const isOwn = root !== undefined || OWN.test(tokens[value]?.text ?? '');
    if (isOwn && type !== undefined) names.push(type);
  }
  if (root === undefined) names.push(...takenFrom(value, scope, tokens, places));
  const holder = chain.findLast((name) => !OWN.test(name));
  if (holder !== undefined)
    names.push(...typesOf(holder, chain.length > 1 ? undefined : scope, tokens, places));
  return names;
}

/** `const { amount, ...rest } = order`, `({ amount, ...rest }: Order) =>`: the types that what it is taken from is said to be of. */
function takenFrom(
  value: number,
  scope: Scope | undefined,
  tokens: readonly Token[],
  places: Places,
): string[] {
  const name = tokens[value]?.text ?? '';
  return places
    .uses(name)
    .slice(0, MAX_USES)
    .flatMap((use) => {
      const group = use < value ? places.of(use)?.group : undefined;
      if (group?.open !== '{' || (scope && !within(scope, tokens[use]?.scope ?? scope))) return [];
      const text = (by: number): string => tokens[group.close + by]?.text ?? '';
      if (text(1) === ':') return typeNames(tokens, group.close + 1, 1);
      return text(1) === '=' && /^\w+$/.test(text(2)) ? typesOf(text(2), scope, tokens, places) : [];
    });
}

/** What the name is a member of, outermost first: `this`, `props` before `.amount`. */
function chainBefore(value: number, tokens: readonly Token[]): string[] {
  const names: string[] = [];
  for (let at = value - 1; at > value - MAX_CHAIN && MEMBER.test(tokens[at]?.text ?? ''); at--) {
    while (MEMBER.test(tokens[at - 1]?.text ?? '')) at--;
    const before = tokens[--at];
    if (before?.kind !== 'name') break;
    names.unshift(before.text.replace(/^[$@]+/, ''));
  }
  return names;
}

function functionsAround(scope: Scope | undefined): string[] {
  const names: string[] = [];
  let at = scope;
  for (let depth = 0; at?.kind === 'function' && depth < MAX_SCOPES; depth++, at = at.parent)
    if (at.name !== '') names.push(at.name);
  return names;
}

function typeAround(scope: Scope | undefined): string | undefined {
  let at = scope;
  for (let depth = 0; at?.kind === 'function' && depth < MAX_SCOPES; depth++) at = at.parent;
  return at?.kind === 'type' ? at.name : undefined;
}

/** The types that a parameter of the name is said to be of: `p: T`, `p T`, `T p`. */
function typesOf(name: string, scope: Scope | undefined, tokens: readonly Token[], places: Places): string[] {
  return places
    .uses(name)
    .slice(0, MAX_USES)
    .flatMap((use) => {
      const token = tokens[use];
      if (token?.parameter !== true || (scope && !within(scope, token.scope) && !within(token.scope, scope)))
        return [];
      return [...typeNames(tokens, use, 1), ...typeNames(tokens, use, -1)];
    });
}

/** Capital names of the same parameter, on one side of its own. */
function typeNames(tokens: readonly Token[], use: number, step: 1 | -1): string[] {
  const names: string[] = [];
  for (let at = use + step; Math.abs(at - use) <= NEAR; at += step) {
    const token = tokens[at];
    if (!token || /^[,(){};=]$/.test(token.text)) break;
    if (token.kind === 'name' && /^[A-Z]\w+$/.test(token.text)) names.push(token.text);
  }
  return names;
}
