// Functions without a name of their own: `(a) => a.b`, `{ it -> ... }`, `|x| x`. They have the name that they are given.
import type { Value } from '../model/facts.ts';
import { isGroup, isName, isSign, type Item, split, textOf } from './groups.ts';
import { type Context, type Fn, OTHER, type Param, type State } from './state.ts';

export function lambda(state: State, items: readonly Item[], at: number, context: Context): Value {
  const before = items[at - 1];
  // A match: `"amount" => x`, `case "amount" -> x`: what stands before the arrow is compared.
  if (before?.kind === 'string') {
    state.walk.value(items.slice(0, at), { ...context, marks: [...context.marks, 'pattern'] });
    return state.walk.value(items.slice(at + 1), context);
  }
  const name = context.bind ?? context.parent?.key ?? '';
  const fn = newFn(state, name, paramsOf(items.slice(0, at)), context);
  return body(state, fn, items.slice(at + 1), context);
}

/** A function's facts, and what it is called for those that are inside it. */
export function newFn(state: State, name: string, params: readonly Param[], context: Context): Fn {
  const fn: Fn = {
    name,
    params,
    outer: context.fn,
    type: context.outer[0] ?? '',
    returns: [],
    annotations: context.annotations ?? [],
    types: new Set(params.map(({ type }) => type).filter((type) => type !== '')),
  };
  state.fns.add(fn);
  return fn;
}

/** Inside a function: nothing of what it stands in is its own but the call that it is handed to. */
export function inside(fn: Fn, context: Context): Context {
  return {
    ...context,
    fn,
    annotations: [],
    bind: undefined,
    returned: false,
    parent: undefined,
    names: [],
    outer: fn.name === '' ? context.outer : [fn.name, ...context.outer],
  };
}

/** A body that is one expression is returned. */
export function body(state: State, fn: Fn, items: readonly Item[], context: Context): Value {
  const [only] = items;
  const within = inside(fn, context);
  if (items.length === 1 && isGroup(only, '{')) {
    state.walk.block(only.items, within);
    return OTHER;
  }
  const value = state.walk.value(items, {
    ...within,
    names: fn.name === '' ? [] : [fn.name],
    returned: true,
  });
  fn.returns.push(value);
  return value.kind === 'text' || value.kind === 'sum' ? value : OTHER;
}

const TYPE = /^[A-Z]\w*$/;

/** The names of parameters, and of their types as far as they have names of their own. */
export function paramsOf(items: readonly Item[]): Param[] {
  const [only] = items;
  const inner = items.length === 1 && isGroup(only) ? only.items : items;
  return split(inner, (item) => isSign(item, ',')).map((entry): Param => {
    const isDefault = entry.findIndex((item) => isSign(item, '='));
    const words = (isDefault < 0 ? entry : entry.slice(0, isDefault)).filter(isName);
    const names = words.map(textOf).filter((word) => !MODIFIER.test(word));
    const type = names.find((word) => TYPE.test(word)) ?? '';
    const name = names.find((word) => !TYPE.test(word) && !word.startsWith('@')) ?? names[0] ?? '';
    // `Type name` or `name: Type`: the other word is the name.
    return { name: isTypeFirst(entry) ? (names.at(-1) ?? name) : name, type };
  });
}

const MODIFIER =
  /^(?:public|private|protected|readonly|final|const|var|val|let|mut|ref|in|out|vararg|required|this|inout|suspend)$/;

const isTypeFirst = (entry: readonly Item[]): boolean =>
  !entry.some((item) => isSign(item, ':')) &&
  TYPE.test(textOf(entry.filter(isName).find((word) => !MODIFIER.test(word.text))));
