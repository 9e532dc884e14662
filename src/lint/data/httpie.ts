// The items of HTTPie and xh: `customerId=$C amount:=10` after the address is a body, field by field. What `==` gives is a query,
// what a colon alone gives is a header.
import { camel, type Context, type Key, type Obj } from '../model.ts';
import { INTEREST } from '../words.ts';
import type { Region } from './region.ts';

const COMMAND = /(?:^|\/)(?:http|https|xh|xhs)$/;
/** Bounded: a path of a field, 120 characters. */
const ITEM = /^([\w.[\]]{1,120})(?::=|=(?!=))/;
const NESTED = /^(transactionBreakdown|source|destination)[.[]/;

export const isHttpie = (word: string): boolean => COMMAND.test(word);

/** The body that a command's words make; undefined where they make none. */
export function itemsOf(words: readonly Region[], context: Context): Obj | undefined {
  const keys = words.flatMap(({ text, at }): Key[] => {
    const path = ITEM.exec(text)?.[1] ?? '';
    const [head = ''] = path.split(/[.[]/);
    const name = camel(head);
    if (path === '' || NESTED.test(path) || !INTEREST.has(name)) return [];
    const span = { start: at(0), end: at(head.length - 1) + 1 };
    return [{ name, written: head, at: span, value: { kind: 'other' } }];
  });
  const [first] = keys;
  return first && { keys, at: first.at, context, kind: 'literal' };
}
