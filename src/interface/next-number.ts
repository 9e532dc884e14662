// Whether a text is the next of a series (Invoice 13 after Invoice 12), or the same thing told on another day: an export writes its
// own date, time or number beside the invoice's. Pure.
import { isPlainlyAnother } from './same-text.ts';

const TIME = /\b\d{1,2}:\d\d(?::\d\d)?\b/g;
const DATE =
  /\b(?:\d{4}[-./]\d{1,2}(?:[-./]\d{1,2})?|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\d{1,2}[-./]\d{4}|(?:19|20)\d\d)\b/g;
const NUMBER = /\d+/g;

/** Whether both are of one form, and no number but a date stands at the same place in both: these tell of another payment. */
export function isNext(one: string, two: string): boolean {
  const [a, b] = [one.replace(TIME, ' '), two.replace(TIME, ' ')];
  if (!isPlainlyAnother(a, b)) return false;
  const [numbers, others] = [undated(a), undated(b)];
  // A part, or a flat, has one digit.
  return !numbers.some((number, at) => number.length > 1 && number === others[at]);
}

const undated = (text: string): string[] => text.replace(DATE, 'date').match(NUMBER) ?? [];
