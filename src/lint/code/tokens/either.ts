// A key that a condition chooses: `body.put(isRegulated ? "regulatedEntity" : "notRegulatedReason", v)`. Each of the two may go out.
import { type Group, tokenOf } from './groups.ts';
import type { Token } from './token.ts';

/** The texts of a first argument that is `c ? "a" : "b"`, and the item of the value; none where it is anything else. */
export function eitherKey(
  { items }: Group,
  tokens: readonly Token[],
): readonly { readonly token: Token; readonly value: number }[] {
  const text = (i: number): string => tokenOf(items[i], tokens)?.text ?? '';
  const comma = items.findIndex((_, i) => text(i) === ',');
  const sign = items.findIndex((_, i) => text(i) === '?');
  if (sign < 1 || comma !== sign + 4 || text(sign + 2) !== ':') return [];
  return [sign + 1, sign + 3].flatMap((i) => {
    const token = tokenOf(items[i], tokens);
    return token?.kind === 'string' ? [{ token, value: comma + 1 }] : [];
  });
}
