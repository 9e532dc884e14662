// Brackets in the place of a value: objects, lists, lists of pairs, blocks.
import type { Key, Obj, Span, Value } from '../model/facts.ts';
import { entriesIn, type Entry, keyAt } from './entries.ts';
import { type Group, isGroup, isName, isSign, isString, type Item, split, textOf } from './groups.ts';
import { addList, addObject, type Context, keyOf, OTHER, SPREAD, type State } from './state.ts';

export function bracketValue(state: State, group: Group, context: Context): Value {
  const { language } = state;
  if (group.bracket === 'block') {
    state.walk.block(group.items, context);
    return OTHER;
  }
  const separators =
    group.bracket === '{' ? language.braces : group.bracket === '[' ? language.squares : language.parens;
  const entries = entriesIn(withoutLines(group, state), separators, language);
  if (entries.some(({ key, shorthand }) => key && shorthand !== true) || isShort(entries, group)) {
    return { kind: 'object', object: objectOf(state, entries, group, context) };
  }
  const pairs = pairsOf(group, state);
  if (pairs) return { kind: 'object', object: objectOf(state, pairs, group, context) };
  if (group.bracket === '{' && isBlock(group, entries, state)) return blockValue(state, group.items, context);
  return listOf(state, entries, group, context);
}

/** Ruby's `{ |x| value }` is that value; other blocks have none. */
function blockValue(state: State, items: readonly Item[], context: Context): Value {
  if (!isSign(items[0], '|') || items.some((item, i) => i > 0 && item.indent >= 0)) {
    state.walk.block(items, context);
    return OTHER;
  }
  const end = items.findIndex((item, i) => i > 0 && isSign(item, '|'));
  const value = state.walk.value(items.slice(end + 1), context);
  return value.kind === 'text' || value.kind === 'sum' ? value : OTHER;
}

/** PowerShell, F# and Lua end an entry with a line, too. */
function withoutLines(group: Group, { language }: State): readonly Item[] {
  if (group.bracket !== '{' || !language.traits.has('line-entries')) return group.items;
  return group.items.flatMap((item, i): Item[] =>
    i > 0 && item.indent >= 0 && !isSign(item, ',')
      ? [{ kind: 'sign', text: ',', start: item.start, end: item.start, indent: -1 }, item]
      : [item],
  );
}

/** `{ a, b, ...c }`. */
const isShort = (entries: readonly Entry[], { bracket }: Group): boolean =>
  bracket === '{' &&
  entries.length > 0 &&
  entries.every(({ shorthand, spread }) => shorthand === true || spread === true);

function isBlock({ items }: Group, entries: readonly Entry[], { language }: State): boolean {
  if (items.some((item) => isSign(item, ';')) || language.name === 'ruby') return true;
  if (entries.some(({ value: [first] }) => isName(first) && STATEMENT.test(first.text))) return true;
  const [first] = entries;
  return entries.length === 1 && !isString(first?.value[0]) && !isGroup(first?.value[0], '{');
}
/** Nothing is sent. */
const UNSET = /^(?:undefined)$/;
const STATEMENT = /^(?:return|if|for|while|const|let|var|val|switch|throw|await|try|fun|def|it)$/;

/** Names around a value, its key first. */
const under = (
  context: Context,
  object: Obj,
  { written, span }: { written: string; span: Span },
): Context => ({
  ...context,
  parent: { object, key: written },
  bind: undefined,
  returned: false,
  names: [written, ...context.names],
  nameSpan: span,
});

/** `others`: values that have no key, of arguments. */
export function objectOf(
  state: State,
  entries: readonly Entry[],
  span: Span,
  context: Context,
  others: Value[] = [],
): Obj {
  const object = addObject(state, 'literal', { start: span.start, end: span.end }, context);
  for (const entry of entries) {
    if (entry.spread === true) {
      // Part of the same object: its keys stand beside these.
      const value = state.walk.value(entry.value, { ...context, parent: { object, key: SPREAD } });
      const known = state.spreads.get(object);
      if (known) known.push(value);
      else state.spreads.set(object, [value]);
      continue;
    }
    if (!entry.key) {
      others.push(state.walk.value(entry.value, context));
      continue;
    }
    const value = state.walk.value(entry.value, under(context, object, entry.key));
    const isUnset = entry.value.length === 1 && UNSET.test(textOf(entry.value[0]));
    const marks = isUnset ? [...context.marks, 'deleted' as const] : context.marks;
    if (entry.computed !== true) object.keys.push(keyOf(entry.key.written, entry.key.span, value, marks));
  }
  return object;
}

function listOf(state: State, entries: readonly Entry[], group: Group, context: Context): Value {
  const isOpen = entries.some(
    ({ spread, value }) => spread === true || value.some((item) => !('items' in item) && item.text === 'for'),
  );
  const items = entries.map(({ value }) => state.walk.value(beforeFor(value, state, context), context));
  const span = { start: group.start, end: group.end };
  const nameSpan = context.nameSpan ?? { start: group.start, end: group.start + 1 };
  return { kind: 'list', list: addList(state, items, span, nameSpan, isOpen, context) };
}

/** Of a comprehension the value: `[f(x) for x in y]`. */
function beforeFor(items: readonly Item[], state: State, context: Context): readonly Item[] {
  const at = items.findIndex((item) => isName(item) && item.text === 'for');
  if (at <= 0) return items;
  state.walk.value(items.slice(at + 1), { ...context, parent: undefined });
  return items.slice(0, at);
}

/** `[["amount", x], ["memo", y]]`, `{{"amount", x}}`, `[("amount", x)]`. */
function pairsOf(group: Group, state: State): Entry[] | undefined {
  const parts = split(group.items, (item) => isSign(item, ','));
  const pairs: Entry[] = [];
  for (const part of parts) {
    const [only] = part;
    if (part.length !== 1 || !isGroup(only)) return undefined;
    const [key, value, ...more] = split(only.items, (item) => isSign(item, ','));
    const [name] = key ?? [];
    if (!isString(name) || key?.length !== 1 || !value || more.length > 0) return undefined;
    pairs.push({ key: keyAt(name), value });
  }
  return pairs.length > 0 && !state.has('forms') ? pairs : undefined;
}

export const keysOf = (entries: readonly Entry[]): Key[] =>
  entries.flatMap(({ key }) => (key ? [keyOf(key.written, key.span, OTHER)] : []));
