// Objects whose keys are set one by one: `body.amount = x`, `body.put("amount", x)`, `Transfer.builder().amount(x)`.
import type { Obj } from '../model/facts.ts';
import { INTEREST } from '../model/vocabulary.ts';
import { addObject, type Assigned, type Fn, siteOf, type State } from './state.ts';

export function assemble(state: State): void {
  for (const bind of state.binds) {
    const known = state.bindsByName.get(bind.name);
    if (known) known.push(bind);
    else state.bindsByName.set(bind.name, [bind]);
  }
  const made = new Map<string, Obj>();
  const ids = new Map<Fn | undefined, number>();
  for (const one of state.assigned) {
    const { target, key, context } = one;
    if (target === 'this' ? isDeclared(state, one) : false) continue;
    if (!ids.has(context.fn)) ids.set(context.fn, ids.size);
    const id = `${ids.get(context.fn) ?? 0} ${target === 'this' ? (context.outer[0] ?? '') : target}`;
    let object = made.get(id);
    if (!object) {
      object = boundTo(state, one) ?? newObject(state, one);
      made.set(id, object);
    }
    if (!object.keys.some(({ name, span }) => name === key.name && span.start === key.span.start))
      object.keys.push(key);
  }
}

/** A field of one's own that its class declares, or that no rule asks for. */
function isDeclared({ facts }: State, { key, context }: Assigned): boolean {
  if (!INTEREST.has(key.name)) return true;
  const [type = ''] = context.outer;
  return facts.objects.some(
    (object) =>
      object.kind === 'type' &&
      context.outer.includes(object.place.names[0] ?? type) &&
      object.keys.some(({ name }) => name === key.name),
  );
}

const MOST_OF_A_NAME = 40;

/** The object that the variable was given. */
function boundTo({ bindsByName }: State, { target, context }: Assigned): Obj | undefined {
  for (let fn = context.fn; ; fn = fn.outer) {
    for (const bind of bindsByName.get(target)?.slice(0, MOST_OF_A_NAME) ?? []) {
      if (bind.fn !== fn) continue;
      if (bind.value.kind === 'object') return bind.value.object;
      if (bind.value.kind === 'call') {
        const arg = bind.value.call.args.find((one) => one.kind === 'object');
        if (arg?.kind === 'object') return arg.object;
      }
    }
    if (!fn) return undefined;
  }
}

function newObject(state: State, { target, key, context }: Assigned): Obj {
  const parts = target.replace(/\(\)\d+$/, '').split('.');
  const [root = ''] = parts;
  const isChain = /\(\)\d+$/.test(target);
  const isOwn = target === 'this';
  const site =
    isChain || isOwn
      ? siteOf(context)
      : { ...siteOf(context), bind: root, parent: undefined, returned: false };
  const own = isOwn ? context.outer.slice(0, 1) : [...parts].reverse();
  const parent =
    parts.length > 1 && !isChain
      ? boundTo(state, { target: parts.slice(0, -1).join('.'), key, context })
      : undefined;
  return addObject(state, isOwn ? 'type' : 'literal', key.span, {
    ...context,
    ...site,
    ...(parent ? { parent: { object: parent, key: parts.at(-1) ?? '' } } : {}),
    names: isChain ? [...own, ...context.names] : own,
  });
}
