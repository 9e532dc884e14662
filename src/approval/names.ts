// Names of people as they are compared: the maker and the approvers of a plan are told apart by nothing else.
import { readText } from '../interface/plain-text.ts';

const APOSTROPHES = /[\u0060\u00b4\u02b9\u02bb\u02bc\u02bd\u2018\u2019\u201b\u2032]/gu;
const HYPHENS = /[\u2010-\u2015\u2212]/gu;
/** What a Turkish capital leaves behind when it is made small. */
const DOTTED = /i\u0307/gu;
const MARKS = /\p{M}/gu;
const NO_LETTER = /[^\p{L}\p{N}]/gu;

const readName = (name: string): string => readText(name.replace(APOSTROPHES, "'").replace(HYPHENS, '-'));

/**
 * A name without regard to width, case, spaces, what nobody sees, and the shape of hyphens and apostrophes. Small, capital and
 * small again, as references are: "WEISS" is "Weiß" in capitals.
 */
export const spelledName = (name: string): string =>
  readName(readName(name).toUpperCase()).replace(DOTTED, 'i');

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
const asLatin = (text: string): string =>
  text.replace(OTHER_LETTERS, (letter) => LOOKS_LATIN[letter] ?? letter);

/** A name as two people would call it the same: {@link spelledName}, and letters that look Latin are Latin. */
export const foldedName = (name: string): string => asLatin(spelledName(name));

/** Its letters and digits alone, without accents: "A. da" and "Áda" may be Ada. Empty for a name without any. */
const lettersOf = (name: string): string =>
  foldedName(name.normalize('NFD').replace(MARKS, '')).replace(NO_LETTER, '');

/** Whether these may be one person: of two whose names are so near, one can't approve what the other has made. */
export function isPerhapsOne(name: string, other: string): boolean {
  const letters = lettersOf(name);
  return foldedName(name) === foldedName(other) || (letters !== '' && letters === lettersOf(other));
}
