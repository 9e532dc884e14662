// The value of an expression, as far as a rule could ask: texts, objects, lists, names, sums and calls; what is compared.
import type { Value } from '../model/facts.ts';
import { chain } from './chains.ts';
import { type Group, isGroup, isName, isSign, isString, type Item, split, textOf } from './groups.ts';
import { lambda } from './lambdas.ts';
import type { Language } from './language.ts';
import { type Context, OTHER, type State } from './state.ts';
import { joinedJson } from './strings.ts';

/** Words before a value that change nothing of it. */
const BEFORE: ReadonlySet<string> = new Set([
  'await',
  'return',
  'new',
  'try',
  'throw',
  'yield',
  'typeof',
  'not',
  'lambda',
  'go',
  'defer',
  'async',
  'const',
  'mut',
  'ref',
  'out',
  'echo',
  'print',
  'raise',
  'void',
  'move',
]);
const SIGNS_BEFORE: ReadonlySet<string> = new Set([
  '&',
  '*',
  '!',
  '-',
  '+',
  '~',
  '\\',
  '#',
  '@',
  '%',
  '...',
  '**',
  '..',
  '^',
  '$',
]);

const LOGICAL: ReadonlySet<string> = new Set(['||', '??', '&&', 'or', 'and', '?:', '|>']);
const COMPARED: ReadonlySet<string> = new Set([
  '==',
  '===',
  '!=',
  '!==',
  '<=',
  '>=',
  '=~',
  'in',
  'is',
  'instanceof',
  'matches',
  'eq',
  'ne',
]);
const CASTS: ReadonlySet<string> = new Set(['as', 'satisfies']);

type Operator = 'arrow' | 'assign' | 'ternary' | 'logical' | 'compared' | 'join' | 'cast' | undefined;
const RANKS: readonly Operator[] = ['arrow', 'assign', 'ternary', 'logical', 'compared', 'join', 'cast'];

export function valueOf(state: State, given: readonly Item[], context: Context): Value {
  const items = withoutPrefix(given);
  if (items.length === 0) return OTHER;
  const only = items.length === 1 ? items[0] : undefined;
  if (isGroup(only, '(')) return bracketed(state, only, context);
  const { operator, at } = operatorIn(items, state.language);
  switch (operator) {
    case 'arrow':
      return lambda(state, items, at, context);
    case 'assign':
      state.walk.block([...items], context);
      return OTHER;
    case 'ternary':
      return ternary(state, items, at, context);
    case 'logical':
      return logical(state, items, at, context);
    case 'compared':
      compared(state, items, at, context);
      return OTHER;
    case 'join':
      return sum(state, items, context);
    case 'cast':
      return valueOf(state, items.slice(0, at), context);
    case undefined:
      return chain(state, items, context);
    default:
      operator satisfies never;
      return OTHER;
  }
}

function withoutPrefix(items: readonly Item[]): readonly Item[] {
  let from = 0;
  while (from < items.length) {
    const item = items[from];
    const isWord = isName(item) && BEFORE.has(item.text) && items.length > from + 1;
    const isMark = item?.kind === 'sign' && SIGNS_BEFORE.has(item.text);
    if (!isWord && !isMark) break;
    from++;
  }
  return from === 0 ? items : items.slice(from);
}

/** `(a + b)`; of several, `(a, b)`, the last one counts. */
function bracketed(state: State, group: Group, context: Context): Value {
  const entries = split(group.items, (item) => isSign(item, ','));
  // A tuple or a list in round brackets.
  if (entries.length > 1) return state.walk.object(group, context);
  return valueOf(state, entries[0] ?? [], context);
}

/** The operator that binds least, and where it stands first. */
function operatorIn(items: readonly Item[], language: Language): { operator: Operator; at: number } {
  let best = RANKS.length;
  let at = -1;
  items.forEach((item, i) => {
    if (i === 0 || item.kind === 'group' || item.kind === 'string' || item.kind === 'number') return;
    const rank = RANKS.indexOf(operatorOf(item.text, items, i, language));
    if (rank < 0 || rank >= best) return;
    best = rank;
    at = i;
  });
  return { operator: RANKS[best], at };
}

function operatorOf(text: string, items: readonly Item[], i: number, language: Language): Operator {
  if (text === '=>') return language.joins[0] === '.' || language.name === 'ruby' ? undefined : 'arrow';
  if (text === '->') return language.dots.includes('->') ? undefined : 'arrow';
  if (text === '=' || text === ':=' || text === '+=') return 'assign';
  if (text === '?') return hasColon(items, i) || language.joins[0] === '.' ? 'ternary' : undefined;
  if (text === 'if' && language.traits.has('indented')) return 'ternary';
  if (LOGICAL.has(text)) return 'logical';
  if (COMPARED.has(text)) return 'compared';
  if (CASTS.has(text)) return 'cast';
  return language.joins.includes(text) && items.length > i + 1 ? 'join' : undefined;
}

const hasColon = (items: readonly Item[], from: number): boolean =>
  items.some((item, i) => i > from && isSign(item, ':'));

function ternary(state: State, items: readonly Item[], at: number, context: Context): Value {
  if (textOf(items[at]) === 'if') {
    const rest = items.slice(at + 1);
    const other = rest.findIndex((item) => textOf(item) === 'else');
    const first = valueOf(state, items.slice(0, at), context);
    valueOf(state, other < 0 ? rest : rest.slice(0, other), { ...context, call: undefined });
    const second = other < 0 ? OTHER : valueOf(state, rest.slice(other + 1), context);
    return better(first, second);
  }
  const colon = items.findIndex((item, i) => i > at && isSign(item, ':'));
  valueOf(state, items.slice(0, at), { ...context, call: undefined, parent: undefined });
  const end = colon < 0 ? items.length : colon;
  const first = valueOf(state, items.slice(at + 1, end), context);
  const second = valueOf(state, items.slice(end + 1), context);
  return better(first, second);
}

function logical(state: State, items: readonly Item[], at: number, context: Context): Value {
  const word = textOf(items[at]);
  const left = valueOf(state, items.slice(0, at), context);
  const right = valueOf(state, items.slice(at + 1), context);
  if (word === '|>') return right.kind === 'other' ? left : right;
  return word === '&&' || word === 'and' ? better(right, left) : better(left, right);
}

/** The one that says more. */
function better(first: Value, second: Value): Value {
  const rank = ({ kind }: Value): number => WORTH.indexOf(kind);
  return rank(second) > rank(first) ? second : first;
}
const WORTH: readonly Value['kind'][] = ['other', 'name', 'call', 'sum', 'text', 'list', 'object'];

function compared(state: State, items: readonly Item[], at: number, context: Context): void {
  const inside: Context = { ...context, marks: [...context.marks, 'compared'], bind: undefined };
  valueOf(state, items.slice(0, at), inside);
  valueOf(state, items.slice(at + 1), inside);
}

function jsonOf(state: State, parts: readonly Item[][], context: Context): Value | undefined {
  const tokens = parts.map(([item, ...rest]) => (isString(item) && rest.length === 0 ? item : undefined));
  const value = joinedJson(state, tokens, context);
  if (!value) return undefined;
  parts.forEach((part, i) => {
    if (!tokens[i]) valueOf(state, part, { ...context, parent: undefined });
  });
  return value;
}

function sum(state: State, items: readonly Item[], context: Context): Value {
  const { joins } = state.language;
  const parts = split(items, (item, i) => i > 0 && item.kind === 'sign' && joins.includes(item.text));
  const json = jsonOf(state, parts, context);
  if (json) return json;
  const values = parts.map((part) => valueOf(state, part, context));
  const [first] = items;
  const last = items.at(-1);
  if (!first || !last) return OTHER;
  const object = values.find(({ kind }) => kind === 'object');
  if (object) return object;
  const value: Value = { kind: 'sum', parts: values, span: { start: first.start, end: last.end } };
  state.sums.push({ value, fn: context.fn });
  return value;
}
