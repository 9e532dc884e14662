// The value of an expression: text, object, list, name, sum or call; and what is compared.
import type { Value } from '../model/facts.ts';
import { chain } from './chains.ts';
import { lambda } from './functions.ts';
import { type Group, isGroup, isName, isSign, isString, type Item, split, textOf } from './groups.ts';
import { type Context, OTHER, type State } from './state.ts';
import { joinedJson } from './strings.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words and signs before a value that change nothing of it. */
const WORDS_BEFORE = words(
  'await return new try throw yield typeof not lambda go defer async const mut ref out echo print raise void move',
);
const SIGNS_BEFORE = words('& * ! - + ~ \\ # @ % ... ** .. ^ $');
/** Between values of which one is taken. */
const CHOICES = words('|| ?? && or and ?: |> ? : if else');
const COMPARED = words('== === != !== <= >= =~ in is instanceof matches eq ne');
const CASTS = words('as satisfies');

type Operator = 'sequence' | 'arrow' | 'assign' | 'choice' | 'compared' | 'join' | 'cast';
/** What binds least comes first. */
const OPERATORS: readonly Operator[] = ['sequence', 'arrow', 'assign', 'choice', 'compared', 'join', 'cast'];

export function valueOf(state: State, given: readonly Item[], context: Context): Value {
  const items = withoutPrefix(given);
  return items.length === 0 ? OTHER : (state.deeper(() => valueIn(state, items, context)) ?? OTHER);
}

function valueIn(state: State, items: readonly Item[], context: Context): Value {
  const [first] = items;
  if (items.length === 1 && isGroup(first, '(')) return bracketed(state, first, context);
  const { operator, at } = operatorIn(items, state);
  switch (operator) {
    case 'sequence':
      return (
        split(items, (item) => isSign(item, ','))
          .map((part) => valueOf(state, part, context))
          .at(-1) ?? OTHER
      );
    case 'arrow':
      return lambda(state, items, at, context);
    case 'assign':
      state.walk.block(items, context);
      return OTHER;
    case 'choice':
      return choice(state, items, context);
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
  const from = items.findIndex((item, i) => {
    const isWord = isName(item) && WORDS_BEFORE.has(item.text) && items.length > i + 1;
    return !isWord && !(item.kind === 'sign' && SIGNS_BEFORE.has(item.text));
  });
  return from === 0 ? items : from < 0 ? [] : items.slice(from);
}

/** `(a + b)`; of several, `(a, b)`: a tuple or a list in round brackets. */
function bracketed(state: State, group: Group, context: Context): Value {
  return group.items.some((item) => isSign(item, ','))
    ? state.walk.object(group, context)
    : valueOf(state, group.items, context);
}

/** The operator with the lowest precedence, and its first position. */
function operatorIn(items: readonly Item[], state: State): { operator: Operator | undefined; at: number } {
  let best = OPERATORS.length;
  let at = -1;
  for (const [i, item] of items.entries()) {
    if (i === 0 || (item.kind !== 'sign' && item.kind !== 'name')) continue;
    const operator = operatorOf(item.text, state);
    const rank = operator === undefined ? best : OPERATORS.indexOf(operator);
    if (rank >= best) continue;
    best = rank;
    at = i;
  }
  return { operator: OPERATORS[best], at };
}

function operatorOf(text: string, { language }: State): Operator | undefined {
  const { dots, joins, braces, parens } = language;
  if (text === ',') return language.traits.includes('sequences') ? 'sequence' : undefined;
  if (text === '=>') return braces.includes(text) || parens.includes(text) ? undefined : 'arrow';
  if (text === '->') return dots.includes(text) ? undefined : 'arrow';
  if (text === '=' || text === ':=' || text === '+=') return 'assign';
  if (text !== ':' && text !== 'else' && CHOICES.has(text)) return 'choice';
  if (COMPARED.has(text)) return 'compared';
  if (CASTS.has(text)) return 'cast';
  return joins.includes(text) ? 'join' : undefined;
}

const WORTH: readonly Value['kind'][] = ['other', 'name', 'call', 'sum', 'text', 'list', 'object'];

/** `test ? one : other`, `one if test else other`, `one || other`: the value with the most content. */
function choice(state: State, items: readonly Item[], context: Context): Value {
  const values = split(items, (item) => CHOICES.has(textOf(item))).map((part) =>
    valueOf(state, part, context),
  );
  const worth = ({ kind }: Value): number => WORTH.indexOf(kind);
  return values.reduce((best, value) => (worth(value) > worth(best) ? value : best), OTHER);
}

function compared(state: State, items: readonly Item[], at: number, context: Context): void {
  const inside: Context = { ...context, marks: [...context.marks, 'compared'], bind: undefined };
  valueOf(state, items.slice(0, at), inside);
  valueOf(state, items.slice(at + 1), inside);
}

function sum(state: State, items: readonly Item[], context: Context): Value {
  const { joins } = state.language;
  const parts = split(items, (item, i) => i > 0 && item.kind === 'sign' && joins.includes(item.text));
  const tokens = parts.map(([item, ...rest]) => (isString(item) && rest.length === 0 ? item : undefined));
  const json = joinedJson(state, tokens, context);
  const values = parts.flatMap((part, i) => {
    const isRead = json && tokens[i];
    return isRead ? [] : [valueOf(state, part, json ? { ...context, parent: undefined } : context)];
  });
  const whole = json ?? values.find(({ kind }) => kind === 'object');
  if (whole) return whole;
  const span = { start: items[0]?.start ?? 0, end: items.at(-1)?.end ?? 0 };
  const value: Value = { kind: 'sum', parts: values, span };
  state.sums.push({ value, fn: context.fn });
  return value;
}
