// Fields whose names other products have been seen to have. Alone in a file, beside names of another product, they say little.
import { camel } from '../model/model.ts';
import { STRONG_WORDS } from '../model/words.ts';

const SEEN_ELSEWHERE: ReadonlySet<string> = new Set(['isBusinessRegulated', 'businessIndustryType']);
/** Bounded: words, of which one holds an id of 80 characters. */
const EACH = new RegExp(STRONG_WORDS.source, 'g');

/** Of all words of the interface a text has one, and other products have it, too. */
export function isLone(text: string): boolean {
  let only: string | undefined;
  for (const [word] of text.matchAll(EACH)) {
    const name = camel(word);
    if (!SEEN_ELSEWHERE.has(name) || (only !== undefined && only !== name)) return false;
    only = name;
  }
  return only !== undefined;
}
