// The word of a text that a variable stands in: what is before it and behind, with holes for what else is filled in.
import { withHoles } from './url.ts';

/** A line and a word are looked at no further than this. */
export const FAR = 300;
const EDGE = /[\s"'`<>|()\\,;=]/;

/** Where the line begins that an offset is in. */
export const lineStartOf = (text: string, at: number): number =>
  Math.max(text.lastIndexOf('\n', at - 1) + 1, at - FAR);

/** What stands around a variable where it is used in a path. */
export interface Filled {
  readonly before: string;
  readonly after: string;
  readonly line: string;
  /** It is used elsewhere, too, and for something else. */
  readonly mixed: boolean;
}

/** The word that a variable stands in, with holes for what else is filled in. */
export function wordAround(text: string, start: number, end: number): Filled {
  let from = start;
  while (from > 0 && start - from < FAR && !EDGE.test(text[from - 1] ?? ' ')) from--;
  let to = end;
  while (to < text.length && to - end < FAR && !EDGE.test(text[to] ?? ' ')) to++;
  const lineStart = lineStartOf(text, start);
  const [tail = ''] = text.slice(start, start + FAR).split('\n', 1);
  return {
    before: withHoles(text.slice(from, start)),
    after: withHoles(text.slice(end, to)),
    line: text.slice(lineStart, start) + tail,
    mixed: false,
  };
}
