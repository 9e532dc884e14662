// Fields by their path in a body: `documents.0`, `transactionBreakdown.transactionTypes`.
import { camel } from '../../model/model.ts';
import { type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';
import { isInteresting } from './keys.ts';

/** Objects of a body: `set(body, 'transactionBreakdown.transactionTypes', v)`. */
export const NESTED = /^(transactionBreakdown|compliance|source|destination)$/;

/** A field as it is spelt on the wire: `documents.0` is one, `source_of_funds` a column of somebody's table. */
export const isWire = (text: string): boolean => {
  const name = wireName(text);
  return isInteresting(name) && camel(name) === name;
};

/** `documents.0` is documents; of a path below an object of a body the last name counts, unless the object itself is gone. */
export function wireName(text: string): string {
  const parts = text
    .replace(/^\$\./, '')
    .replace(/\.\d+$/, '')
    .split('.');
  if (parts.length > 1 && parts[0] === 'compliance') return 'compliance';
  return parts.length === 2 && NESTED.test(parts[0] ?? '') ? (parts[1] ?? '') : parts.join('.');
}

/** A text, or the telling one of a path as a list: `['transactionBreakdown', 'transactionTypes']`. */
export function pathEnd(item: number | Group | undefined, tokens: readonly Token[]): Token | undefined {
  if (typeof item !== 'object') return tokenOf(item, tokens);
  const first = tokenOf(item.items[0], tokens);
  if (item.open !== '[' || item.items.length > 5 || !NESTED.test(first?.text ?? '')) return undefined;
  return first?.text === 'compliance' ? first : tokenOf(item.items.at(-1), tokens);
}
