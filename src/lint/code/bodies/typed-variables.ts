// Which variable or parameter a type's name is said of: `order: Order`, `Order order`, `o Order`, `Order $order`.
import type { LanguageId } from '../../model/language.ts';
import { qualifiedFrom } from '../names/aliases.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';

/** Languages that name the type first. */
export const TYPED = /^(java|csharp|cpp|php)$/;

/** The variable or parameter that is said to be of the type. */
export function variableOf(use: number, tokens: readonly Token[], language: LanguageId): number | undefined {
  const text = (at: number): string => tokens[at]?.text ?? '';
  // PHP's sigil is a token of its own.
  const to = text(use + 1) === '$' ? use + 2 : use + 1;
  const next = tokens[to];
  const isVariable = next?.kind === 'name' && !next.first && /^([,)=;:]|in)$/.test(text(to + 1));
  // Dart names the type first, which the scanner of its kin doesn't know.
  const isFirst = language === 'kotlin' && !/^[:<]$/.test(text(use - 1));
  if (TYPED.test(language) || (isVariable && isFirst && /^[a-z_]/.test(next.text))) {
    return isVariable ? to : undefined;
  }
  let at = qualifiedFrom(tokens, use, language) - 1;
  while (/^[&*?]$|^mut$|^'\w+$/.test(text(at))) at--;
  if (language === 'go') return tokens[at]?.kind === 'name' && /^[,)]$/.test(text(use + 1)) ? at : undefined;
  if (text(at) !== ':') return undefined;
  at--;
  if (text(at) === '?') at--;
  return tokens[at]?.kind === 'name' ? at : undefined;
}

/** Go's `func (c *Client) Send(o Order) (t Transfer, err error)`: brackets behind those of the parameters. */
export function isResult(
  variable: number,
  language: LanguageId,
  places: Places,
  tokens: readonly Token[],
): boolean {
  const group = language === 'go' ? places.of(variable)?.group : undefined;
  return group?.open === '(' && tokens[group.at - 1]?.text === ')';
}
