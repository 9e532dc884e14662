// The request that a statement completes: `req.body = body`, `curl_setopt($ch, ..., body)`, `xhr.send(body)`. Where it was made, as tokens from
// and to; looks at no URL.
import type { Places } from '../tokens/places.ts';
import { type Statement, type Token, within } from '../tokens/token.ts';

/** Tokens of a statement that makes a request. */
const MAX_REQUEST = 120;
const MAX_NEAR = 3;
/** Headers and handlers stand between a request's opening and its body. */
const MAX_OPENED = 16;
/** What sends a body, or begins to, of a request that was opened before. */
const SENDS = /^(?:send|write|end|print|getOutputStream|outputStream)$/;
const OPENS = /^(?:open|putrequest)$/;

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
  const sends = SENDS.test(text(at + 2));
  if (at <= first + 1 ? !/^(\.|->)$/.test(next) || (text(at + 3) !== '=' && !sends) : next !== ',')
    return undefined;
  const made = places
    .usesAround(request.text, at, sends ? MAX_OPENED : MAX_NEAR)
    .findLast(
      (use) =>
        use < first &&
        (/^(=|:=)$/.test(text(use + 1)) || (sends && OPENS.test(text(use + 2)))) &&
        within(request.scope, tokens[use]?.scope ?? request.scope),
    );
  const statement = made === undefined ? undefined : tokens[made]?.statement;
  return statement && made !== undefined ? [made, Math.min(statement.last, made + MAX_REQUEST)] : undefined;
}
