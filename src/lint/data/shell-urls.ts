// The addresses that the words of a shell command name. Knows nothing of payments.
import type { Word } from './shell-words.ts';
import { withHoles } from './url.ts';

/** Of one command, and of one file: each of them is looked at for every finding. */
export const MAX_URLS = 50;

/** `out=$(wget "$BASE/transfers")`: the bracket closes what the address stands in. */
function unclosed(word: string): string {
  let end = word.length;
  while (word[end - 1] === '`') end--;
  const own = word.slice(0, end).split('(').length;
  for (let more = word.slice(0, end).split(')').length - own; more > 0 && word[end - 1] === ')'; more--)
    end--;
  return word.slice(0, end);
}

export function urlsOf(words: readonly Word[]): string[] {
  const urls = words
    .map(({ region }) => region.text)
    .filter((word) => word.length < 500 && /^(https?:|\$|\/|\{\{)[^\s]*\//.test(word))
    .map(unclosed);
  return [...new Set(urls)].slice(0, MAX_URLS).map(withHoles);
}
