// Text that looks damaged: read in the wrong encoding once and saved again (UTF-8 taken for Windows-1252), or a long number
// as a spreadsheet shortens it. It can't be told for certain, so it is pointed at and sent as it is.
import { printable } from '../../csv/header.ts';
import type { Warnings } from './warnings.ts';

/** What the bytes 0x80 to 0xBF are in Windows-1252, but for quotes and dashes, which follow capitals in good texts. */
const SAFE =
  '\u0080-\u009f\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf\u20ac\u0192\u2020\u2021\u02c6\u2030\u0160\u0152\u017d\u02dc\u2122\u0161\u0153\u017e\u0178';
const ANY = `${SAFE}\u00a0\u00ab\u00bb\u201a\u201e\u2026\u2039\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u203a`;

const TWICE = new RegExp(
  // Latin letters; then quotes, dashes and the euro; a byte order mark; two letters of Cyrillic or Greek.
  `\u00c3[${ANY}]|\u00c2[${SAFE}]|[\u00c4\u00c5][${SAFE}]|\u00e2\u20ac[${ANY}]|\u00e2\u201a\u00ac|\u00ef\u00bb\u00bf|(?:[\u00ce\u00cf\u00d0\u00d1][${ANY}]){2}`,
);
const NOT_ASCII = /[^\0-\x7f]/;
/** No text has these on purpose: of Windows-1252 read as another encoding they are quotes, dashes and the euro. */
const CONTROL = /[\u0080-\u009f]/;

/** The first characters of it; `undefined` where the text looks right. */
export function twiceDecoded(text: string): string | undefined {
  if (!NOT_ASCII.test(text)) return undefined;
  return text.includes('\ufffd') ? '\ufffd' : TWICE.exec(text)?.[0];
}

const SHORTENED = /^[+-]?\d(?:[.,]\d+)?(E\+\d+)$/;

/** The end of a long number as a spreadsheet shortens it; `undefined` where the text is none. */
export function shortenedEnd(text: string): string | undefined {
  return text.charCodeAt(0) < 0x3a ? SHORTENED.exec(text)?.[1] : undefined;
}

/** Warns of a text that is sent as it is. Only what is wrong is shown: the rest may be personal. */
export function warnOfDamage(line: number, field: string, text: string, warnings: Warnings): void {
  const twice = twiceDecoded(text);
  if (twice !== undefined) {
    const { encoding } = warnings;
    warnings.add(line, field, twice, () =>
      encoding === undefined
        ? 'looks like text that was read in the wrong encoding and saved again: export it anew as UTF-8, or name the encoding of the export in an import profile ("encoding"); sent as it is'
        : `looks like UTF-8 that was read as ${encoding}: if the file is UTF-8, take "encoding" out of the import profile; sent as it is`,
    );
  }
  const control = twice === undefined && NOT_ASCII.test(text) ? CONTROL.exec(text)?.[0] : undefined;
  if (control !== undefined) {
    warnings.add(line, field, printable(control), () => {
      return 'is a control character, so the text was read in the wrong encoding: name the right one in an import profile ("encoding", often "windows-1252"), or export it anew as UTF-8; sent as it is';
    });
  }
  const end = shortenedEnd(text);
  // A shortened reference is an error, which says so (reference.ts).
  if (end === undefined || field === 'reference') return;
  warnings.add(line, field, end, () => {
    return 'looks like a long number that a spreadsheet has shortened: its last digits are lost. Format the column as text and enter it anew; sent as it is';
  });
}

const MONTH =
  'jan|janv|gen|ene|feb|febr|f\u00e9vr|fev|mar|m\u00e4r|mrz|m\u00e4rz|mars|march|mrt|apr|april|avr|avril|abr|may|mai|mag|mei|jun|june|juni|juin|giu|jul|july|juli|juil|lug|aug|ao\u00fbt|ago|sep|sept|set|oct|okt|ott|out|nov|dec|dez|d\u00e9c|dic';
/** A day of a month, as a spreadsheet shows what was 12-5 or 20/1. A month with a year is how people name a month. */
const DAY = new RegExp(String.raw`^\d{1,2}(?:-|\. ?| )(?:${MONTH})\.?$`, 'i');

/** Of a reference that a spreadsheet may have made a date of: another export would have another one. */
export function warnOfDate(line: number, reference: string, warnings: Warnings): void {
  if (reference.charCodeAt(0) > 0x39 || !DAY.test(reference)) return;
  warnings.add(line, 'reference', reference, () => {
    return 'looks like a date that a spreadsheet has made of a number such as 12-5: if it has, format the column as text and enter it anew; sent as it is';
  });
}
