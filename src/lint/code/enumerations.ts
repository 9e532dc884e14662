// Enumerations: their members with their texts.
import type { Key, Value } from '../model/facts.ts';
import { type Group, isGroup, isName, isSign, isString, type Item, split } from './groups.ts';
import { statementsOf } from './lines.ts';
import { addList, addObject, addText, type Context, keyOf, OTHER, type State } from './state.ts';

/** Members with their texts, and as a list of what they say. */
export function enumeration(state: State, items: readonly Item[], nameAt: number, context: Context): boolean {
  const name = items[nameAt];
  const body = items.findLast((item): item is Group => isGroup(item, '{') || isGroup(item, 'block'));
  if (!isName(name) || !body) return false;
  const values: Value[] = [];
  const keys: Key[] = [];
  const inner: Context = {
    ...context,
    names: [name.text],
    outer: [name.text, ...context.outer],
    bind: undefined,
  };
  for (const statement of statementsOf(body.items, state)) {
    for (const entry of split(statement, (item) => isSign(item, ',')))
      member(state, entry, inner, values, keys);
  }
  const span = { start: body.start, end: body.end };
  state.binds.add({
    name: name.text,
    value: { kind: 'object', object: addObject(state, 'type', span, inner, keys) },
    fn: context.fn,
  });
  // It says which types there are, not which documents somebody has.
  addList(state, values, span, { start: name.start, end: name.end }, true, inner);
  return true;
}

function member(state: State, entry: readonly Item[], context: Context, values: Value[], keys: Key[]): void {
  const items = entry.filter((item) => !(isName(item) && item.text === 'case'));
  const [name] = items;
  if (!name || isGroup(name)) return;
  if (!isName(name) && !isString(name)) return;
  const isPlain = items.length === 1;
  const isKeys = /keys?$|fields?$|columns?$/i.test(context.names[0] ?? '');
  const group = items.find((item): item is Group => isGroup(item, '('));
  const equals = items.findIndex((item) => isSign(item, '='));
  const given = equals >= 0 ? items.slice(equals + 1) : group ? group.items : [];
  if (!isPlain && given.length === 0) {
    state.walk.statement(entry, context);
    return;
  }
  const start = name.inner ?? name.start;
  const span = { start, end: start + name.text.length };
  const inner: Context = { ...context, names: [name.text, ...context.names] };
  const text: Value = { kind: 'text', text: name.text, span };
  const value = isPlain ? text : state.walk.value(given, inner);
  if (isPlain) addText(state, name.text, span, '', inner);
  values.push(value.kind === 'text' ? value : text);
  // Swift's CodingKeys: what it is called on the wire.
  if (isKeys && value.kind === 'text') keys.push(keyOf(value.text, value.span, OTHER));
  else keys.push(keyOf(name.text, span, value));
}
