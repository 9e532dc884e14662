// Tables that say what a type of document is called for people: a seed, a dictionary. Nobody sends its rows.
import type { Context } from '../model.ts';

/** Points that are not enough for more. */
export const MEDIUM = 4;
/** Columns beside a type: words for people, and those of a customer's own papers. */
const LABEL = /^(?:label|caption|title|display_?name|description)(?:_?[a-z]{2})?$/i;
const OWNED = /customer|client|company|business|merchant|applica|file|url|path|upload|require|mandatory/i;
export const isOfLabels = ({ outer }: Context): boolean =>
  outer.some((head) => LABEL.test(head.trim())) && !outer.some((head) => OWNED.test(head));
