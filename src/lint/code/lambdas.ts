// Functions without a name of their own: `(a) => a.b`, `{ it -> ... }`, `|x| x`. They have the name that they are given.
import type { Value } from '../model/facts.ts';
import { isGroup, isName, isSign, type Item, split, textOf } from './groups.ts';
import { type Context, type Fn, OTHER, type Param, type State } from './state.ts';

const TYPE = /^[A-Z]\w*$/;
const MODIFIER =
  /^(?:public|private|protected|readonly|final|const|var|val|let|mut|ref|in|out|vararg|required|this|inout|suspend)$/;

/** `at`: where the arrow stands. A body that is one expression is returned. */
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
  fn.returns.push(value);
  return value.kind === 'text' || value.kind === 'sum' ? value : OTHER;
}

/** A function's facts, and what it is called for those that are inside it. */
export function newFn(state: State, name: string, params: readonly Param[], context: Context): Fn {
  const types = new Set(params.map(({ type }) => type).filter((type) => type !== ''));
  const { fn: outer, annotations = [] } = context;
  const fn: Fn = { name, params, outer, returns: [], annotations, types };
  state.fns.add(fn);
  return fn;
}

/** Inside a function: nothing of what it stands in is its own but the call that it is handed to. */
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

/** The names of parameters, and of their types as far as they have names of their own. */
export function paramsOf(items: readonly Item[]): Param[] {
  const [only] = items;
  const inner = items.length === 1 && isGroup(only) ? only.items : items;
  return split(inner, (item) => isSign(item, ',')).map((entry): Param => {
    const equals = entry.findIndex((item) => isSign(item, '='));
    const words = (equals < 0 ? entry : entry.slice(0, equals)).filter(isName).map(textOf);
    const names = words.filter((word) => !MODIFIER.test(word));
    const type = names.find((word) => TYPE.test(word)) ?? '';
    // `Type name` or `name: Type`: the other word is the name.
    const isTypeFirst = names[0] === type && !entry.some((item) => isSign(item, ':'));
    const other = names.find((word) => word !== type && !word.startsWith('@')) ?? type;
    return { name: isTypeFirst ? (names.at(-1) ?? type) : other, type };
  });
}
