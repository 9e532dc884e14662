// Declared types: classes, structs, records, interfaces, enumerations, and the fields that they have.
import type { Key, Span, Value } from '../model/facts.ts';
import { fieldOf } from './fields.ts';
import { type Group, isGroup, isName, isSign, isString, type Item, split, textOf } from './groups.ts';
import { modifiersIn, statementsOf } from './lines.ts';
import { keyAt } from './objects.ts';
import { addList, addObject, addText, type Context, keyOf, OTHER, type State } from './state.ts';

const TYPE_WORDS =
  /^(?:class|struct|interface|record|object|trait|protocol|extension|type|data|defmodule|module|union|schema|input)$/;
const FIELD_LISTS = /^(?:defstruct|attr_accessor|attr_reader|attr_writer)$/;
const BASES =
  /^(?:Model|Base|Entity|Document|ApplicationRecord|ActiveRecord|Schema|Record|DeclarativeBase|SQLModel|Event|Response)$/;
const LONGEST_HEAD = 12;

/** Reads a declaration of a type; `false` where the items are none. */
export function typeOf(state: State, items: readonly Item[], context: Context): boolean {
  const at = modifiersIn(items);
  const word = textOf(items[at]);
  const next = items[at + 1];
  // `enum class`, `record struct`, `annotation class`.
  const nameAt = isName(next) && /^(?:class|struct)$/.test(next.text) ? at + 2 : at + 1;
  if (word === 'enum') return enumeration(state, items, nameAt, context);
  if (FIELD_LISTS.test(word)) {
    fieldList(state, items.slice(at + 1), context);
    return true;
  }
  return TYPE_WORDS.test(word) && isName(items[nameAt]) && declaredType(state, items, nameAt, context);
}

/** `attr_accessor :amount, :memo`, `defstruct [:amount, memo: nil]`: fields of the type around it. */
function fieldList(state: State, items: readonly Item[], context: Context): void {
  const flat = items.flatMap((item) => (isGroup(item) ? item.items : [item]));
  const fields = flat.filter((item, i) => isString(item) || (isName(item) && isSign(flat[i + 1], ':')));
  const keys = fields
    .filter((item) => item.kind !== 'group')
    .map((token): Key => {
      const { written, span } = keyAt(token);
      return keyOf(written, span, OTHER);
    });
  const span = { start: items[0]?.start ?? 0, end: items.at(-1)?.end ?? 0 };
  addObject(state, 'type', span, { ...context, names: context.outer.slice(0, 1) }, keys);
}

function declaredType(state: State, items: readonly Item[], nameAt: number, context: Context): boolean {
  const name = textOf(items[nameAt]);
  const rest = items.slice(nameAt + 1);
  const bases = basesIn([...items.slice(0, nameAt), ...rest]);
  const outer = [name, ...bases, ...context.outer];
  const inner: Context = { ...context, names: [], outer, bind: undefined };
  const equals = rest.findIndex((item) => isSign(item, '='));
  if (equals >= 0 && textOf(items[nameAt - 1]) === 'type') {
    alias(state, name, items[nameAt] as Item, rest.slice(equals + 1), inner);
    return true;
  }
  const params = rest.find((item) => isGroup(item, '('));
  const body = rest.findLast(isBody);
  if (isGroup(params) && !state.has('indented')) {
    const entries = split(params.items, (item) => isSign(item, ','));
    fieldsObject(state, name, entries, params, inner);
  }
  if (body) members(state, body.items, name, inner);
  return body !== undefined || !state.has('indented');
}

const isBody = (item: Item): item is Group => isGroup(item, '{') || isGroup(item, 'block');

/** Base types that are stored or returned: `models.Model`, `Entity`. */
function basesIn(items: readonly Item[]): string[] {
  const end = items.findIndex(isBody);
  const head = (end < 0 ? items : items.slice(0, end)).flatMap((item) =>
    isGroup(item, '(') ? item.items : [item],
  );
  const bases = head.length > LONGEST_HEAD ? [] : head.filter(isName);
  return bases.map(textOf).filter((word) => BASES.test(word));
}

/** `type X = { ... }`, `type X = 'a' | 'b'`. */
function alias(state: State, name: string, at: Item, items: readonly Item[], context: Context): void {
  const texts = items.filter(isString);
  const [first] = texts;
  if (!first) {
    for (const item of items) if (isGroup(item, '{')) members(state, item.items, name, context);
    return;
  }
  const inner: Context = { ...context, names: [name] };
  const values = texts.map((token): Value => {
    const { written: text, span } = keyAt(token);
    addText(state, text, span, '', inner);
    return { kind: 'text', text, span };
  });
  const nameSpan = { start: at.start, end: at.end };
  addList(state, { items: values, span: { ...nameSpan, start: first.start }, nameSpan, open: false }, inner);
}

/** A type's body: its fields, and methods and types inside it. */
function members(state: State, items: readonly Item[], name: string, context: Context): void {
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return;
  const statements = statementsOf(items, state);
  const entries = state.has('comma-members')
    ? statements.flatMap((statement) => split(statement, (item) => isSign(item, ',')))
    : statements;
  fieldsObject(state, name, entries, { start: first.start, end: last.end }, context);
}

function fieldsObject(
  state: State,
  name: string,
  entries: readonly (readonly Item[])[],
  { start, end }: Span,
  context: Context,
): void {
  const keys: Key[] = [];
  const rest: (readonly Item[])[] = [];
  const inner: [string, Group][] = [];
  for (const entry of entries) {
    const field = fieldOf(state, entry, context);
    if (!field) rest.push(entry);
    else keys.push(keyOf(field.written, field.span, field.value, context.marks));
    if (field?.inner) inner.push([field.written, field.inner]);
  }
  if (keys.length > 0) {
    const around: Context = { ...context, names: [name], parent: undefined, bind: undefined };
    addObject(state, 'type', { start, end }, around, keys);
  }
  const outer = [name, ...context.outer];
  for (const [key, { items }] of inner) members(state, items, key, { ...context, outer });
  for (const entry of rest) state.walk.statement(entry, context);
}

/** As an object of its members. */
function enumeration(state: State, items: readonly Item[], nameAt: number, context: Context): boolean {
  const name = items[nameAt];
  const body = items.findLast(isBody);
  if (!isName(name) || !body) return false;
  const outer = [name.text, ...context.outer];
  const inner: Context = { ...context, names: [name.text], outer, bind: undefined };
  const keys = statementsOf(body.items, state)
    .flatMap((statement) => split(statement, (item) => isSign(item, ',')))
    .flatMap((entry) => member(state, entry, inner) ?? []);
  addObject(state, 'type', { start: body.start, end: body.end }, inner, keys);
  return true;
}

/** `case amount`, `AMOUNT = "amount"`, `AMOUNT("amount")`; anything else in it is a statement. */
function member(state: State, entry: readonly Item[], context: Context): Key | undefined {
  const items = textOf(entry[0]) === 'case' ? entry.slice(1) : entry;
  const [name] = items;
  if (!isName(name) && !isString(name)) return undefined;
  const { written, span } = keyAt(name);
  const inner: Context = { ...context, names: [written, ...context.names] };
  if (items.length === 1) {
    addText(state, written, span, '', inner);
    return keyOf(written, span, { kind: 'text', text: written, span });
  }
  const group = items.find((item): item is Group => isGroup(item, '('));
  const equals = items.findIndex((item) => isSign(item, '='));
  const given = equals >= 0 ? items.slice(equals + 1) : (group?.items ?? []);
  if (given.length === 0) {
    state.walk.statement(entry, context);
    return undefined;
  }
  const value = state.walk.value(given, inner);
  // Swift's CodingKeys: what it is called on the wire.
  const isKeys = /keys?$|fields?$|columns?$/i.test(context.names[0] ?? '');
  return isKeys && value.kind === 'text' ? keyOf(value.text, value.span, OTHER) : keyOf(written, span, value);
}
