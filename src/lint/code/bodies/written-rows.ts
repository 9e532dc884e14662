// Rows that are filled field by field, written and sent: Go's `var row T`, `rows.Scan(&row.A)`, `b, err := json.Marshal(row)`. What a
// call fills is an answer, and is seldom written again.
import type { Urls } from '../sides/urls.ts';
import type { Places } from '../tokens/places.ts';
import { targetOf } from '../tokens/targets.ts';
import { type Token, within } from '../tokens/token.ts';

const MAX_USES = 24;

/** Where what a declared variable is written as goes. */
export function throughWritten(
  declared: number,
  tokens: readonly Token[],
  places: Places,
  urls: Urls,
): string[] {
  const { text: name = '', scope } = tokens[declared] ?? {};
  if (!scope) return [];
  const text = (at: number): string => tokens[at]?.text ?? '';
  return places.usesAfter(name, declared, MAX_USES).flatMap((at) => {
    const token = tokens[at];
    const isAlone = text(at - 1) === '(' && text(at + 1) === ')';
    if (!token || !isAlone || !/^Marshal/.test(text(at - 2)) || !within(token.scope, scope)) return [];
    const target = targetOf(token.statement, at, tokens);
    return target === undefined ? [] : urls.through(target, token.scope, [at, at]);
  });
}
