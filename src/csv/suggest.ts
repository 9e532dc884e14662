// The nearest known name to a mistyped one, for "did you mean".
import { closest, distance } from 'fastest-levenshtein';

/** In so short a word, only one letter may differ, or two may have changed places. */
const SHORT = 4;

/** The known name within a third of the word's length (at least 2 edits), or `undefined`. Case doesn't count. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const lower = word.toLowerCase();
  const folded = known.map((name) => name.toLowerCase());
  const isShort = word.length <= SHORT;
  const swapped = isShort ? folded.findIndex((name) => lettersOf(name) === lettersOf(lower)) : -1;
  if (swapped !== -1) return known[swapped];
  const best = closest(lower, folded);
  if (distance(lower, best) > (isShort ? 1 : Math.max(2, Math.floor(word.length / 3)))) return undefined;
  return known[folded.indexOf(best)];
}

const lettersOf = (word: string): string => Array.from(word).sort().join('');

/** ` (did you mean X?)`, or nothing. */
export const meantText = (meant: string | undefined): string =>
  meant === undefined ? '' : ` (did you mean ${meant}?)`;

export const didYouMean = (word: string, known: readonly string[]): string => meantText(suggest(word, known));

/** More values are not listed. */
const MOST_LISTED = 5;

/** The value that was meant, or all known values. */
export type KnownValues = { readonly meant: string } | { readonly values: readonly string[] };

/** For an unknown value: the value that was meant, else all known values if they are few. */
export function nearValues(value: string, values: readonly string[]): KnownValues {
  const meant = suggest(value, values);
  if (meant !== undefined) return { meant };
  return { values: values.length > MOST_LISTED ? [] : values };
}

export function nearText(near: KnownValues): string {
  if ('meant' in near) return meantText(near.meant);
  return near.values.length === 0 ? '' : ` (${near.values.join(', ')})`;
}
