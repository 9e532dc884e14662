// Keys that are set by a call: `body.put("amount", x)`, `request.setAmount(x)`, `builder.amount(x)`.
import { type Call, camel } from '../model/facts.ts';
import { INTEREST } from '../model/vocabulary.ts';
import type { Entry } from './entries.ts';
import { isName, isString } from './groups.ts';
import { type Context, keyOf, OTHER, type State } from './state.ts';

/** With the key as their first argument. */
const PUTS =
  /^(?:put|set|add|append|store|insert|addProperty|addParameter|addFormDataPart|addField|field|param|property|setProperty|with|write\w*Field|write\w*|Add|Set|TryAdd|AddParameter|setdefault|emplace|putIfAbsent|put_new|merge)$/;
const APPENDS = /^(?:append|push|add|Add|push_back|concat|append!|<<)$/;
const SETS = /^(?:set|with|Set|With|add)_?(?=[A-Z_])/;

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
  if (parts.length < 2 && !call.receiver && entries.length !== 2) return;
  const [first, second] = entries;
  if (merges(state, call, parts, context)) return;
  const given = second?.value[0];
  // `Map.put(body, "amount", x)`.
  if (entries.length === 3 && PUTS.test(method) && isName(first?.value[0]) && isString(given)) {
    const start = given.inner ?? given.start;
    const key = keyOf(given.text, { start, end: start + given.text.length }, call.args[2] ?? OTHER);
    state.assigned.push({ target: first.value[0].text, key, context });
    return;
  }
  const key = first?.value[0];
  if (
    PUTS.test(method) &&
    entries.length >= 2 &&
    first?.key === undefined &&
    isString(key) &&
    first?.value.length === 1
  ) {
    const start = key.inner ?? key.start;
    const span = { start, end: start + key.text.length };
    const value = call.args.find((arg) => arg.kind !== 'text' || arg.text !== key.text) ?? OTHER;
    state.assigned.push({ target: targetOf(call, parts), key: keyOf(key.text, span, value), context });
    return;
  }
  if (entries.length !== 1 || first?.key !== undefined) return;
  if (APPENDS.test(method) && call.args[0]) {
    state.binds.push({
      name: targetOf(call, parts),
      value: call.args[0],
      fn: context.fn,
      exported: false,
      isPart: true,
    });
    return;
  }
  const name = SETS.test(method) ? method.replace(SETS, '') : method;
  if (!INTEREST.has(camel(name)) || (name === method && !isBuilt(call, parts))) return;
  const span = { start: nameEnd - name.length, end: nameEnd };
  state.assigned.push({
    target: targetOf(call, parts),
    key: keyOf(name, span, call.args[0] ?? OTHER),
    context,
  });
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
const MERGES = /^(?:update|merge|merge!|putAll|assign|extend|deep_merge|addAll)$/;

/** `TransferRequest.builder().amount(x)`, `new Transfer().amount(x)`: what it is called on was made for that. */
function isBuilt(call: Call, parts: readonly string[]): boolean {
  const root = rootOf(call);
  return (
    /builder|^new\b|factory|request|create|body|payload|of$|Builder/i.test(root.callee) ||
    /builder|request|body|payload/i.test(parts[0] ?? '')
  );
}

export function rootOf(call: Call): Call {
  return call.root ?? call;
}

/** The variable that it is called on; of a chain without one, its beginning. */
function targetOf(call: Call, parts: readonly string[]): string {
  if (!call.receiver) return parts.slice(0, -1).join('.');
  const root = rootOf(call);
  const [variable = ''] = root.callee.split('.');
  const isVariable =
    /^[a-z_$@]\w*$/.test(variable) && root.callee.includes('.') && !/builder|create|new/i.test(root.callee);
  return isVariable ? variable : `${root.callee}()${root.span.start}`;
}
