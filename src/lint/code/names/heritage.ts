// Which types are made from which: what is sent as one of a kind is sent as each kind that it is made from.
import type { Token } from '../tokens/token.ts';

const DECLARES = /^(class|record|struct|interface|object|trait|protocol)$/;
const FROM = /^(:|extends|<|implements|with)$/;
const MAX_HEAD = 80;

/** Type -> the types of this file that are made from it. */
export function childrenOf(tokens: readonly Token[]): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  const seen = new Set<object>();
  tokens.forEach(({ kind, text, scope }, at) => {
    const isNamed = scope.kind === 'type' && scope.name === text && !seen.has(scope);
    if (kind !== 'name' || (!isNamed && !DECLARES.test(tokens[at - 1]?.text ?? ''))) return;
    // C#'s method of that result: `object ToBody(Order order)`.
    if (tokens[at - 1]?.text === 'object' && tokens[at + 1]?.text === '(') return;
    seen.add(scope);
    for (const base of basesFrom(tokens, at + 1)) {
      const known = children.get(base);
      if (known) known.push(text);
      else children.set(base, [text]);
    }
  });
  return children;
}

/** The names behind the sign; Python has them in brackets. */
function basesFrom(tokens: readonly Token[], from: number): string[] {
  const bases: string[] = [];
  let depth = 0;
  let named = false;
  for (let i = from; i < Math.min(tokens.length, from + MAX_HEAD); i++) {
    const { text, kind, first } = tokens[i] ?? { text: '{', kind: 'symbol', first: true };
    if (text === '{' || (text === ';' && depth === 0)) break;
    // Without a body, the next line is another declaration.
    if (first && depth === 0 && bases.length > 0 && tokens[i - 1]?.text !== ',') break;
    if (text === '(' || text === '[') depth++;
    else if (text === ')' || text === ']') depth--;
    else if (kind === 'name' && (depth === 0 ? named : i === from + 1)) bases.push(text);
    if (depth === 0 && FROM.test(text)) {
      // Python's body begins here.
      if (bases.length > 0 && text === ':') break;
      named = true;
    }
  }
  return bases;
}
