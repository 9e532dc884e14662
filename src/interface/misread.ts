// Text that was UTF-8 and was read in a code page: "GrÃ¼n" is "Grün". Pure; what can't have been read so stays as it is.
import { createRequire } from 'node:module';

import type iconv from 'iconv-lite';

/** What Windows-1252 has between 0x80 and 0x9f; the other bytes are the characters of their numbers. */
const CODE_PAGE =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';
const OTHER_PAGES = ['win1250', 'win1251', 'cp437', 'cp850', 'macroman'] as const;
/** A text may have been misread more than once. */
const TIMES = 2;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Loaded for the first text that isn't ASCII: most files have none. */
const loaded = (): typeof iconv => createRequire(import.meta.url)('iconv-lite') as typeof iconv; // its own types

/** As it was before a program took its bytes for those of a code page, however often. */
export function readRight(text: string): string {
  let read = text;
  for (let time = 0; time < TIMES; time++) read = decodedAgain(read) ?? read;
  return read;
}

/** UTF-8 that was read in a code page; `undefined` where it can't have been. */
function decodedAgain(text: string): string | undefined {
  if (!/[^\0-\x7f]/.test(text)) return undefined;
  const candidates = [windowsBytes(text), ...OTHER_PAGES.map((page) => bytesIn(text, page))];
  for (const bytes of candidates) {
    try {
      if (bytes) return utf8.decode(bytes);
    } catch {
      // Not that one.
    }
  }
  return undefined;
}

function windowsBytes(text: string): Uint8Array | undefined {
  const bytes = Array.from(text, (one) => {
    const at = CODE_PAGE.indexOf(one);
    return at === -1 ? (one.codePointAt(0) ?? 0) : 0x80 + at;
  });
  return bytes.some((code) => code > 0xff) ? undefined : Uint8Array.from(bytes);
}

function bytesIn(text: string, page: (typeof OTHER_PAGES)[number]): Uint8Array | undefined {
  const { encode, decode } = loaded();
  const bytes = encode(text, page);
  return decode(bytes, page) === text ? bytes : undefined;
}
