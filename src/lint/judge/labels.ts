// What a type of document or a field is called for people: a seed, a dictionary, words on a screen. Nobody sends them.
import type { Context, Obj } from '../model/model.ts';

/** Points that are not enough for more. */
export const MEDIUM = 4;
/** Columns beside a type: words for people, and those of a customer's own papers. */
const LABEL = /^(?:label|caption|title|display_?name|description)(?:_?[a-z]{2})?$/i;
const OWNED = /customer|client|company|business|merchant|applica|file|url|path|upload|require|mandatory/i;
export const isOfLabels = ({ outer }: Context): boolean =>
  outer.some((head) => LABEL.test(head.trim())) && !outer.some((head) => OWNED.test(head));

/** `{ amount: 'Amount', memo: 'Note to the payee' }`: words on a screen. */
export function isCaptions({ keys, context }: Obj): boolean {
  const texts = keys.flatMap(({ value }) => (value.kind === 'text' ? [value.text] : []));
  return context.urls.length === 0 && texts.length > 2 && texts.every((text) => CAPTION.test(text));
}

const CAPTION = /^\p{Lu}[\p{L}\p{M}’'(), -]{2,80}[?.:*…]?$/u;
