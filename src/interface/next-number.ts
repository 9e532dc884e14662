// Whether a text is the next of a series (Invoice 13 after Invoice 12), or the same thing told on another day: an export writes its
// own date, time or number beside the invoice's. Pure.
import { isMonthName } from './respelt.ts';
import { isPlainlyAnother } from './same-text.ts';

const TIME = /\b\d{1,2}:\d\d(?::\d\d)?\b/g;
const DATE =
  /\b(?:\d{4}[-./]\d{1,2}(?:[-./]\d{1,2})?|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\d{1,2}[-./]\d{4}|(?:19|20)\d\d(?:[01]\d[0-3]\d)?)\b/g;
const NUMBER = /\d+/g;

const WORD = /\p{L}+/gu;

/**
 * Whether both are of one form and in the same words, and no number but a date stands at the same place in both: these tell of another
 * payment. Where nothing but the date is another, they are one.
 */
export function isNext(one: string, two: string): boolean {
  const [a, b] = [one.replace(TIME, ' '), two.replace(TIME, ' ')];
  if (!isPlainlyAnother(a, b) || !isInSameWords(a, b)) return false;
  const [numbers, others] = [undated(a), undated(b)];
  if (numbers.length > 0 && numbers.every((number, at) => number === others[at])) return false;
  // A part, or a flat, has one digit.
  return !numbers.some((number, at) => number.length > 1 && number === others[at]);
}

const undated = (text: string): string[] => text.replace(DATE, 'date').match(NUMBER) ?? [];

/** Invoice 1001 and Order 8812 may be one payment under two names. */
export function isInSameWords(one: string, two: string): boolean {
  const wordsOf = (text: string): string =>
    (text.toLowerCase().match(WORD) ?? []).map((word) => (isMonthName(word) ? 'month' : word)).join(' ');
  return wordsOf(one) === wordsOf(two);
}
