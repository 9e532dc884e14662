// What is put at the end of a list that stands under a key, and what a block or a pipe puts into what it begins with. Knows no
// names of fields.
import { blockOf, givenTo, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';

const MEMBER = /^(\.|->|\?\.|&\.)$/;
const APPENDS = /^(push|append|add|Add|push_back|insert|extend|addAll|AddRange)$/;
const MAX_BLOCKS = 3;
const MAX_PIPE = 12;

/**
 * The value that is put behind a list: `$x['k'][] = v`, `x['k'] << v`, `x["k"] += [v]`, `x["k"].append(v)`, from the bracket of
 * the key on, or from the member's name: `x.k += [v]`. Of a part of an object that went, -1: `x['compliance']['officer'] = v`.
 */
export function listEnd(group: Group, i: number, tokens: readonly Token[]): number | undefined {
  const { items } = group;
  const sign = (at: number): string => tokenOf(items[at], tokens)?.text ?? '';
  if (/^(<<|\+=)$/.test(sign(i + 1))) return i + 2;
  if (sign(i + 1) === '+' && sign(i + 2) === '=') return i + 3;
  const next = items[i + 1];
  const isEnd = typeof next === 'object' && next.open === '[' && next.items.length === 0;
  if (isEnd) return sign(i + 2) === '=' ? i + 3 : undefined;
  const part = partEnd(group, i, tokens);
  if (part !== undefined) return part;
  const args = items[i + 3];
  const isCall = typeof args === 'object' && args.open === '(';
  return isCall && MEMBER.test(sign(i + 1)) && APPENDS.test(sign(i + 2)) ? i + 3 : undefined;
}

/** `$x['compliance']['officer'] = v`, `x.compliance.officer = v`: a part of what stands under the key; it has no value of its own. */
function partEnd({ items }: Group, i: number, tokens: readonly Token[]): -1 | undefined {
  const own = items[i];
  const key = tokenOf(typeof own === 'object' ? own.items.at(-1) : own, tokens);
  if (key?.text.toLowerCase() !== 'compliance') return undefined;
  const next = items[i + 1];
  const isKey = typeof next === 'object' && next.open === '[' && next.items.length > 0;
  const end = isKey ? i + 2 : MEMBER.test(tokenOf(next, tokens)?.text ?? '') ? i + 3 : -1;
  return tokenOf(items[end], tokens)?.text === '=' && tokenOf(items[end + 1], tokens)?.text !== '='
    ? -1
    : undefined;
}

/** PHP's `array_push($x['k'], v)`: the key, whose it is, and the item of the value. */
export function pushedTo({ items }: Group, tokens: readonly Token[]) {
  const at = items.findIndex((item) => typeof item === 'object' && item.open === '[');
  const group = items[at];
  const owner = tokenOf(items[at - 1], tokens);
  if (typeof group !== 'object' || owner?.kind !== 'name' || tokenOf(items[at + 1], tokens)?.text !== ',')
    return undefined;
  const token = group.items.length === 1 ? tokenOf(group.items[0], tokens) : undefined;
  return token && { token, owner: owner.text.replace(/^[$@#]+/, ''), value: at + 2 };
}

/** `(x.documents ||= []).push(v)`: the member, and the item of what it belongs to, in the brackets before the call. */
export function madeWhereNone(args: Group, tokens: readonly Token[]) {
  const group = args.parent?.items[args.position - 3];
  if (typeof group !== 'object' || group.open !== '(') return undefined;
  const text = (i: number): string => tokenOf(group.items[i], tokens)?.text ?? '';
  const at = group.items.findIndex(
    (_, i) => /^(\|\|=?|\?\?=?)$/.test(text(i)) && /=/.test(text(i) + text(i + 1)),
  );
  const token = tokenOf(group.items[at - 1], tokens);
  const owner = tokenOf(group.items[at - 3], tokens);
  return at > 2 && MEMBER.test(text(at - 2)) && token && owner?.kind === 'name'
    ? { token, owner: owner.text }
    : undefined;
}

/** The variable that holds what a block is applied to: `val x = T().apply { ... }`. */
export function appliedTo(group: Group, tokens: readonly Token[]): string | undefined {
  let at = group;
  for (let depth = 0; at.parent && at.open === '{' && depth < MAX_BLOCKS; depth++) {
    if (blockOf(at, tokens) === 'apply') return givenTo(at.parent.items, at.position, tokens)?.text;
    at = at.parent;
  }
  return undefined;
}

/** What a block makes of its statements: `val body = buildJsonObject { put("amount", v) }`. */
const BUILDS = /^build(?:JsonObject|Map)$/;

/** The variable that a block is given to which a call puts into without naming it; where that isn't seen, a name that all such calls share. */
export function builtIn({ parent: block }: Group, tokens: readonly Token[]): string {
  const isBuilt = block?.parent && block.open === '{' && BUILDS.test(blockOf(block, tokens));
  return (isBuilt ? givenTo(block.parent.items, block.position, tokens)?.text : undefined) ?? 'put';
}

/** `%{...} |> with_regulator(x)`: the function that what stands before the pipe is handed to. */
export function pipedTo({ items }: Group, position: number, tokens: readonly Token[]): string | undefined {
  if (tokenOf(items[position + 1], tokens)?.text !== '|>') return undefined;
  const name = tokenOf(items[position + 2], tokens);
  const args = items[position + 3];
  return name?.kind === 'name' && typeof args === 'object' && args.open === '(' ? name.text : undefined;
}

/** The variable that a pipe begins with, or that its result is given to: `x = %{} |> Map.put(k, v)`. */
export function pipedFrom(args: Group, tokens: readonly Token[]): string | undefined {
  const items = args.parent?.items ?? [];
  const text = (i: number): string => tokenOf(items[i], tokens)?.text ?? '';
  let at = args.position - 1;
  let pipes = 0;
  for (let i = 0; i < MAX_PIPE; i++) {
    while (text(at - 1) === '.') at -= 2;
    if (text(at - 1) !== '|>') break;
    pipes++;
    at -= 2;
    if (typeof items[at] === 'object' && tokenOf(items[at - 1], tokens)?.kind === 'name') at--;
  }
  if (pipes === 0) return undefined;
  const head = tokenOf(items[at], tokens);
  const sign = text(at - 1) === '%' ? at - 2 : at - 1;
  if (text(sign) === '=') return tokenOf(items[sign - 1], tokens)?.text;
  return head?.kind === 'name' ? head.text : undefined;
}
