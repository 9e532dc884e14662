// Whether a name is used as a value, or stands for a callback's parameter: a value is no pattern, no key, no member of something else, and is not what is given a value.
import { type Scope, type Token, within } from '../tokens/token.ts';

/** `ofReceiver`: a member counts, too, of whatever the method belongs to. */
export function isValue(at: number, scope: Scope, tokens: readonly Token[], ofReceiver = false): boolean {
  const token = tokens[at];
  if (!token || token.passive || token.parameter || !within(token.scope, scope)) return false;
  const next = tokens[at + 1]?.text;
  if (next === '=' || next === ':=' || next === ':') return next === ':' && token.shorthand;
  const before = tokens[at - 1]?.text;
  if (before !== '.' && before !== '->') return true;
  // Go's receiver has a name of its own.
  if (ofReceiver && tokens[at - 3]?.text !== '.') return true;
  return /^[$@]?(this|self)$/.test(tokens[at - 2]?.text ?? '');
}

/** The parameter of a callback that no brackets hold: `row =>`, `row ->`, `|row|`. */
export const isDeclared = (at: number, tokens: readonly Token[]): boolean =>
  /^(=>|->|\|)$/.test(tokens[at + 1]?.text ?? '');
