// References of rows as they are compared: what is one reference, and what differs only in ways that a person or a
// spreadsheet doesn't see. Shared by the reader of a file and the ledger.

const PLAIN = /^[\x21-\x7e]*$/;

/** A reference without spaces around it, composed (NFC): the text under which it is known for ever. */
export function composedReference(text: string): string {
  const trimmed = text.trim();
  return PLAIN.test(trimmed) ? trimmed : trimmed.normalize('NFC');
}

/**
 * What stays of a reference when case, width, spaces, invisible characters, alphabet and leading zeros are put aside. Two that
 * share it are told apart by nobody who reads them aloud.
 */
export function foldedReference(reference: string): string {
  const folded = PLAIN.test(reference) ? reference.toLowerCase() : foldedText(reference);
  return folded.startsWith('0') ? folded.replace(/^0+(?=.)/, '') : folded;
}

/**
 * Small letters of other alphabets that look like Latin ones, at least as capitals: what is typed by hand, or copied from a
 * letter, may hold either. Alphabets that share none of their looks are left alone.
 */
const LOOKS_LATIN: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    в: 'b',
    е: 'e',
    һ: 'h',
    н: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    о: 'o',
    р: 'p',
    ԛ: 'q',
    ѕ: 's',
    с: 'c',
  },
  ...{ т: 't', у: 'y', ү: 'y', ѵ: 'v', ԝ: 'w', х: 'x', ԁ: 'd' },
  ...{
    α: 'a',
    β: 'b',
    ε: 'e',
    ζ: 'z',
    η: 'h',
    ι: 'i',
    κ: 'k',
    μ: 'm',
    ν: 'n',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'y',
    χ: 'x',
  },
};
const OTHER_LETTERS = new RegExp(`[${Object.keys(LOOKS_LATIN).join('')}]`, 'gu');

/** Small letters of other alphabets as the Latin ones that they look like. */
export const asLatin = (text: string): string =>
  text.replace(OTHER_LETTERS, (letter) => LOOKS_LATIN[letter] ?? letter);

/** Folding one thing may lay bare another: again, until nothing changes. */
function foldedText(text: string): string {
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC');
  const latin = asLatin(folded);
  return latin === text ? latin : foldedText(latin);
}
