// Enumerations: their members with their texts.
import type { Key, Value } from '../model/facts.ts';
import { keyAt } from './entries.ts';
import { type Group, isGroup, isName, isSign, isString, type Item, split, textOf } from './groups.ts';
import { statementsOf } from './lines.ts';
import { addList, addObject, addText, type Context, keyOf, OTHER, type State } from './state.ts';

/** As an object of its members, and as a list of what they say. */
export function enumeration(state: State, items: readonly Item[], nameAt: number, context: Context): boolean {
  const name = items[nameAt];
  const body = items.findLast((item): item is Group => isGroup(item, '{') || isGroup(item, 'block'));
  if (!isName(name) || !body) return false;
  const values: Value[] = [];
  const keys: Key[] = [];
  const outer = [name.text, ...context.outer];
  const inner: Context = { ...context, names: [name.text], outer, bind: undefined };
  for (const statement of statementsOf(body.items, state)) {
    for (const entry of split(statement, (item) => isSign(item, ','))) {
      const [key, value] = member(state, entry, inner) ?? [];
      if (key) keys.push(key);
      if (value) values.push(value);
    }
  }
  const span = { start: body.start, end: body.end };
  const object = addObject(state, 'type', span, inner, keys);
  state.binds.add({ name: name.text, value: { kind: 'object', object }, fn: context.fn });
  // It says which types there are, not which documents somebody has.
  addList(state, values, span, { start: name.start, end: name.end }, true, inner);
  return true;
}

/** `case amount`, `AMOUNT = "amount"`, `AMOUNT("amount")`; anything else in it is a statement. */
function member(state: State, entry: readonly Item[], context: Context): [Key, Value] | undefined {
  const items = textOf(entry[0]) === 'case' ? entry.slice(1) : entry;
  const [name] = items;
  if (!isName(name) && !isString(name)) return undefined;
  const { written, span } = keyAt(name);
  const inner: Context = { ...context, names: [written, ...context.names] };
  const text: Value = { kind: 'text', text: written, span };
  if (items.length === 1) {
    addText(state, written, span, '', inner);
    return [keyOf(written, span, text), text];
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
  if (isKeys && value.kind === 'text') return [keyOf(value.text, value.span, OTHER), value];
  return [keyOf(written, span, value), value.kind === 'text' ? value : text];
}
