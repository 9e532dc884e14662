// Declared types: classes, structs, records, interfaces, enumerations, and the fields that they have.
import type { Key, Obj, Value } from '../model/facts.ts';
import { enumeration } from './enumerations.ts';
import { fieldOf } from './fields.ts';
import { type Group, isGroup, isName, isSign, isString, type Item, split, textOf } from './groups.ts';
import { modifiersIn, statementsOf } from './lines.ts';
import { addList, addObject, addText, type Context, keyOf, OTHER, siteOf, type State } from './state.ts';

const TYPE_WORDS =
  /^(?:class|struct|interface|record|object|trait|protocol|extension|type|data|defmodule|module|union|schema|input)$/;

/** Reads a declaration of a type; `false` where the items are none. */
export function typeOf(state: State, items: readonly Item[], context: Context): boolean {
  const at = modifiersIn(items);
  const word = textOf(items[at]);
  if (word === 'enum' || (word === 'const' && textOf(items[at + 1]) === 'enum')) {
    return enumeration(state, items, at + 1, context);
  }
  if (/^(?:defstruct|attr_accessor|attr_reader|attr_writer|property)$/.test(word)) {
    symbols(state, items.slice(at + 1), context);
    return true;
  }
  if (!TYPE_WORDS.test(word)) return false;
  const next = items[at + 1];
  if (isGroup(next, 'block')) return named(state, items, at, next, context);
  // `enum class`, `record struct`, `annotation class`.
  const nameAt = isName(next) && /^(?:class|struct)$/.test(next.text) ? at + 2 : at + 1;
  const name = items[nameAt];
  if (!isName(name)) return false;
  if (textOf(items[at - 1]) === 'enum') return enumeration(state, items, nameAt, context);
  return declared(state, items, nameAt, context);
}

/** Ruby's `class X < Y ... end`. */
function named(state: State, items: readonly Item[], at: number, group: Group, context: Context): boolean {
  const name = textOf(group.items[0]);
  const isModule = textOf(items[at]) === 'module';
  const rest = group.items.slice(1);
  const line = rest.findIndex((item) => item.indent >= 0);
  members(state, line < 0 ? rest : rest.slice(line), isModule ? undefined : name, {
    ...context,
    outer: [name, ...context.outer],
  });
  return true;
}

function declared(state: State, items: readonly Item[], nameAt: number, context: Context): boolean {
  const name = nameIn(items, nameAt);
  const rest = items.slice(nameAt + 1);
  const equals = rest.findIndex((item) => isSign(item, '='));
  if (equals >= 0 && textOf(items[nameAt - 1]) === 'type') {
    alias(state, name, items[nameAt] as Item, rest.slice(equals + 1), context);
    return true;
  }
  const bases = basesIn(items.slice(0, nameAt), rest);
  const inner: Context = {
    ...context,
    names: [],
    outer: [name, ...bases, ...context.outer],
    bind: undefined,
  };
  const params = rest.find((item): item is Group => isGroup(item, '('));
  const body = rest.findLast((item): item is Group => isGroup(item, '{') || isGroup(item, 'block'));
  const isPython = state.has('indented');
  if (params && !isPython)
    fieldsObject(
      state,
      name,
      split(params.items, (item) => isSign(item, ',')),
      params,
      inner,
    );
  if (body) members(state, body.items, name, inner);
  else if (isPython && !params) return false;
  return true;
}

/** Names of what a type extends, and of its annotations' words: `models.Model`, `Entity`. */
function basesIn(before: readonly Item[], rest: readonly Item[]): string[] {
  const end = rest.findIndex((item) => isGroup(item, '{') || isGroup(item, 'block'));
  const head = [...before, ...(end < 0 ? rest : rest.slice(0, end))].flatMap((item) =>
    isGroup(item, '(') ? item.items : [item],
  );
  return head.length > 12
    ? []
    : head
        .filter(isName)
        .map(textOf)
        .filter((word) => BASES.test(word));
}
const BASES =
  /^(?:Model|Base|Entity|Document|ApplicationRecord|ActiveRecord|Schema|Record|DeclarativeBase|SQLModel|Event|Response)$/;

/** Of Elixir's `Onboarding.Customer` the last part. */
function nameIn(items: readonly Item[], at: number): string {
  let last = at;
  while (isSign(items[last + 1], '.') && isName(items[last + 2])) last += 2;
  return textOf(items[last]);
}

/** `type X = { ... }`, `type X = 'a' | 'b'`. */
function alias(state: State, name: string, at: Item, items: readonly Item[], context: Context): void {
  const inner: Context = { ...context, names: [], outer: [name, ...context.outer], bind: undefined };
  const texts = items.filter(isString);
  if (texts.length > 0 && items.every((item) => isString(item) || isSign(item, '|'))) {
    const values = texts.map((text): Value => {
      const start = text.inner ?? text.start;
      const span = { start, end: start + text.text.length };
      addText(state, text.text, span, '', { ...inner, names: [name] });
      return { kind: 'text', text: text.text, span };
    });
    addList(
      state,
      values,
      { start: texts[0]?.start ?? at.start, end: at.end },
      { start: at.start, end: at.end },
      false,
      {
        ...inner,
        names: [name],
      },
    );
    return;
  }
  for (const item of items) if (isGroup(item, '{')) members(state, item.items, name, inner);
}

/** A type's body: its fields, and methods and types inside it. */
export function members(
  state: State,
  items: readonly Item[],
  name: string | undefined,
  context: Context,
): void {
  const isList = state.has('comma-members') && items.some((item) => isSign(item, ','));
  const entries = statementsOf(items, state).flatMap((statement) =>
    isList ? split(statement, (item) => isSign(item, ',')) : [statement],
  );
  const first = items[0];
  const last = items.at(-1);
  if (first && last) fieldsObject(state, name ?? '', entries, { start: first.start, end: last.end }, context);
}

function fieldsObject(
  state: State,
  name: string,
  entries: readonly (readonly Item[])[],
  span: { start: number; end: number },
  context: Context,
): void {
  const keys: Key[] = [];
  const rest: (readonly Item[])[] = [];
  const inner: [string, Group][] = [];
  const object = { kind: 'type' as const, keys, parent: undefined };
  for (const entry of entries) {
    const field = fieldOf(state, entry, context);
    if (!field) {
      rest.push(entry);
      continue;
    }
    keys.push(keyOf(field.written, field.span, field.value, context.marks));
    if (field.inner) inner.push([field.written, field.inner]);
  }
  if (keys.length > 0) {
    const added: Obj = addObject(
      state,
      object.kind,
      span,
      { ...context, names: [name], parent: undefined },
      keys,
    );
    state.sites.set(added, { ...siteOf(context), bind: undefined });
  }
  for (const [key, { items }] of inner)
    members(state, items, key, { ...context, outer: [name, ...context.outer] });
  for (const entry of rest) state.walk.statement(entry, context);
}

/** `attr_accessor :amount, :memo`, `defstruct [:amount, memo: nil]`. */
function symbols(state: State, items: readonly Item[], context: Context): void {
  const keys: Key[] = [];
  const walk = (all: readonly Item[]): void => {
    all.forEach((item, i) => {
      if (isGroup(item)) walk(item.items);
      else if (isString(item) && item.bare === true) {
        keys.push(keyOf(item.text, { start: item.inner ?? item.start, end: item.end }, OTHER));
      } else if (isName(item) && isSign(all[i + 1], ':')) {
        keys.push(keyOf(item.text, { start: item.start, end: item.end }, OTHER));
      }
    });
  };
  walk(items);
  const first = items[0];
  const last = items.at(-1);
  if (first && last && keys.length > 0) {
    const names = context.outer.slice(0, 1);
    addObject(state, 'type', { start: first.start, end: last.end }, { ...context, names }, keys);
  }
}
