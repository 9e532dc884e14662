// Members of enumerations whose value says the same as their name: `OwnershipChart = 'OwnershipChart'`, `OwnershipChart("OwnershipChart")`,
// `[EnumMember(Value = "OwnershipChart")] OwnershipChart`. That is one use, and it stands at the value.
import { firstOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';

/** Tokens of an attribute. */
const MAX_ATTRIBUTE = 12;

export function hasItself({ items }: Group, i: number, tokens: readonly Token[]): boolean {
  const name = tokenOf(items[i], tokens)?.text;
  const isName = (at: number): boolean => tokens[at]?.kind === 'string' && tokens[at].text === name;
  const next = items[i + 1];
  if (typeof next === 'object') return next.open === '(' && isName(next.at + 1);
  const value = items[i + 2];
  if (value !== undefined && /^(?:=|:)$/.test(tokenOf(next, tokens)?.text ?? '') && isName(firstOf(value)))
    return true;
  const attribute = items[i - 1];
  if (typeof attribute !== 'object' || attribute.open !== '[') return false;
  const last = Math.min(attribute.close, attribute.at + MAX_ATTRIBUTE);
  for (let at = attribute.at; at < last; at++) if (isName(at)) return true;
  return false;
}
