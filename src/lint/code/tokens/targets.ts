// What a statement makes or fills: the variable on the left of its sign, and what it writes something into. Looks at one
// statement's tokens and at nothing else.
import type { Statement, Token } from './token.ts';

/** Tokens before the sign of an assignment. */
const MAX_TARGET = 16;
const MAX_BACK = 16;
const DECLARES = /^(const|let|var|val|final|auto|mut|def|return|await)$/;

/** What a statement writes it into: `json.NewEncoder(&buf).Encode(body)`. */
export function writtenInto(at: number, { first }: Statement, tokens: readonly Token[]): string[] {
  const names: string[] = [];
  for (let i = at - 1; i >= first && i > at - MAX_BACK; i--)
    if (tokens[i]?.text === '&' && tokens[i + 1]?.kind === 'name') names.push(tokens[i + 1]?.text ?? '');
  return names;
}

/** The variable that a statement makes: `body = ...`, `const body: T = ...`, `Map<String, Object> body = ...`. */
export function targetOf({ first }: Statement, until: number, tokens: readonly Token[]): string | undefined {
  const name = (at: number): string | undefined => {
    const token = tokens[at];
    return token?.kind === 'name' && !DECLARES.test(token.text) ? token.text : undefined;
  };
  let typed: string | undefined;
  for (let i = first; i < Math.min(until, first + MAX_TARGET); i++) {
    const text = tokens[i]?.text ?? '';
    if (text === ':') typed ??= name(i - 1);
    // Go's `res, err := ...`.
    if (text === ',' && i === first + 1) typed ??= name(first);
    if (text === '=' || text === ':=') return typed ?? name(i - 1);
    if (/^[({]$|^return$/.test(text)) return undefined;
  }
  return undefined;
}
