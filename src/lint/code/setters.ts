// Keys that are set one by one: `body.amount = x`, `body.put("amount", x)`, `Transfer.builder().amount(x)`.
// Statements and calls note them; in the end they are put together as objects.
import { type Call, camel, type Obj } from '../model/facts.ts';
import { INTEREST } from '../model/vocabulary.ts';
import { isName, isString } from './groups.ts';
import { type Entry, keyAt } from './objects.ts';
import type { Assigned, Context, Fn, State } from './state.ts';
import { addObject, keyOf, objectBoundTo, OTHER } from './state.ts';
import type { Token } from './tokenize.ts';

/** With the key as their first argument. */
const PUTS =
  /^(?:put|set|add|append|store|insert|addProperty|addParameter|addFormDataPart|addField|field|param|property|setProperty|with|write\w*Field|write\w*|Add|Set|TryAdd|AddParameter|updateValue|setdefault|emplace|putIfAbsent|put_new|merge)$/;
const APPENDS = /^(?:append|push|add|Add|push_back|concat|append!|<<)$/;
const SETS = /^(?:set|with|Set|With|add)_?(?=[A-Z_])/;
const MERGES = /^(?:update|merge|merge!|putAll|assign|extend|deep_merge|addAll)$/;

/** `own`: the call's own names; the last one ends at `nameEnd`. */
export function noteSetter(
  state: State,
  call: Call,
  own: string,
  nameEnd: number,
  entries: readonly Entry[],
  context: Context,
): void {
  const parts = own.split('.');
  const method = parts.at(-1) ?? '';
  if (merges(state, call, parts, context)) return;
  const target = targetOf(call, parts);
  const [first, second] = entries.map(({ value }) => value[0]);
  // `Map.put(body, "amount", x)`.
  if (entries.length === 3 && PUTS.test(method) && isName(first) && isString(second)) {
    put(state, first.text, second, call, context);
  } else if (entries.length > 1 && PUTS.test(method) && isString(first)) {
    put(state, target, first, call, context);
  } else if (entries.length === 1 && entries[0]?.key === undefined && (parts.length > 1 || call.receiver)) {
    if (typeof target === 'string' && APPENDS.test(method)) {
      state.binds.add({ name: target, value: call.args[0] ?? OTHER, fn: context.fn, isPart: true });
    } else setNamed(state, call, parts, { target, nameEnd }, context);
  }
}

function put(state: State, target: string | Call, key: Token, call: Call, context: Context): void {
  const { written, span } = keyAt(key);
  state.assigned.push({ target, key: keyOf(written, span, call.args.at(-1) ?? OTHER), context });
}

/** `setAmount(x)`, and `amount(x)` on a builder. */
function setNamed(
  state: State,
  call: Call,
  parts: readonly string[],
  { target, nameEnd }: { readonly target: string | Call; readonly nameEnd: number },
  context: Context,
): void {
  const method = parts.at(-1) ?? '';
  const name = method.replace(SETS, '');
  if (!INTEREST.has(camel(name)) || (name === method && !isBuilt(call))) return;
  const span = { start: nameEnd - name.length, end: nameEnd };
  state.assigned.push({ target, key: keyOf(name, span, call.args[0] ?? OTHER), context });
}

/** `body.update({...})`, `Object.assign(body, {...})`: its keys are the body's. */
function merges(state: State, call: Call, parts: readonly string[], context: Context): boolean {
  const object = call.args.find((arg) => arg.kind === 'object');
  if (object?.kind !== 'object' || !MERGES.test(parts.at(-1) ?? '')) return false;
  const [first] = call.args;
  const target = first?.kind === 'name' ? first.name : parts.slice(0, -1).join('.');
  for (const key of object.object.keys) state.assigned.push({ target, key, context });
  return true;
}

/** What it is called on was made for that. */
const isBuilt = (call: Call): boolean =>
  /builder|^new\b|factory|request|create|body|payload|of$/i.test(rootOf(call).callee);

export const rootOf = (call: Call): Call => call.root ?? call;

/** The variable that it is called on; of a chain without one, its beginning. */
function targetOf(call: Call, parts: readonly string[]): string | Call {
  if (!call.receiver) return parts.slice(0, -1).join('.');
  const root = rootOf(call);
  const [variable = '', ...rest] = root.callee.split('.');
  const isVariable = /^[a-z_$@]\w*$/.test(variable) && rest.length > 0;
  return isVariable ? variable : root;
}

/** Objects of keys that were set one by one; those of a variable that was given an object are that object's. */
export function assemble(state: State): void {
  const made = new Map<Fn | undefined, Map<string | Call, Obj>>();
  /** Where keys begin that an object has already. */
  const starts = new Map<Obj, Set<number>>();
  const boundTo = ({ target, context }: Assigned): Obj | undefined =>
    typeof target === 'string' ? objectBoundTo(state, target, context.fn) : undefined;
  for (const one of state.assigned) {
    const { key, context } = one;
    const inFn = made.get(context.fn) ?? new Map<string | Call, Obj>();
    made.set(context.fn, inFn);
    const target = one.target === 'this' ? `this ${context.outer[0] ?? ''}` : one.target;
    const object = inFn.get(target) ?? boundTo(one) ?? newObject(state, one);
    inFn.set(target, object);
    const known = starts.get(object) ?? new Set(object.keys.map(({ span }) => span.start));
    starts.set(object, known);
    if (!known.has(key.span.start)) object.keys.push(key);
    known.add(key.span.start);
  }
}

function newObject(state: State, { target, key, context }: Assigned): Obj {
  if (target === 'this')
    return addObject(state, 'type', key.span, { ...context, names: context.outer.slice(0, 1) });
  if (typeof target !== 'string') {
    const names = [...target.callee.split('.').reverse(), ...context.names];
    return addObject(state, 'literal', key.span, { ...context, names });
  }
  const parts = target.split('.');
  const outer = parts.slice(0, -1).join('.');
  const parent = outer === '' ? undefined : objectBoundTo(state, outer, context.fn);
  return addObject(state, 'literal', key.span, {
    ...context,
    bind: parts[0],
    returned: false,
    parent: parent && { object: parent, key: parts.at(-1) ?? '' },
    names: parts.reverse(),
  });
}
