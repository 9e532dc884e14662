// Which literal a group of brackets is a part of: pairs of a list of pairs, and what is spread into a body.
import type { Group } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';
import type { FoundKey } from './keys.ts';

/** The literal that a group's keys are keys of. */
export function wholeOf(group: Group, keys: readonly FoundKey[], tokens: readonly Token[]): Group {
  const { parent } = group;
  // `{{"amount", v}, {"memo", w}}`: the pairs are keys of what is around them.
  const pairs =
    keys.every(({ value }) => value === 2) &&
    group.items.length === 3 &&
    group.open === '{' &&
    tokens[group.at + 2]?.text === ',';
  if (pairs && parent?.open === '{') return parent;
  // `[["amount", v], ("memo", w)]`.
  const paired = keys.every(({ value }) => value === 2) && tokens[group.at + 2]?.text === ',';
  if (paired && group.open !== '{' && parent && parent.open !== '' && typeof parent.items[0] === 'object') {
    if (isPairOf(parent, group)) return parent;
  }
  // `{ ...(usd ? { amount: usd } : {}), ... }`: so is what is spread.
  const spread = parent?.open === '(' ? parent : group;
  const before = spread.parent?.items[spread.position - 1];
  const sign = typeof before === 'number' ? tokens[before]?.text : undefined;
  const around = spread.parent?.open === '{' || spread.parent?.open === '[' ? spread.parent : undefined;
  return (sign === '...' || sign === '**') && around ? around : group;
}

const isPairOf = (parent: Group, { open }: Group): boolean =>
  parent.items.every((item) => typeof item === 'number' || item.open === open);
