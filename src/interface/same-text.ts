// One text or two: a spreadsheet, an editor, another encoding or another hand spells a memo, a reference or a name anew: a date,
// a number, curly quotes, letters that became two or a question mark, other signs between the same words. Pure. No fingerprint
// can hold this: what is lost can't be told from a payment's own text.
import { readRight } from './misread.ts';
import { readMemo } from './plain-text.ts';
import { isNumeral, isRespelt, readingsOf } from './respelt.ts';
import { asciiDigits, isSameWords, wordKeys } from './same-parts.ts';

/** Longer ones are compared as they are. */
const LONGEST = 1_000;

const SINGLE = /[\u2018-\u201b\u2032\u2039\u203a`\u00b4]/g;
const DOUBLE = /[\u201c-\u201f\u2033\u00ab\u00bb]/g;
const DASHES = /[\u2010-\u2015\u2212]+|-{2,}/g;
const ENTITY = /&(?:amp|quot|apos|lt|gt|nbsp|#39|#x27|#34);/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&quot;': '"', '&#34;': '"', '&apos;': "'", '&#39;': "'", '&#x27;': "'" },
  ...{ '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' },
};
/** What a code page may have no room for, and what it puts in its place. */
const MAY_BE_LOST = /[^\x20-\x7e]|["'?-]/u;
const ALL_LOST = /(?:[^\x20-\x7e]|["'?-])+/gu;

/** Whether one may be the other, spelt anew. */
export function isSameText(one: string, two: string): boolean {
  if (one === two) return true;
  if (one.length > LONGEST || two.length > LONGEST) return readMemo(one) === readMemo(two);
  const [a, b] = [editorless(one), editorless(two)];
  return a === b || isRespelt(a, b) || areSameWords(a, b) || isWithLosses(a, b) || isWithLosses(b, a);
}

/** Whether both are written in one way and bear different numbers: Invoice 12 and Invoice 13. */
export function isPlainlyAnother(one: string, two: string): boolean {
  const [a, b] = [editorless(one), editorless(two)];
  const formOf = (text: string): string => text.replace(/\p{L}+/gu, 'm').replace(/\d+/g, 'd');
  const numbersOf = (text: string): string => (text.match(/\d+/g) ?? []).join();
  return formOf(a) === formOf(b) && numbersOf(a) !== numbersOf(b) && !isSameText(one, two);
}

/** Under which of these it may be found: two that share none are two. */
export function textKeys(text: string): string[] {
  if (text.length > LONGEST) return [readMemo(text)];
  const read = editorless(text);
  const lossy = read.replace(ALL_LOST, '?');
  return [
    ...new Set([...wordKeys(read).map((one) => `words ${one}`), `lossy ${lossy}`, ...readingsOf(read)]),
  ];
}

/** Read right, with the quotes and dashes of a typewriter. */
function editorless(memo: string): string {
  const text = memo.replace(ENTITY, (entity) => ENTITIES[entity.toLowerCase()] ?? entity);
  return asciiDigits(readMemo(readRight(text)))
    .replace(SINGLE, "'")
    .replace(DOUBLE, '"')
    .replace(DASHES, '-')
    .replaceAll("''", '"');
}

/** 12.5 and 125 are two numbers. */
const areSameWords = (a: string, b: string): boolean => !(isNumeral(a) && isNumeral(b)) && isSameWords(a, b);

const isLost = (one: string | undefined): boolean => one === '?' || one === '\ufffd';
/** Bytes that a letter has at most in UTF-8, each of which may have become a sign of its own. */
const BYTES = 3;

/** Whether `lossy` is `whole` with signs in place of letters: one for each, or one for each byte of it. */
function isWithLosses(lossy: string, whole: string): boolean {
  const [a, b] = [Array.from(lossy), Array.from(whole)];
  if (!a.some(isLost)) return false;
  const tried = new Set<number>();
  const open: (readonly [number, number])[] = [[0, 0]];
  for (let place = open.pop(); place; place = open.pop()) {
    let [i, j] = place;
    while (i < a.length && !isLost(a[i]) && a[i] === b[j]) [i, j] = [i + 1, j + 1];
    if (i === a.length && j === b.length) return true;
    const id = i * (b.length + 1) + j;
    if (!isLost(a[i]) || tried.has(id)) continue;
    tried.add(id);
    let signs = 1;
    while (isLost(a[i + signs])) signs++;
    for (let letters = Math.ceil(signs / BYTES); letters <= signs; letters++) {
      if (b.slice(j, j + letters).every((one) => MAY_BE_LOST.test(one)) && j + letters <= b.length)
        open.push([i + signs, j + letters]);
    }
  }
  return false;
}
