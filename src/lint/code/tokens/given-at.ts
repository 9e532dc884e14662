// What a name is given where it is used: by a sign, a call that appends, behind its type, or beside another result.
import type { Token } from './token.ts';

/** Of one expression. */
export const MAX_TOKENS = 400;
const APPENDS = /^(append|push|put|add|Add|insert|push_back|concat|extend|addAll|WriteString|<<|\+=)$/;
/** Between a name and what it is given, its type. */
const MAX_TYPE = 16;

/** Tokens of what a name is given, or what is appended to it, at one of its uses. */
export function givenAt(use: number, tokens: readonly Token[]): [number, number] | undefined {
  const token = tokens[use];
  if (!token || token.parameter) return undefined;
  const end = Math.min(token.statement.last, use + MAX_TOKENS);
  const next = tokens[use + 1]?.text ?? '';
  // Vue's and React's references hold what they are given.
  if (next === '.' && /^(value|current)$/.test(tokens[use + 2]?.text ?? '')) return givenAt(use + 2, tokens);
  if (next === '.' || next === '->')
    return APPENDS.test(tokens[use + 2]?.text ?? '') ? [use + 3, end] : undefined;
  // What stands alone on the lines below is a statement by itself where no sign ends one.
  if (next === '=' && end <= use + 2)
    return [use + 2, Math.min(tokens[use + 2]?.statement.last ?? end, use + MAX_TOKENS)];
  if (APPENDS.test(next) || next === '=' || next === ':=') return [use + 2, end];
  if (next === '+' && tokens[use + 2]?.text === '=') return [use + 3, end];
  if (next === '[' && tokens[use + 2]?.text === ']' && tokens[use + 3]?.text === '=') return [use + 4, end];
  // Go's `uri, err := inline(file)`.
  if (next === ',' && /^:?=$/.test(tokens[use + 3]?.text ?? '')) return [use + 4, end];
  if (next !== ':') return undefined;
  // The bracket of parameters ends a type.
  for (let i = use + 2, depth = 0; i < Math.min(end, use + MAX_TYPE) && depth >= 0; i++) {
    const text = tokens[i]?.text ?? '';
    if (text === '=') return [i + 1, end];
    depth += /^[([]$/.test(text) ? 1 : /^[)\]]$/.test(text) ? -1 : 0;
  }
  return undefined;
}
