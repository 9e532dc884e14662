// Brackets: tokens as a tree of groups, and what stands before a group: the call whose arguments it holds, the variable
// or key that it is given to.
import type { Scope, Token } from './token.ts';
import { areTypes, openingOf } from './type-arguments.ts';

export interface Group {
  readonly open: '(' | '[' | '{' | '';
  /** Index of the opening token; -1 for the file. */
  readonly at: number;
  close: number;
  readonly parent: Group | undefined;
  /** Index among the parent's items. */
  readonly position: number;
  readonly items: (number | Group)[];
}

export function groupsOf(tokens: readonly Token[]): { root: Group; all: Group[] } {
  const root: Group = { open: '', at: -1, close: tokens.length, parent: undefined, position: 0, items: [] };
  const all: Group[] = [root];
  let group = root;
  tokens.forEach((token, at) => {
    const { text, kind } = token;
    if (kind === 'symbol' && /^(?:%[wWiI]|[%#@])?[([{]$/.test(text)) {
      const inner: Group = {
        open: text.at(-1) as '(',
        at,
        close: tokens.length,
        parent: group,
        position: group.items.length,
        items: [],
      }; // just matched
      group.items.push(inner);
      all.push(inner);
      group = inner;
    } else if (kind === 'symbol' && (text === ')' || text === ']' || text === '}')) {
      let open = group;
      while (open.parent && !closes(open, text)) open = open.parent;
      if (!open.parent) return;
      open.close = at;
      group = open.parent;
    } else group.items.push(at);
  });
  return { root, all };
}

const closes = ({ open }: Group, text: string): boolean =>
  (open === '(' && text === ')') || (open === '[' && text === ']') || (open === '{' && text === '}');

/** The token that an item is; undefined for a group and past the ends. */
export const tokenOf = (item: number | Group | undefined, tokens: readonly Token[]): Token | undefined =>
  typeof item === 'number' ? tokens[item] : undefined;

/** First token of an item. */
export const firstOf = (item: number | Group): number => (typeof item === 'number' ? item : item.at);

/** From the opening bracket to the closing one. */
export function spanOf(group: Group, tokens: readonly Token[]): { start: number; end: number } {
  const end = tokens[Math.min(group.close, tokens.length - 1)]?.end ?? 0;
  return { start: tokens[Math.max(0, group.at)]?.start ?? 0, end };
}

/** Items of a chain of calls, or before what is given; more are generated, and reading them once for each would take for ever. */
const MAX_CHAIN = 400;
const JOINS = new Set(['.', '?.', '->', '::', '&.', '!', '?->', '|>']);
const WORDS = new Set([
  'return',
  'await',
  'new',
  'if',
  'while',
  'for',
  'switch',
  'in',
  'not',
  'and',
  'or',
  'else',
  'yield',
  'throw',
  'case',
  'when',
  'typeof',
  'function',
  'catch',
  'with',
  'elif',
  'unless',
  'guard',
  'try',
  'match',
  'do',
]);

/**
 * The chain of names before a group, outermost call first: `client.transfers.create` before its arguments. Calls inside
 * the chain are passed over. Empty where nothing is called.
 */
export function calleeOf(group: Group, tokens: readonly Token[]): string[] {
  const siblings = group.parent?.items ?? [];
  const names: string[] = [];
  let wantName = true;
  for (let i = group.position - 1; i >= 0 && i > group.position - MAX_CHAIN; i--) {
    const item = siblings[i];
    if (item === undefined) break;
    if (typeof item !== 'number') {
      if (!wantName && !(item.open === '(' || item.open === '[')) break;
      if (wantName && names.length === 0 && !isTyped(item, tokens)) break;
      if (item.open === '{') break;
      continue;
    }
    const token = tokens[item];
    if (!token) break;
    if (JOINS.has(token.text)) {
      wantName = true;
      continue;
    }
    // Generic arguments between a name and its brackets: `post<Transfer>(...)`; Java's `.<Transfer>post(...)`.
    if (/^>{1,3}$/.test(token.text)) {
      const opening = openingOf(i, (at) => tokenOf(siblings[at], tokens));
      if (opening === undefined) break;
      if (names.length > 0 && !JOINS.has(tokenOf(siblings[opening - 1], tokens)?.text ?? '')) break;
      i = opening;
      continue;
    }
    const member = JOINS.has(tokens[item - 1]?.text ?? '');
    if (token.kind !== 'name' || (WORDS.has(token.text) && !member)) break;
    if (!wantName) break;
    names.unshift(token.text.replace(/[?!]$/, ''));
    wantName = false;
    if (token.first && !JOINS.has(tokens[item - 1]?.text ?? '')) break;
  }
  return names;
}

const isTyped = ({ open, items }: Group, tokens: readonly Token[]): boolean =>
  open === '[' && areTypes(items.slice(0, MAX_CHAIN).map((item) => tokenOf(item, tokens)));

/** The call whose block a group is: `reject {`, `filter(x) {`, `any? {`. */
export function blockOf(group: Group, tokens: readonly Token[]): string {
  const siblings = group.parent?.items ?? [];
  const before = siblings[group.position - 1];
  const token = tokenOf(typeof before === 'object' ? siblings[group.position - 2] : before, tokens);
  return token?.kind === 'name' ? token.text : '';
}

/**
 * The token of the variable or key that an item is given to: `name = item`, `name: Type = item`, `name := item`,
 * `key: item`, `x["key"] = item`.
 */
export function givenTo(
  items: readonly (number | Group)[],
  position: number,
  tokens: readonly Token[],
): Token | undefined {
  const tokenAt = (i: number): Token | undefined => tokenOf(items[i], tokens);
  let i = position - 1;
  // What may stand between: `new Foo {`, `Foo{`, `&Foo{`, `dict(`, `json!(`, `[]string{`, `%{`.
  for (; i >= 0; i--) {
    if (i < position - MAX_CHAIN) return undefined;
    const token = tokenAt(i);
    // Elixir's `@name [`.
    if (token?.text === '@' && i >= position - 3 && token.first) return tokenAt(i + 1);
    if (!token) {
      const group = items[i];
      if (typeof group === 'object' && (group.open !== '{' || group.items.length === 0)) continue;
      return undefined;
    }
    if (GIVES.has(token.text)) break;
    if (i < position - 1 && beginsAnew(items, i, tokens)) return undefined;
    if (token.kind === 'string' || STOPS.test(token.text)) return undefined;
  }
  for (i--; i >= position - 2 * MAX_CHAIN && i >= 0; i--) {
    const token = tokenAt(i);
    if (!token) {
      const group = items[i];
      if (typeof group !== 'object' || group.open !== '[') return undefined;
      // The type between: `body: [String: Any] = [...]`.
      const sign = tokenAt(i - 1)?.text === '&' ? i - 2 : i - 1;
      if (tokenAt(sign)?.text === ':') {
        i = sign;
        continue;
      }
      const key = tokenOf(group.items[0], tokens);
      if (key?.kind === 'string') return key;
      // `name: Type[] = item`, `name: tuple[str, ...] = item`.
      if (tokenAt(i - 1)?.kind === 'name' && isType(i - 1, tokenAt)) continue;
      return undefined;
    }
    if (token.kind === 'string') return token;
    if (token.kind !== 'name') {
      if (token.text === '>') i = openingOf(i, tokenAt) ?? i;
      else if (!/^(?:[?:!&]|'\w*)$/.test(token.text)) return undefined;
      continue;
    }
    // `name: Type = item`: the name is before the colon.
    if (!token.first && (token.text === 'readonly' || isType(i, tokenAt))) continue;
    // Go's `raw, err := ...`: what is made comes first.
    const made = FAILS.test(token.text) && tokenAt(i - 1)?.text === ',' ? tokenAt(i - 2) : undefined;
    return made?.kind === 'name' && made.text !== '_' ? made : token;
  }
  return undefined;
}

/** Behind a colon or an angle bracket, and what Rust puts before a type: `: &'static str`. */
function isType(i: number, tokenAt: (i: number) => Token | undefined): boolean {
  let at = i - 1;
  while (at > i - 4 && /^(&|'|mut|static|'static|readonly)$/.test(tokenAt(at)?.text ?? '')) at--;
  return /^[:<]$/.test(tokenAt(at)?.text ?? '');
}

/** A name that begins a line behind a call's end: another statement, where no semicolon says so. */
function beginsAnew(items: readonly (number | Group)[], i: number, tokens: readonly Token[]): boolean {
  const token = tokenOf(items[i], tokens);
  const before = items[i - 1];
  return token?.kind === 'name' && token.first && typeof before === 'object' && before.open === '(';
}

/** Beside what a call gives back: whether it failed, or nothing. */
const FAILS = /^(?:err|_)$/;
const GIVES = new Set(['=', ':=', '=>', ':', 'to', '+=', '?:']);
const STOPS = /^(return|,|;|==|\+|-|&&|\|\|)$/;

const BLOCK = /^(;|return|const|let|var|if|for|await|throw)$/;

/** A body of statements rather than a literal. */
export function isBlock(group: Group, tokens: readonly Token[]): boolean {
  const known = blocks.get(group);
  if (known !== undefined) return known;
  const block = group.items.some((item) => BLOCK.test(tokenOf(item, tokens)?.text ?? ''));
  blocks.set(group, block);
  return block;
}

/** A large literal is asked once for each of its members. */
const blocks = new WeakMap<Group, boolean>();

/** The braces (or parameters, of a record) of a type itself, and not of something inside it. */
export function isBodyOf(group: Group, scope: Scope, tokens: readonly Token[]): boolean {
  if (group.open === '') return true;
  const parent = group.parent && group.parent.at >= 0 ? tokens[group.parent.at] : undefined;
  return tokens[group.at]?.scope === scope && parent?.scope !== scope;
}
