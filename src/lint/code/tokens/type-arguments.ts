// The arguments of a generic call, between its name and its brackets: `get<Dev>(...)`, `get::<Dev>(...)`, `Get[Dev](...)`.
import type { Token } from './token.ts';

/** Items of a type's arguments; more are none. */
const MAX_GENERIC = 24;
/** What stands in them besides names; a comparison has other signs. */
const SIGN = /^(?:[.,:;|&?*!=]|::|=>|'\w*|\[\])$/;
const WORD = /^(?:typeof|keyof|readonly|unique|in|out|unknown|any|void|null|undefined|extends)$/;

/** Where the arguments begin that end at an item; `undefined` where none do. `tokenAt`: `undefined` for a group. */
export function openingOf(to: number, tokenAt: (i: number) => Token | undefined): number | undefined {
  let depth = 0;
  for (let i = to; i >= 0 && i > to - MAX_GENERIC; i--) {
    const token = tokenAt(i);
    if (!token) continue;
    if (/^>{1,3}$/.test(token.text)) depth += token.text.length;
    else if (token.text === '<') {
      if (--depth === 0) return i;
    } else if (!isOfType(token)) return undefined;
  }
  return undefined;
}

const isOfType = ({ kind, text }: Token): boolean =>
  kind === 'name' || kind === 'string' || SIGN.test(text) || WORD.test(text);

/** What stands in square brackets, of Go's and Scala's `Get[Dev](...)`: names alone, the first of them a type's. */
export function areTypes(items: readonly (Token | undefined)[]): boolean {
  if (items.length === 0 || items.length > MAX_GENERIC) return false;
  const typed = items.find((token) => token?.kind === 'name');
  return (
    /^(?:[A-Z]|string$|int|map$|any$|float)/.test(typed?.text ?? '') &&
    items.every((token) => !token || token.kind === 'name' || SIGN.test(token.text))
  );
}
