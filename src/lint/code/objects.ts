// Brackets in the place of a value: objects, lists, lists of pairs, blocks.
import type { Obj, Span, Value } from '../model/facts.ts';
import { type Group, isGroup, isName, isSign, isString, type Item, split, textOf } from './groups.ts';
import type { Language } from './language.ts';
import { addList, addObject, type Context, keyOf, objectBoundTo, OTHER, type State } from './state.ts';
import type { Token } from './tokenize.ts';

export interface Entry {
  readonly key?: { readonly written: string; readonly span: Span } | undefined;
  /** The key is an expression: `[name]: value`. */
  readonly computed?: boolean;
  readonly spread?: boolean;
  /** The key is the value as well: `{ amount }`. */
  readonly shorthand?: boolean;
  readonly value: readonly Item[];
}

const SPREADS: ReadonlySet<string> = new Set(['...', '**', '..']);
const IN_SQUARES = [':', '=>', '='];
/** Between two texts, or a text and a value, these always make a pair. */
const PAIRED: ReadonlySet<string> = new Set(['=>', '->', 'to']);

export const entriesIn = (
  items: readonly Item[],
  separators: readonly string[],
  { traits }: Language,
  mayBeShort = traits.includes('shorthand'),
): Entry[] =>
  split(items, (item) => isSign(item, ',') || isSign(item, ';')).map((entry) =>
    entryOf(entry, separators, mayBeShort),
  );

function entryOf(items: readonly Item[], separators: readonly string[], mayBeShort: boolean): Entry {
  const [first, second] = items;
  if (first?.kind === 'sign' && SPREADS.has(first.text)) return { spread: true, value: items.slice(1) };
  if (isGroup(first, '[') && isSeparator(second, separators))
    return computedEntry(first.items, items.slice(2));
  if (isKey(first)) {
    if (isSeparator(second, separators) || (isString(first) && PAIRED.has(textOf(second)))) {
      return { key: keyAt(first), value: items.slice(2) };
    }
    if (items.length === 1 && mayBeShort && isName(first)) {
      return { key: keyAt(first), shorthand: true, value: items };
    }
  }
  return { value: items };
}

function computedEntry(inner: readonly Item[], value: readonly Item[]): Entry {
  const [only] = inner;
  if (isString(only)) return { key: keyAt(only), value };
  const span = { start: only?.start ?? 0, end: inner.at(-1)?.end ?? 0 };
  return { key: { written: inner.map(textOf).join(''), span }, computed: true, value };
}

const isKey = (item: Item | undefined): item is Token => isName(item) || isString(item);
const isSeparator = (item: Item | undefined, separators: readonly string[]): boolean =>
  item?.kind === 'sign' && separators.includes(item.text);

export function keyAt(token: Token): { written: string; span: Span } {
  const start = token.inner ?? token.start;
  return { written: token.text, span: { start, end: start + token.text.length } };
}

/** Keys and values that simply follow each other: `{:amount 5, :memo "x"}`. */
function pairsIn(items: readonly Item[]): Entry[] {
  const forms = items.filter((item) => !isSign(item, ','));
  const entries: Entry[] = [];
  for (let i = 0; i + 1 < forms.length; i += 2) {
    const key = forms[i];
    entries.push(
      isKey(key) ? { key: keyAt(key), value: [forms[i + 1] as Item] } : { value: forms.slice(i, i + 2) },
    );
  }
  return entries;
}

/** `Map.of("amount", x, "memo", y)`. */
export function inTurns(items: readonly Item[]): Entry[] {
  const parts = split(items, (item) => isSign(item, ','));
  const entries: Entry[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const [name] = parts[i] ?? [];
    if (isString(name)) entries.push({ key: keyAt(name), value: parts[i + 1] ?? [] });
    else entries.push({ value: parts[i] ?? [] });
  }
  return entries;
}

export function bracketValue(state: State, group: Group, context: Context): Value {
  const { language } = state;
  if (group.bracket === 'block') {
    state.walk.block(group.items, context);
    return OTHER;
  }
  const separators =
    group.bracket === '{' ? language.braces : group.bracket === '[' ? IN_SQUARES : language.parens;
  const hasPairs = group.bracket === '{' && state.has('pairs');
  const entries = hasPairs
    ? pairsIn(group.items)
    : entriesIn(withLineEnds(group, state), separators, language);
  const isObject = entries.some(({ key, shorthand }) => key && shorthand !== true) || isShort(entries, group);
  const keyed = isObject ? entries : pairsOf(group);
  if (keyed) return { kind: 'object', object: objectOf(state, keyed, group, context) };
  return listOf(state, entries, group, context);
}

/** With a comma where a line ends an entry. */
function withLineEnds(group: Group, state: State): readonly Item[] {
  if (group.bracket !== '{' || !state.has('line-entries')) return group.items;
  return group.items.flatMap((item, i): Item[] =>
    i > 0 && item.indent >= 0
      ? [{ kind: 'sign', text: ',', start: item.start, end: item.start, indent: -1 }, item]
      : [item],
  );
}

/** `{ a, b, ...c }`. */
const isShort = (entries: readonly Entry[], { bracket }: Group): boolean =>
  bracket === '{' &&
  entries.length > 0 &&
  entries.every(({ shorthand, spread }) => shorthand === true || spread === true);

/** So many keys of one object are taken over into another. */
const MOST_SPREAD = 40;

/** `others`: values that have no key, of arguments. */
export function objectOf(
  state: State,
  entries: readonly Entry[],
  { start, end }: Span,
  context: Context,
  others: Value[] = [],
): Obj {
  const object = addObject(state, 'literal', { start, end }, context);
  const isRoute = entries.some(({ key }) => key?.written === 'handler');
  for (const entry of entries) {
    const { key, value: items } = entry;
    if (entry.spread === true) {
      const value = state.walk.value(items, { ...context, parent: { object, key: '...' } });
      const spread = value.kind === 'name' ? objectBoundTo(state, value.name, context.fn) : undefined;
      for (const key of spread?.keys.slice(0, MOST_SPREAD) ?? [])
        if (!object.keys.includes(key)) object.keys.push(key);
    } else if (key) {
      const inner = under(context, object, key);
      // `{ method: 'GET', path: '/x', handler }`: Fastify, hapi, Strapi.
      const isPath = isRoute && /^(?:path|url)$/.test(key.written);
      const value = state.walk.value(items, isPath ? { ...inner, marks: [...inner.marks, 'route'] } : inner);
      const isUnset = items.length === 1 && textOf(items[0]) === 'undefined';
      const marks = isUnset ? [...context.marks, 'deleted' as const] : context.marks;
      if (entry.computed !== true) object.keys.push(keyOf(key.written, key.span, value, marks));
    } else others.push(state.walk.value(items, context));
  }
  return object;
}

/** What is around the value of a key, which is its nearest name. */
const under = (context: Context, object: Obj, { written, span }: NonNullable<Entry['key']>): Context => ({
  ...context,
  parent: { object, key: written },
  bind: undefined,
  returned: false,
  names: [written, ...context.names],
  nameSpan: span,
});

const isFor = (item: Item): boolean => isName(item) && item.text === 'for';

function listOf(state: State, entries: readonly Entry[], group: Group, context: Context): Value {
  const open = entries.some(({ spread, value }) => spread === true || value.some(isFor));
  const items = entries.map(({ value }) => state.walk.value(beforeFor(value, state, context), context));
  const span = { start: group.start, end: group.end };
  const nameSpan = context.nameSpan ?? { start: group.start, end: group.start + 1 };
  return { kind: 'list', list: addList(state, { items, span, nameSpan, open }, context) };
}

/** Of a comprehension the value: `[f(x) for x in y]`. */
function beforeFor(items: readonly Item[], state: State, context: Context): readonly Item[] {
  const at = items.findIndex(isFor);
  if (at <= 0) return items;
  state.walk.value(items.slice(at + 1), { ...context, parent: undefined });
  return items.slice(0, at);
}

/** `[["amount", x], ["memo", y]]`, `{{"amount", x}}`, `[("amount", x)]`. */
function pairsOf(group: Group): Entry[] | undefined {
  const pairs: Entry[] = [];
  for (const [only, ...rest] of split(group.items, (item) => isSign(item, ','))) {
    if (rest.length > 0 || !isGroup(only)) return undefined;
    const [key, value, ...more] = split(only.items, (item) => isSign(item, ','));
    const [name] = key ?? [];
    if (!isString(name) || key?.length !== 1 || !value || more.length > 0) return undefined;
    pairs.push({ key: keyAt(name), value });
  }
  return pairs.length > 0 ? pairs : undefined;
}
