// The items of HTTPie and xh: `customerId=$C amount:=10` after the address is a body, field by field. What `==` gives is a query,
// what a colon alone gives is a header.
import { camel, type Context, type Key, type Obj, type Value } from '../model/model.ts';
import { INTEREST } from '../model/words.ts';
import type { Region } from './region.ts';

/** Also of one whose answer is kept: `answer=$(http`. */
const COMMAND = /(?:^|\/|\$\(|`)(?:http|https|xh|xhs)$/;
/** Bounded: a path of a field, 120 characters. */
const ITEM = /^([\w.[\]]{1,120})(?::=|=(?!=))/;
const NESTED = /^(transactionBreakdown|source|destination)[.[]/;

export const isHttpie = (word: string): boolean => COMMAND.test(word);

/** A document in an item: `documents:='["data:..."]'`. */
function valueOf({ text, at }: Region, from: number): Value {
  const start = text.indexOf('data:', from);
  if (start < 0) return { kind: 'other' };
  const span = { start: at(start), end: at(text.length - 1) + 1 };
  return { kind: 'list', items: [{ kind: 'text', text: text.slice(start), at: span }], at: span };
}

/** The body that a command's words make; undefined where they make none. */
export function itemsOf(words: readonly Region[], context: Context): Obj | undefined {
  const piped = words.findIndex(({ text }) => text === '|');
  const keys = (piped < 0 ? words : words.slice(0, piped)).flatMap((word): Key[] => {
    const { text, at } = word;
    const path = ITEM.exec(text)?.[1] ?? '';
    const [head = ''] = path.split(/[.[]/);
    const name = camel(head);
    if (path === '' || NESTED.test(path) || !INTEREST.has(name)) return [];
    const span = { start: at(0), end: at(head.length - 1) + 1 };
    return [{ name, written: head, at: span, value: valueOf(word, path.length) }];
  });
  const [first] = keys;
  return first && { keys, at: first.at, context, kind: 'literal' };
}
