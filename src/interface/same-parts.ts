// Two texts by their words and numbers alone, whatever signs stand between them, and whatever alphabet they were typed in. Pure.
import { asLatin } from './reference.ts';

/** Letters that are no others with a mark. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ł: 'l', đ: 'd', ø: 'o', ħ: 'h', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd' },
};
const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa' };
const WORD = /[\p{L}\p{N}]+/gu;
const PART = /\p{L}+|\p{N}+/gu;
const NUMBER = /^\p{N}/u;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;
const DIGIT = /^\p{Nd}$/u;
/** A number of so many digits may be written in groups; 1/26 and 126 are two. */
const GROUPED_FROM = 6;

const german = (text: string): string => text.replace(/[äöüå]/g, (letter) => GERMAN[letter] ?? letter);
/** Small Latin letters without marks, also for those of other alphabets that look like them. */
const unmarked = (text: string): string =>
  asLatin(
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[łđøħıßæœþð]/g, (letter) => PLAIN_LETTERS[letter] ?? letter),
  );

/** Digits of every script as 0 to 9. */
export const asciiDigits = (text: string): string =>
  text.replace(OTHER_DIGITS, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));

/** Unicode has the ten of each script in their order, and some scripts one behind the other. */
function digitValue(code: number): number {
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before++;
  return before % 10;
}

/** The same words and numbers, without marks. Small letters are expected. */
export function isSameWords(a: string, b: string): boolean {
  return [
    [unmarked(a), unmarked(b)],
    [unmarked(german(a)), unmarked(b)],
    [unmarked(a), unmarked(german(b))],
  ].some(([one = '', two = '']) => hasSameParts(one, two));
}

/** What those that are the same by their words share at least one of. */
export function wordKeys(text: string): string[] {
  return [unmarked(text), unmarked(german(text))].flatMap((one) => [
    (one.match(WORD) ?? []).join(''),
    partsOf(one).flat().map(bare).join(''),
  ]);
}

interface Part {
  readonly text: string;
  /** Digits behind a point or a comma, or right behind a letter, whose zeros count: A00450 is no A450. */
  readonly keepsZeros: boolean;
}

/** Words and numbers in turn: letters that follow each other as one, numbers each by itself. */
function partsOf(text: string): Part[][] {
  const parts: Part[][] = [];
  for (const { 0: part, index } of text.matchAll(PART)) {
    const isNumber = NUMBER.test(part);
    const last = parts.at(-1);
    const before = text.slice(Math.max(0, index - 2), index);
    const isFraction = /\d[.,]$/.test(before) && !/^[.,]\d/.test(text.slice(index + part.length));
    const keepsZeros = isFraction || /\p{L}$/u.test(before);
    if (last && isNumber === NUMBER.test(last[0]?.text ?? '')) last.push({ text: part, keepsZeros });
    else parts.push([{ text: part, keepsZeros }]);
  }
  return parts;
}

const bare = ({ text, keepsZeros }: Part): string => (keepsZeros ? text : text.replace(/^0+(?=\d)/, ''));
const isSameNumber = (one: Part, two = one): boolean => one.text === two.text || bare(one) === bare(two);
const whole = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');

/** RE-1, RE1 and RE-01 are one; RE-1-12, RE-11-2 and RE-112 are three. */
function hasSameParts(a: string, b: string): boolean {
  const [one, two] = [partsOf(a), partsOf(b)];
  return (
    one.length > 0 && one.length === two.length && one.every((parts, at) => isSamePart(parts, two[at] ?? []))
  );
}

function isSamePart(one: readonly Part[], two: readonly Part[]): boolean {
  if (!NUMBER.test(one[0]?.text ?? '')) return whole(one) === whole(two);
  if (one.length === two.length) return one.every((part, at) => isSameNumber(part, two[at]));
  // Written in groups, and in one piece.
  const isWhole = one.length === 1 || two.length === 1;
  return isWhole && whole(one) === whole(two) && whole(one).length >= GROUPED_FROM;
}
