// Clojure: a list whose first word is called, maps and vectors.
import type { Call, Value } from '../model/facts.ts';
import { isGroup, isName, isString, type Item, textOf } from './groups.ts';
import { type Context, OTHER, type State } from './state.ts';
import { stringValue } from './strings.ts';

/** `(post url {:body ...})`: a list whose first word is called. */
export function forms(state: State, items: readonly Item[], context: Context): Value {
  const values: Value[] = [];
  for (const item of items) {
    if (isGroup(item, '(')) {
      const [head, ...rest] = item.items;
      const call: Call = {
        callee: textOf(head),
        args: [],
        parent: context.call,
        span: { start: item.start, end: item.end },
      };
      state.calls.add({ call, site: context });
      const inner: Context = { ...context, call, names: [call.callee, ...context.names] };
      for (const one of rest) call.args.push(state.walk.value([one], inner));
      values.push({ kind: 'call', call });
    } else if (isGroup(item)) values.push(state.walk.object(item, context));
    else if (isString(item)) values.push(stringValue(state, item, context));
    else if (isName(item)) {
      state.uses.add({ name: item.text, site: context, at: item.start });
      values.push({ kind: 'name', name: item.text, span: { start: item.start, end: item.end } });
    }
  }
  return values.length === 1 ? (values[0] ?? OTHER) : OTHER;
}
