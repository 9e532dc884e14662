// The names in expressions inside of texts: `${ROOT}/balances`, `{base}/me`, and where the texts stand that have them.
import type { Token } from './token.ts';

/** Both bounded: 200 characters. */
const LAST_NAME = /([\p{L}_]\w*)\s*(?:\(\s*\))?\s*$/u;
const BEFORE_VALUE = /(?:\.|->)\s*(?:value|rawValue|to_s|toString|getValue|as_str)\s*(?:\(\s*\))?\s*$/;

/** The name that an expression inside a text ends with: `this.base`, `Resource.ME.value`. */
export const nameIn = (code: string): string | undefined =>
  LAST_NAME.exec(code.slice(-200).replace(BEFORE_VALUE, ''))?.[1];

/** Name -> the texts that it stands inside of. */
export function textsByName(tokens: readonly Token[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  tokens.forEach(({ kind, parts, text }, at) => {
    if (kind !== 'string') return;
    // Rust's and Python's names in a format are part of its text.
    const inline = [...text.matchAll(/\{(\w{1,80})\}/g)].map(({ 1: name }) => name);
    const named = (parts ?? []).map((part) => ('code' in part ? nameIn(part.code) : undefined));
    for (const name of new Set([...named, ...inline])) {
      if (name === undefined) continue;
      const known = found.get(name);
      if (known) known.push(at);
      else found.set(name, [at]);
    }
  });
  return found;
}
