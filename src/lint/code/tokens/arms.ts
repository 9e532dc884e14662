// The arms of a match: `match x { ... }`, `when (x) { ... }`, `x switch { ... }`. What they are for is looked at, not sent.
import { type Group, tokenOf } from './groups.ts';
import type { Token } from './token.ts';

/** The arms of `match x {`, `when (x) {`, `x switch {`. */
export function isMatch({ open, parent, position }: Group, tokens: readonly Token[]): boolean {
  if (open !== '{') return false;
  for (let i = position - 1; i >= 0 && i > position - 5; i--) {
    const token = tokenOf(parent?.items[i], tokens);
    if (token && /^(match|when|switch|case)$/.test(token.text)) return true;
    if (token && /^[=,;:]$/.test(token.text)) return false;
  }
  return false;
}

/** What an arm of a match is for. */
export function isArm(group: Group, i: number, tokens: readonly Token[]): boolean {
  if (!isMatch(group, tokens)) return false;
  for (let j = i + 1; j < i + 16; j++) {
    const text = tokenOf(group.items[j], tokens)?.text;
    if (text === '->' || text === '=>') return true;
    if (text === undefined || /^[;=]$/.test(text)) return false;
  }
  return false;
}
