// The nearest known name to a mistyped one, for "did you mean".
import { closest, distance } from 'fastest-levenshtein';

/** The known name within a third of the word's length (at least 2 edits), or `undefined`. Case doesn't count. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const lower = word.toLowerCase();
  const folded = known.map((name) => name.toLowerCase());
  const best = closest(lower, folded);
  if (distance(lower, best) > Math.max(2, Math.floor(word.length / 3))) return undefined;
  return known[folded.indexOf(best)];
}

/** ` (did you mean X?)`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const name = suggest(word, known);
  return name === undefined ? '' : ` (did you mean ${name}?)`;
}
