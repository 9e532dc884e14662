// Functions and methods: their names, parameters and bodies.
import { type Group, isGroup, isName, isSign, type Item, textOf } from './groups.ts';
import { inside, newFn, paramsOf } from './lambdas.ts';
import type { Context, State } from './state.ts';

const FUNCTION_WORDS = /^(?:function|def|defp|fn|fun|func|sub|defmacro|init|constructor|proc)$/;
const NO_NAME =
  /^(?:if|for|while|switch|catch|return|await|new|throw|foreach|using|lock|match|with|when|else|synchronized)$/;

/** Reads a declaration of a function; `false` where the items are none. */
export function functionOf(state: State, items: readonly Item[], context: Context): boolean {
  const word = items.findIndex((item) => isName(item) && FUNCTION_WORDS.test(item.text));
  if (word >= 0 && isDeclared(items, word)) {
    declared(state, items, word, context);
    return true;
  }
  const named = methodAt(items, state, context);
  if (named < 0) return false;
  finish(state, items, named, named + 1, context);
  return true;
}

/** Only modifiers stand before the word. */
const isDeclared = (items: readonly Item[], word: number): boolean =>
  items.slice(0, word).every((item) => isName(item) && !/^(?:return|new|await)$/.test(item.text)) &&
  (isName(items[word + 1]) ||
    isGroup(items[word + 1]) ||
    /^(?:init|constructor)$/.test(textOf(items[word]))) &&
  !isSign(items[word + 1], '.');

function declared(state: State, items: readonly Item[], word: number, context: Context): void {
  const next = items[word + 1];
  // Ruby's and Lua's body reaches from the word to its `end`.
  if (isGroup(next, 'block')) {
    const [first, dot, second] = next.items;
    const at = isSign(dot, '.') && isName(second) ? 2 : isName(first) ? 0 : -1;
    const params = isGroup(next.items[at + 1], '(') ? at + 1 : -1;
    const fn = newFn(
      state,
      textOf(next.items[at]),
      params < 0 ? [] : paramsOf([next.items[params] as Group]),
      context,
    );
    state.walk.block(next.items.slice((params < 0 ? at : params) + 1), inside(fn, context));
    return;
  }
  // Go's receiver stands before the name, Kotlin's and Swift's generics too.
  const from = isGroup(next, '(') && isName(items[word + 2]) ? word + 2 : word + 1;
  const params = items.findIndex((item, i) => i > word && isGroup(item, '(') && isName(items[i - 1]));
  const isOwn =
    params > 0 && !items.slice(from, params).some((item) => /^(?:,|=|=>|:|do)$/.test(textOf(item)));
  const named = /^(?:init|constructor)$/.test(textOf(items[word])) ? word : from;
  // `fun Order.toBody()`: the last name counts.
  finish(state, items, isOwn ? Math.max(named, params - 1) : named, isOwn ? params : -1, context);
}

/** `Type name(...) ... { ... }`, `name(...) => x`. */
function methodAt(items: readonly Item[], { language }: State, context: Context): number {
  if (language.traits.has('function-words')) return -1;
  const params = items.findIndex((item) => isGroup(item, '('));
  const name = items[params - 1];
  if (params < 1 || !isName(name) || NO_NAME.test(name.text) || NO_NAME.test(textOf(items[0]))) return -1;
  if (items[params - 2]?.kind === 'sign' && !/^[>\]?*&]$/.test(textOf(items[params - 2]))) return -1;
  if (items.slice(0, params).some((item) => isSign(item, '=') || isSign(item, '.'))) {
    // A type with dots before a name of a method is rare enough.
    if (!isName(items[params - 2]) || items.slice(0, params).some((item) => isSign(item, '='))) return -1;
  }
  const rest = items.slice(params + 1);
  const hasBody = isGroup(rest.at(-1), '{') && !rest.some((item) => isSign(item, '.') || isSign(item, '='));
  const isArrow = rest.some((item) => isSign(item, '=>')) && params > 1;
  // A method of an interface has none.
  const isAbstract = rest.length === 0 && params > 1 && context.fn === undefined && context.outer.length > 0;
  if (!hasBody && !isArrow && !isAbstract) return -1;
  // Groovy's and Dart's calls with a block have no type before their name.
  return language.name === 'groovy' && params < 2 && context.fn !== undefined ? -1 : params - 1;
}

function finish(state: State, items: readonly Item[], named: number, params: number, context: Context): void {
  const group = items[params];
  const fn = newFn(state, textOf(items[named]), isGroup(group, '(') ? paramsOf([group]) : [], context);
  // Annotations of parameters, and what they are if nothing is given.
  const within = inside(fn, context);
  const rest = items.slice(Math.max(params, named) + 1);
  for (const item of rest) if (isName(item) && /^[A-Z]/.test(item.text)) fn.types.add(item.text);
  const arrow = rest.findIndex(
    (item, i) => isSign(item, '=>') || isSign(item, '=') || isShortDo(item, rest[i + 1]),
  );
  const body = rest.findLast((item): item is Group => isGroup(item, '{') || isGroup(item, 'block'));
  if (arrow >= 0 && !(body && rest.indexOf(body) < arrow)) {
    const from = isSign(rest[arrow + 1], ':') ? arrow + 2 : arrow + 1;
    fn.returns.push(state.walk.value(rest.slice(from), { ...within, names: [fn.name], returned: true }));
  } else if (body) state.walk.block(body.items, within);
  else {
    // Python's body in one line, Elixir's `do: x`.
    const colon = rest.findIndex((item) => isSign(item, ':'));
    if (colon >= 0 && state.has('indented')) state.walk.block(rest.slice(colon + 1), within);
  }
}

/** Elixir's `do: x`. */
const isShortDo = (item: Item, next: Item | undefined): boolean =>
  isName(item) && item.text === 'do' && isSign(next, ':');
