// Functions, methods and lambdas: their names, parameters and bodies.
import type { Value } from '../model/facts.ts';
import { type Group, isGroup, isName, isSign, type Item, split, textOf } from './groups.ts';
import { type Context, type Fn, OTHER, type Param, type State } from './state.ts';

const FUNCTION_WORDS = /^(?:function|def|defp|fn|fun|func|sub|defmacro|init|constructor|proc)$/;
const NO_NAME =
  /^(?:if|for|while|switch|catch|return|await|new|throw|foreach|using|lock|match|with|when|else|synchronized)$/;

/** Reads a declaration of a function; `false` where the items are none. */
export function functionOf(state: State, items: readonly Item[], context: Context): boolean {
  const word = items.findIndex((item) => isName(item) && FUNCTION_WORDS.test(item.text));
  if (word >= 0 && isDeclared(items, word)) {
    const next = items[word + 1];
    if (isGroup(next, 'block')) blockFunction(state, next.items, context);
    else declared(state, items, word, context);
    return true;
  }
  const named = methodAt(items, state, context);
  if (named < 0) return false;
  finish(state, items, named, named + 1, context);
  return true;
}

/** Only modifiers come before the word. */
const isDeclared = (items: readonly Item[], word: number): boolean =>
  items.slice(0, word).every(isName) && (isName(items[word + 1]) || isGroup(items[word + 1]));

/** The body of Ruby and Lua reaches from the word to its `end`: `name(params) ...`, `self.name ...`. */
function blockFunction(state: State, items: readonly Item[], context: Context): void {
  const name = isSign(items[1], '.') ? 2 : isName(items[0]) ? 0 : -1;
  const next = items[name + 1];
  const hasParams = isGroup(next, '(');
  const fn = newFn(state, textOf(items[name]), hasParams ? paramsOf([next]) : [], context);
  state.walk.block(items.slice(hasParams ? name + 2 : name + 1), inside(fn, context));
}

/** `fun Order.toBody(x) = ...`, `func (c *Client) Pay(x Order) { ... }`: the last name before the parameters. */
function declared(state: State, items: readonly Item[], word: number, context: Context): void {
  // Go's receiver comes before the name.
  const from = isGroup(items[word + 1], '(') && isName(items[word + 2]) ? word + 2 : word + 1;
  const params = items.findIndex((item, i) => i > word && isGroup(item, '(') && isName(items[i - 1]));
  const isOwn =
    params > 0 && !items.slice(from, params).some((item) => /^(?:,|=|=>|:|do)$/.test(textOf(item)));
  finish(state, items, isOwn ? params - 1 : from, isOwn ? params : -1, context);
}

/** The position of the name in `Type name(...) ... { ... }`, `name(...) => x`. */
function methodAt(items: readonly Item[], state: State, context: Context): number {
  if (state.has('function-words')) return -1;
  const params = items.findIndex((item) => isGroup(item, '('));
  const [name, before] = [items[params - 1], items[params - 2]];
  if (!isName(name) || NO_NAME.test(name.text) || NO_NAME.test(textOf(items[0]))) return -1;
  if (before?.kind === 'sign' && !/^[>\]?*&]$/.test(before.text)) return -1;
  if (items.slice(0, params).some((item) => isSign(item, '='))) return -1;
  const rest = items.slice(params + 1);
  const hasBody = isGroup(rest.at(-1), '{') && !rest.some((item) => isSign(item, '.'));
  const isArrow = rest.some((item) => isSign(item, '=>'));
  // A method of an interface has none.
  const isAbstract = rest.length === 0 && params > 1 && context.fn === undefined;
  return hasBody || isArrow || isAbstract ? params - 1 : -1;
}

/** `named` and `at`: the positions of the name and of the parameters. */
function finish(state: State, items: readonly Item[], named: number, at: number, context: Context): void {
  const params = items[at];
  const fn = newFn(state, textOf(items[named]), isGroup(params, '(') ? paramsOf([params]) : [], context);
  const within = inside(fn, context);
  const rest = items.slice(Math.max(at, named) + 1);
  const arrow = rest.findIndex((item) => /^(?:=>|=|do)$/.test(textOf(item)));
  const body = rest.findLast((item): item is Group => isGroup(item, '{') || isGroup(item, 'block'));
  if (arrow >= 0 && !(body && rest.indexOf(body) < arrow) && !isGroup(rest[arrow + 1], 'block')) {
    // Elixir's `do: x`.
    const from = isSign(rest[arrow + 1], ':') ? arrow + 2 : arrow + 1;
    state.walk.value(rest.slice(from), { ...within, names: [fn.name], returned: true });
  } else if (body) state.walk.block(body.items, within);
  else if (state.has('indented')) {
    // Python's body in one line.
    const colon = rest.findIndex((item) => isSign(item, ':'));
    if (colon >= 0) state.walk.block(rest.slice(colon + 1), within);
  }
}

const TYPE = /^[A-Z]\w*$/;

/** `at`: the position of the arrow. A body that is one expression is returned. */
export function lambda(state: State, items: readonly Item[], at: number, context: Context): Value {
  const name = context.bind ?? context.parent?.key ?? '';
  const fn = newFn(state, name, paramsOf(items.slice(0, at)), context);
  const body = items.slice(at + 1);
  const within = inside(fn, context);
  const [only] = body;
  if (body.length === 1 && isGroup(only, '{')) {
    state.walk.block(only.items, within);
    return OTHER;
  }
  const value = state.walk.value(body, { ...within, names: name === '' ? [] : [name], returned: true });
  return value.kind === 'text' || value.kind === 'sum' ? value : OTHER;
}

/** A function's facts, and what it is called for those that are inside it. */
export function newFn(state: State, name: string, params: readonly Param[], context: Context): Fn {
  const types = new Set(params.map(({ type }) => type).filter((type) => type !== ''));
  const { fn: outer, annotations = [] } = context;
  const fn: Fn = { name, params, outer, annotations, types };
  state.fns.add(fn);
  return fn;
}

/** Inside a function: of everything around the function, only the call that receives it counts. */
export const inside = (fn: Fn, context: Context): Context => ({
  ...context,
  fn,
  annotations: [],
  bind: undefined,
  returned: false,
  parent: undefined,
  names: [],
  outer: fn.name === '' ? context.outer : [fn.name, ...context.outer],
});

/** The names of parameters, and of their types where the types have names. */
function paramsOf(items: readonly Item[]): Param[] {
  const [only] = items;
  const inner = items.length === 1 && isGroup(only) ? only.items : items;
  return split(inner, (item) => isSign(item, ',')).map((entry): Param => {
    const equals = entry.findIndex((item) => isSign(item, '='));
    const names = (equals < 0 ? entry : entry.slice(0, equals)).filter(isName).map(textOf);
    const type = names.find((word) => TYPE.test(word)) ?? '';
    // `Type name` or `name: Type`: the other word is the name.
    const isTypeFirst = names[0] === type && !entry.some((item) => isSign(item, ':'));
    const other = names.find((word) => word !== type && !word.startsWith('@')) ?? type;
    return { name: isTypeFirst ? (names.at(-1) ?? type) : other, type };
  });
}
