// Lists of document types that are only asked whether they hold one.
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';

const COMPARES = /^(===?|!==?|in|case|when|is|=~|is_not)$/;
const COMPARING =
  /^(equals|equalsIgnoreCase|includes|include\?|contains|Contains|has|startsWith|endsWith|indexOf|match|test|filter|remove|delete|pop|discard|omit|without|except|reject|unset|eq|in_array|any|some|isdisjoint|member\?)$/;

/** A sign or word beside a text. */
export const isComparison = (sign: string): boolean => COMPARES.test(sign);

/** The last name of a call. */
export const isComparing = (callee: string): boolean => COMPARING.test(callee);

/** Whether a list is only asked for something: `['A', 'B'].includes(type)`, `type in ('A', 'B')`. */
export function isCompared(group: Group, tokens: readonly Token[]): boolean {
  if (group.open === '') return false;
  const siblings = group.parent?.items ?? [];
  const dot = tokenOf(siblings[group.position + 1], tokens)?.text;
  const call = tokenOf(siblings[group.position + 2], tokens)?.text ?? '';
  if (dot === '.' && COMPARING.test(call)) return true;
  if (/^(in|not|has)$/.test(tokenOf(siblings[group.position - 1], tokens)?.text ?? '')) {
    // A loop over it does list them.
    return !siblings
      .slice(Math.max(0, group.position - 8), group.position)
      .some((item) => /^(for|foreach)$/.test(tokenOf(item, tokens)?.text ?? ''));
  }
  return group.parent?.open === '(' && COMPARING.test(calleeOf(group.parent, tokens).at(-1) ?? '');
}
