// One field of a type: its name on the wire, and where that name is written.
import type { Span, Value } from '../model/facts.ts';
import { type Group, isGroup, isName, isSign, isString, type Item, textOf } from './groups.ts';
import { annotationEnd, modifiersIn } from './lines.ts';
import { keyAt } from './objects.ts';
import { type Context, OTHER, type State } from './state.ts';

interface FieldName {
  readonly written: string;
  readonly span: Span;
}

export interface Field extends FieldName {
  readonly value: Value;
  /** Its type, where that is written out: `breakdown: { ... }`. */
  readonly inner?: Group | undefined;
}

/** Annotations that give a field another name. */
const RENAMES = /json|serial|field|key|rename|alias|property|expose|name|bson|param|query|body|part/i;

export function fieldOf(state: State, items: readonly Item[], context: Context): Field | undefined {
  let from = 0;
  let wire: FieldName | undefined;
  for (let end = annotationEnd(items, 0, state); end > from; end = annotationEnd(items, from, state)) {
    wire ??= renamedBy(items.slice(from, end));
    from = end;
  }
  const rest = items.slice(from);
  const plain = rest.slice(modifiersIn(rest));
  const field = state.has('tags') ? taggedField(plain) : anyField(state, plain);
  if (!field) return undefined;
  const named = wire ?? aliasIn(plain) ?? field;
  const value = givenValue(state, plain, field, named, context);
  const own = value ? undefined : plain.find((item): item is Group => isGroup(item, '{'));
  return { ...named, value: value ?? OTHER, inner: own };
}

/** A field of a class may be given a value, a constant's among others. */
function givenValue(
  state: State,
  items: readonly Item[],
  { written }: FieldName,
  named: FieldName,
  context: Context,
): Value | undefined {
  const equals = items.findIndex((item) => isSign(item, '='));
  if (equals < 0) return undefined;
  const names = [named.written, ...context.names];
  const value = state.walk.value(items.slice(equals + 1), {
    ...context,
    names,
    nameSpan: named.span,
    bind: written,
  });
  state.binds.add({ name: written, value, fn: context.fn });
  return value;
}

/** `@JsonProperty("amount")`, `#[serde(rename = "amount")]`, `[JsonPropertyName("amount")]`. */
function renamedBy(items: readonly Item[]): FieldName | undefined {
  const flat = flatten(items, 0);
  if (!flat.some((item) => isName(item) && RENAMES.test(item.text))) return undefined;
  const text = flat.find(isString);
  return text && /^[A-Za-z_][\w-]*$/.test(text.text) ? keyAt(text) : undefined;
}

const flatten = (items: readonly Item[], depth: number): Item[] =>
  items.flatMap((item) => (isGroup(item) && depth < 3 ? flatten(item.items, depth + 1) : [item]));

/** `Field(alias="amount")`. */
function aliasIn(items: readonly Item[]): FieldName | undefined {
  const group = items.find((item) => isGroup(item, '('));
  if (!isGroup(group)) return undefined;
  const at = group.items.findIndex((item) => /^(?:alias|serialization_alias|data_key)$/.test(textOf(item)));
  const text = at < 0 ? undefined : group.items[at + 2];
  return isString(text) ? keyAt(text) : undefined;
}

/** `Amount Money \`json:"amount,omitempty"\``. */
function taggedField(items: readonly Item[]): FieldName | undefined {
  const [name, second] = items;
  if (!isName(name) || !second || isGroup(second, '(')) return undefined;
  const tag = items.findLast(isString);
  const found = tag && /(?:json|form|url|bson|mapstructure):"([\w-]+)/.exec(tag.text);
  if (!tag || found?.[1] === undefined || found[1] === '-') return keyAt(name);
  const start = (tag.inner ?? tag.start) + found.index + found[0].length - found[1].length;
  return { written: found[1], span: { start, end: start + found[1].length } };
}

/** `name: Type`, `Type name;`, `Type Name { get; set; }`, `name = value`. */
function anyField(state: State, items: readonly Item[]): FieldName | undefined {
  const [first, second, third] = items;
  const hasColon = isSign(second, ':') || (/^[?!]$/.test(textOf(second)) && isSign(third, ':'));
  if ((isName(first) || isString(first)) && hasColon) return keyAt(first);
  const end = items.findIndex((item) => isSign(item, '=') || isGroup(item, '{') || isSign(item, '=>'));
  const head = end < 0 ? items : items.slice(0, end);
  const name = head.at(-1);
  if (!isName(name) || head.some((item) => isGroup(item, '('))) return undefined;
  if (isGroup(items[end], '{') && !state.has('attributes')) return undefined;
  const isTyped = state.has('type-first') && (head.length > 1 || name.text.startsWith('$'));
  return isTyped || (isSign(items[end], '=') && head.length === 1) ? keyAt(name) : undefined;
}
