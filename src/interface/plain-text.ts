// Text as it is compared, without differences that nobody sees: line ends, spaces, invisible characters. Ordinary text
// stays as it is, byte for byte: ledgers hold hashes of it.

/** Nearly all texts: visible ASCII, with single spaces between words. */
const ORDINARY = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/;
const INVISIBLE = /(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|\ufeff/gu;
/** Spaces and line ends of every sort, also those that Unicode doesn't call so (next line, a blank of Braille). */
const SPACES = /[\s\u0085\u2800]+/gu;

/** Text without differences of spaces, width and case. A memo that was typed again is the same memo. */
export function readText(text: string): string {
  if (ORDINARY.test(text)) return text.toLowerCase();
  const visible = text.replaceAll('\u0085', ' ').replace(INVISIBLE, '');
  return visible.normalize('NFKC').toLowerCase().normalize('NFKC').replace(SPACES, ' ').trim();
}

const TAG = /(?:^| )pb-[0-9a-f]{10}$/;
const TAG_LENGTH = ' pb-0123456789'.length;

/**
 * A memo as a person takes it for another's equal: without the tags that this program puts at its end (profile's
 * memoTag), and without the leading zeros that a spreadsheet takes from a number.
 */
export function readMemo(memo: string): string {
  let text = readText(memo);
  while (TAG.test(text.slice(-TAG_LENGTH))) text = text.slice(0, -TAG_LENGTH);
  return /^0\d+$/.test(text) ? text.replace(/^0+(?=.)/, '') : text;
}
