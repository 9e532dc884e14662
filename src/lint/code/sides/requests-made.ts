// The request that a statement completes: `req.body = body`, `curl_setopt($ch, ..., body)`. Where it was made, as tokens from
// and to; looks at no URL.
import type { Places } from '../tokens/places.ts';
import { type Statement, type Token, within } from '../tokens/token.ts';

/** Tokens of a statement that makes a request. */
const MAX_REQUEST = 120;
const MAX_NEAR = 3;

export function requestOf(
  { first, last }: Statement,
  tokens: readonly Token[],
  places: Places,
): [from: number, to: number] | undefined {
  const text = (i: number): string => tokens[i]?.text ?? '';
  // PHP's sigil is a token of its own.
  const name = (i: number): number => (text(i) === '$' ? i + 1 : i);
  const at = text(first + 1) === '(' ? name(first + 2) : name(first);
  const request = tokens[at];
  const next = text(at + 1);
  if (request?.kind !== 'name' || last - first > MAX_REQUEST) return undefined;
  if (at <= first + 1 ? !/^(\.|->)$/.test(next) || text(at + 3) !== '=' : next !== ',') return undefined;
  const made = places
    .usesAround(request.text, at, MAX_NEAR)
    .findLast(
      (use) =>
        use < first &&
        /^(=|:=)$/.test(text(use + 1)) &&
        within(request.scope, tokens[use]?.scope ?? request.scope),
    );
  const statement = made === undefined ? undefined : tokens[made]?.statement;
  return statement && made !== undefined ? [made, Math.min(statement.last, made + MAX_REQUEST)] : undefined;
}
