// One field of a type: what it is called on the wire, and where that stands.
import type { Span, Value } from '../model/facts.ts';
import { type Group, isGroup, isName, isSign, isString, type Item, textOf } from './groups.ts';
import { annotationEnd, modifiersIn } from './lines.ts';
import { type Context, OTHER, type State } from './state.ts';

export interface Field {
  readonly written: string;
  readonly span: Span;
  readonly value: Value;
  /** Its type, where that is written out: `breakdown: { ... }`. */
  readonly inner?: Group | undefined;
}

/** Annotations that give a field another name. */
const RENAMES =
  /json|serial|field|key|rename|alias|property|expose|name|bson|column|param|query|body|part|header/i;
const NO_RENAME = /column|header|path|table|index|entity/i;

export function fieldOf(state: State, items: readonly Item[], context: Context): Field | undefined {
  let from = 0;
  let wire: Omit<Field, 'value'> | undefined;
  for (let end = annotationEnd(items, 0, state); end > from; end = annotationEnd(items, from, state)) {
    wire ??= wireIn(items.slice(from, end));
    from = end;
  }
  const rest = items.slice(from);
  if (rest.length === 0) return undefined;
  const at = modifiersIn(rest);
  const plain = rest.slice(at);
  const field = state.language.name === 'go' ? goField(plain) : anyField(state, plain, at > 0);
  if (!field) return undefined;
  const named = wire ?? aliasIn(plain) ?? field;
  // A field of a class may be given a value, a constant's among others.
  const equals = plain.findIndex((item) => isSign(item, '='));
  const inner: Context = {
    ...context,
    names: [named.written, ...context.names],
    nameSpan: named.span,
    bind: field.written,
  };
  const given = equals < 0 ? [] : plain.slice(equals + 1);
  const value = given.length === 0 ? OTHER : state.walk.value(given, inner);
  if (given.length > 0) state.binds.add({ name: field.written, value, fn: context.fn });
  if (from > 0) walkAnnotations(state, items.slice(0, from), context);
  const own = given.length === 0 ? plain.find((item): item is Group => isGroup(item, '{')) : undefined;
  return {
    written: named.written,
    span: named.span,
    value,
    inner: state.has('inline-types') ? own : undefined,
  };
}

function walkAnnotations(state: State, items: readonly Item[], context: Context): void {
  for (const item of items) if (isGroup(item)) state.walk.value(item.items, context);
}

/** `@JsonProperty("amount")`, `#[serde(rename = "amount")]`, `[JsonPropertyName("amount")]`. */
function wireIn(items: readonly Item[]): Omit<Field, 'value'> | undefined {
  const flat = flatten(items, 0);
  const names = flat.filter(isName).map(textOf).join(' ');
  if (!RENAMES.test(names) || NO_RENAME.test(names)) return undefined;
  const rename = flat.findIndex((item) => isName(item) && /^(?:rename|name|value|alias)$/.test(item.text));
  const text = flat.find((item, i) => isString(item) && i > rename);
  return isString(text) && /^[A-Za-z_][\w-]*$/.test(text.text) ? stringAt(text) : undefined;
}

/** `Field(alias="amount")`. */
function aliasIn(items: readonly Item[]): Omit<Field, 'value'> | undefined {
  const call = items.findIndex(
    (item, i) =>
      isGroup(item, '(') && /field|attr/i.test(items.slice(0, i).filter(isName).map(textOf).join(' ')),
  );
  const group = items[call];
  if (!isGroup(group)) return undefined;
  const at = group.items.findIndex(
    (item) => isName(item) && /^(?:alias|serialization_alias|data_key)$/.test(item.text),
  );
  const text = at < 0 ? undefined : group.items[at + 2];
  return isString(text) ? stringAt(text) : undefined;
}

function flatten(items: readonly Item[], depth: number): Item[] {
  return items.flatMap((item) => (isGroup(item) && depth < 3 ? flatten(item.items, depth + 1) : [item]));
}

const stringAt = ({
  inner,
  start,
  text,
}: {
  inner?: number;
  start: number;
  text: string;
}): Omit<Field, 'value'> => {
  const from = inner ?? start;
  return { written: text, span: { start: from, end: from + text.length } };
};

/** `Amount Money \`json:"amount,omitempty"\``. */
function goField(items: readonly Item[]): Omit<Field, 'value'> | undefined {
  const [name, second] = items;
  if (!isName(name) || items.length < 2 || isGroup(second, '(')) return undefined;
  const tag = items.findLast(isString);
  const found = tag && /(?:json|form|url|bson|mapstructure):"([\w-]+)/.exec(tag.text);
  if (tag && found?.[1] !== undefined && found[1] !== '-') {
    const start = (tag.inner ?? tag.start) + found.index + found[0].length - found[1].length;
    return { written: found[1], span: { start, end: start + found[1].length } };
  }
  return { written: name.text, span: { start: name.start, end: name.end } };
}

function anyField(
  state: State,
  items: readonly Item[],
  isModified: boolean,
): Omit<Field, 'value'> | undefined {
  const [first, second, third] = items;
  const colon = isSign(second, ':') ? 1 : /^[?!]$/.test(textOf(second)) && isSign(third, ':') ? 2 : -1;
  if ((isName(first) || isString(first)) && colon > 0) {
    if (isGroup(second, '(')) return undefined;
    return isString(first)
      ? stringAt(first)
      : { written: first.text, span: { start: first.start, end: first.end } };
  }
  const end = items.findIndex((item) => isSign(item, '=') || isGroup(item, '{') || isSign(item, '=>'));
  const head = end < 0 ? items : items.slice(0, end);
  if (head.some((item) => isGroup(item, '('))) return undefined;
  const name = head.at(-1);
  if (!isName(name) || /^(?:pass|end|return|super)$/.test(name.text)) return undefined;
  // `Type name;`, `Type Name { get; set; }`, `name = value`.
  const isTyped = state.has('type-first') && (head.length > 1 || state.language.name === 'php' || isModified);
  const isGiven = end > 0 && isSign(items[end], '=') && head.length === 1;
  const isAccessor = isGroup(items[end], '{') && state.language.name !== 'csharp';
  if (isAccessor || !(isTyped || isGiven)) return undefined;
  return { written: name.text, span: { start: name.start, end: name.end } };
}
