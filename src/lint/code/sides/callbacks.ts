// The callback that a call is given for each member of a list: the name of the parameter that stands for the member, or the
// function that is named. Reads one bracket and knows no names of fields.
import { type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';

/** A variable with the tokens that it lives in, both exclusive. */
export interface Member {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface Walked {
  readonly members: readonly Member[];
  /** Functions that are given each member as their first argument. */
  readonly functions: readonly string[];
}

/** Its members are unpacked at once. */
export const NOBODY: Walked = { members: [], functions: [] };
const JOIN = /^(\.|\?\.|->|&\.|::|\?->)$/;
const MAX_PARAMETERS = 10;
const MAX_CALLBACK = 24;

/** The callback among a call's arguments; `list`: another one of them. */
export function callbackOf(
  group: Group,
  tokens: readonly Token[],
  list = -1,
  folds = false,
): Walked | undefined {
  const names = folds ? secondOf(group, tokens) : parametersOf(group, tokens);
  if (names !== undefined) {
    const [name] = names;
    const members = name === undefined ? [] : [{ name, from: group.at, to: group.close }];
    return { ...NOBODY, members };
  }
  if (group.open === '{') {
    const members = ['it', '$0', '_1'].map((name) => ({ name, from: group.at, to: group.close }));
    return { ...NOBODY, members };
  }
  const named = group.items
    .slice(0, MAX_CALLBACK)
    .filter((item): item is number => typeof item === 'number' && item !== list)
    .map((item) => tokens[item])
    .filter((token) => token?.kind === 'name' && !/^(this|self|async|new)$/.test(token.text));
  const [first, second] = named;
  // `send`, `this.send`, `this::send`, `client.send`, `&method(:send)`.
  const fn = JOIN.test(tokens[group.at + 2]?.text ?? '') ? second : first;
  return fn ? { ...NOBODY, functions: [fn.text] } : undefined;
}

/** `reduce((done, row) => ...)`, `inject { |done, row| ... }`. */
function secondOf(group: Group, tokens: readonly Token[]): string[] {
  const inner = group.items
    .slice(0, MAX_CALLBACK)
    .find((item) => typeof item === 'object' && item.open === '(');
  const items = typeof inner === 'object' ? inner.items : group.items;
  const comma = items.slice(0, MAX_PARAMETERS).findIndex((item) => isSign(item, /^,$/, tokens));
  return comma < 0 ? [] : namesIn(items.slice(comma + 1), /^[|)]$/, tokens);
}

/** The names of a callback's parameters; `undefined` where there is none, empty where it unpacks what it is given. */
function parametersOf(group: Group, tokens: readonly Token[]): string[] | undefined {
  const { items } = group;
  const head = items.slice(0, MAX_CALLBACK);
  // `|row|`, `|(i, row)|`.
  const bar = head.findIndex((item) => isSign(item, /^\|$/, tokens));
  if (bar >= 0 && bar < 3) return namesIn(head.slice(bar + 1), /^\|$/, tokens);
  const arrow = head.findIndex((item) => isSign(item, /^(=>|->|in)$/, tokens));
  const word = head.findIndex((item) => isSign(item, /^(function|func|fn|lambda|fun|def)$/, tokens));
  if (word >= 0 && (arrow < 0 || word < arrow)) {
    const behind = head.slice(word + 1);
    const open = behind.find((item) => typeof item === 'object' || isSign(item, /^(:|->)$/, tokens));
    if (typeof open === 'object' && open.open === '(') return namesIn(open.items, /^$/, tokens);
    return namesIn(behind, /^(:|->)$/, tokens);
  }
  if (arrow < 1) return undefined;
  const before = head[arrow - 1];
  if (typeof before === 'object') return before.open === '{' ? [] : namesIn(before.items, /^$/, tokens);
  let first = arrow - 1;
  while (first > 0 && isSign(head[first - 1], /^,$/, tokens) && group.open === '{') first -= 2;
  const name = tokenOf(head[Math.max(0, first)], tokens);
  return name?.kind === 'name' ? [name.text] : undefined;
}

export function isSign(item: number | Group | undefined, pattern: RegExp, tokens: readonly Token[]): boolean {
  const token = tokenOf(item, tokens);
  return token !== undefined && token.kind !== 'string' && pattern.test(token.text);
}

/** The first parameter, typed before or behind its name. */
function namesIn(items: readonly (number | Group)[], until: RegExp, tokens: readonly Token[]): string[] {
  const found: Token[] = [];
  for (const item of items.slice(0, MAX_PARAMETERS)) {
    if (typeof item === 'object') {
      if (item.open === '{' || item.open === '[') return [];
      return namesIn(item.items, /^$/, tokens).slice(-1);
    }
    const token = tokens[item];
    if (!token || until.test(token.text) || /^[,:]$/.test(token.text)) break;
    if (token.kind === 'name') found.push(token);
  }
  // Go and Rust name the type behind, Java, C# and PHP before.
  const [first, second] = found;
  const typedBefore = second !== undefined && /^[A-Z]/.test(first?.text ?? '');
  const own = typedBefore ? found.at(-1) : first;
  return own ? [own.text] : [];
}
