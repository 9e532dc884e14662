// R's lists as object-like text of the same length: `list(amount = 5, types = c("A", "B"))` as `{amount = 5, types = ["A",
// "B"]}`, without its comments. One walk over the text.
import { blank } from '../model/lines.ts';

/** What makes a list with names, and what one without; behind no other name. Bounded: 12 characters. */
const MAKES = /(?<![\w.$@])(list|list2|c)\s{0,4}$/;
const BEFORE = 12;

export function withLists(text: string): string {
  const out: string[] = [];
  const open: string[] = [];
  let from = 0;
  const put = (at: number, end: number, instead: string): void => {
    out.push(text.slice(from, at), instead);
    from = end;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '#') {
      const stop = text.indexOf('\n', at);
      const end = stop < 0 ? text.length : stop;
      put(at, end, blank(text.slice(at, end)));
      at = end;
    } else if (char === '"' || char === "'") at = endOfString(text, at, char);
    else if (char === '(') {
      const made = MAKES.exec(text.slice(Math.max(0, at - BEFORE), at));
      const isList = made?.[1] === 'c' && !isNamed(text, at);
      open.push(made ? (isList ? ']' : '}') : ')');
      if (made) put(at - made[0].length, at + 1, ' '.repeat(made[0].length) + (isList ? '[' : '{'));
    } else if (char === ')') {
      const close = open.pop();
      if (close !== undefined && close !== ')') put(at, at + 1, close);
    }
  }
  out.push(text.slice(from));
  return out.join('');
}

/** `c(amount = "5")`: a vector with names is an object on the wire. */
const isNamed = (text: string, at: number): boolean =>
  /^\(\s{0,40}["'`]?[\w.]{1,60}["'`]?\s{0,4}=(?!=)/.test(text.slice(at, at + 120));

function endOfString(text: string, at: number, quote: string): number {
  let end = at + 1;
  while (end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1;
  return end;
}
