// Where things stand to each other.
import type { Obj } from '../model/facts.ts';
import type { Fn } from './state.ts';

export function outermost(object: Obj | undefined): Obj | undefined {
  let outer = object;
  for (let i = 0; outer?.parent && i < 50; i++) outer = outer.parent.object;
  return outer;
}

/** Names outside of all functions are seen in each. */
export function isWithin(fn: Fn | undefined, outer: Fn | undefined): boolean {
  if (!outer) return true;
  for (let at = fn; at; at = at.outer) if (at === outer) return true;
  return false;
}

export function group<K, T>(map: Map<K, T[]>, key: K, ...values: readonly T[]): void {
  const known = map.get(key);
  if (known) known.push(...values);
  else map.set(key, [...values]);
}
