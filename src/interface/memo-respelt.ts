// A memo as a spreadsheet, an editor or a wrong encoding spells it anew: a date, a number, curly quotes, letters that became two
// or a question mark. Pure. No fingerprint can hold this: what is lost can't be told from a payment's own text.
import { readMemo } from './plain-text.ts';
import { isRespelt, readingsOf } from './respelt.ts';

/** What Windows-1252 has between 0x80 and 0x9f; the other bytes are the characters of their numbers. */
const CODE_PAGE =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';
/** A text may have been read so more than once. */
const TIMES = 2;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const SINGLE = /[\u2018-\u201b\u2032\u2039\u203a`\u00b4]/g;
const DOUBLE = /[\u201c-\u201f\u2033\u00ab\u00bb]/g;
const DASHES = /[\u2010-\u2015\u2212]+|-{2,}/g;
/** What a code page may have no room for, and what it puts in its place. */
const MAY_BE_LOST = /[^\x20-\x7e]|["'?-]/u;

/** Whether there is another way to spell it that is worth a look. */
export function mayBeRespelt(memo: string): boolean {
  if (/[^\x20-\x7e]|["'?]| - |--|\.\.\./.test(memo)) return true;
  return readingsOf(memo).length > 0 && !/^\d{1,15}$/.test(memo);
}

/** Under which of these it may be found; memos that share one are to be compared by {@link isSameMemo}. */
export function memoReadings(memo: string): string[] {
  const text = editorless(memo);
  const lossy = Array.from(text, (one) => (MAY_BE_LOST.test(one) ? '?' : one)).join('');
  return [`text ${lossy}`, ...readingsOf(text)];
}

/** Whether one may be the other, spelt anew. */
export function isSameMemo(one: string, two: string): boolean {
  const [a, b] = [editorless(one), editorless(two)];
  return a === b || isRespelt(a, b) || isWithLosses(Array.from(a), Array.from(b));
}

/** Read right, with the quotes and dashes of a typewriter. */
function editorless(memo: string): string {
  let text = memo;
  for (let time = 0; time < TIMES; time++) text = decodedAgain(text) ?? text;
  return readMemo(text).replace(SINGLE, "'").replace(DOUBLE, '"').replace(DASHES, '-').replaceAll("''", '"');
}

/** UTF-8 that was read as Windows-1252; `undefined` where it can't have been. */
function decodedAgain(text: string): string | undefined {
  if (!/[^\0-\x7f]/.test(text)) return undefined;
  const bytes: number[] = [];
  for (const one of text) {
    const at = CODE_PAGE.indexOf(one);
    const code = at === -1 ? (one.codePointAt(0) ?? 0) : 0x80 + at;
    if (code > 0xff) return undefined;
    bytes.push(code);
  }
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

const isLost = (one: string | undefined): boolean => one === '?' || one === '\ufffd';

function isWithLosses(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length || !(a.some(isLost) || b.some(isLost))) return false;
  return a.every((one, at) => {
    const other = b[at] ?? '';
    return (
      one === other || (isLost(one) && MAY_BE_LOST.test(other)) || (isLost(other) && MAY_BE_LOST.test(one))
    );
  });
}
