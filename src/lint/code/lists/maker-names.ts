// Functions that give back what one of them has made: `papers(order)` is made by `inline(file)`, one step further.
import type { Token } from '../tokens/token.ts';

const STEPS = 2;

/** With the functions that name a maker of this file or of another, two steps far. `sends`: functions that send what they make. */
export function withCallers(
  makers: ReadonlySet<string>,
  { told, sends }: { told: ReadonlySet<string>; sends: ReadonlySet<string> },
  tokens: readonly Token[],
): Set<string> {
  const found = new Set(makers);
  for (let step = 0; step < STEPS; step++) {
    const before = found.size;
    for (const [at, { kind, text, scope, passive, parameter }] of tokens.entries()) {
      if (kind !== 'name' || passive || parameter || scope.kind !== 'function' || scope.name === text)
        continue;
      if (!found.has(text) && !(told.has(text) && isUsed(at, tokens))) continue;
      if (!sends.has(scope.name)) found.add(scope.name);
    }
    if (found.size === before) break;
  }
  return found;
}

/** Called or handed on, and no member of somebody's own. */
const isUsed = (at: number, tokens: readonly Token[]): boolean =>
  tokens[at + 1]?.text === '(' ||
  /^(::|->|&)$/.test(tokens[at - 1]?.text ?? '') ||
  tokens[at + 1]?.text === '::';
