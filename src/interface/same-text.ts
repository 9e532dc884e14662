// One text or two: a spreadsheet, an editor, another encoding or another hand spells a memo, a reference or a name anew: a date,
// a number, curly quotes, letters that became two or a question mark, other signs between the same words. Pure. No fingerprint
// can hold this: what is lost can't be told from a payment's own text.
import { readRight } from './misread.ts';
import { readMemo } from './plain-text.ts';
import { isNumeral, isRespelt, readingsOf } from './respelt.ts';

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
/** Letters that are no others with a mark. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ł: 'l', đ: 'd', ø: 'o', ħ: 'h', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd' },
};
const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa' };

/** Whether one may be the other, spelt anew. */
export function isSameText(one: string, two: string): boolean {
  if (one === two) return true;
  if (one.length > LONGEST || two.length > LONGEST) return readMemo(one) === readMemo(two);
  const [a, b] = [editorless(one), editorless(two)];
  return a === b || isRespelt(a, b) || isSameWords(a, b) || isWithLosses(a, b) || isWithLosses(b, a);
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
  const letters = [unmarked(read), unmarked(german(read))].map((one) => (one.match(WORD) ?? []).join(''));
  const lossy = read.replace(ALL_LOST, '?');
  return [...new Set([...letters.map((one) => `words ${one}`), `lossy ${lossy}`, ...readingsOf(read)])];
}

/** Read right, with the quotes and dashes of a typewriter. */
function editorless(memo: string): string {
  const text = memo.replace(ENTITY, (entity) => ENTITIES[entity.toLowerCase()] ?? entity);
  return readMemo(readRight(text))
    .replace(SINGLE, "'")
    .replace(DOUBLE, '"')
    .replace(DASHES, '-')
    .replaceAll("''", '"');
}

/** The same letters and digits, without marks, whatever stands between them. */
function isSameWords(a: string, b: string): boolean {
  // 12.5 and 125 are two numbers.
  if (isNumeral(a) && isNumeral(b)) return false;
  return [
    [unmarked(a), unmarked(b)],
    [unmarked(german(a)), unmarked(b)],
    [unmarked(a), unmarked(german(b))],
  ].some(([one = '', two = '']) => isSameButSigns(one, two));
}

const german = (text: string): string => text.replace(/[äöüå]/g, (letter) => GERMAN[letter] ?? letter);
const unmarked = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[łđøħıßæœþð]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);

const WORD = /[\p{L}\p{N}]+/gu;

/** RE-1 and RE1 are one; RE-1-12 and RE-11-2, of one form, are two. */
function isSameButSigns(a: string, b: string): boolean {
  const [one, two] = [a.match(WORD) ?? [], b.match(WORD) ?? []];
  const letters = one.join('');
  if (letters === '' || letters !== two.join('')) return false;
  return one.length !== two.length || one.every((word, at) => word === two[at]);
}

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
