// Text that a spreadsheet has damaged, or that was read in the wrong encoding once and saved again.
import { printable } from '../../csv/header.ts';
import { rowIssue, type SpreadsheetDamage } from './messages.ts';
import type { Warnings } from './warnings.ts';

/** First characters of cells that a spreadsheet may have damaged. */
const SUSPECT = /^[#='+\-\d]/;
const SHORTENED = /^[+-]?\d+(?:[.,]\d+)?E[+-]\d+$/i;
/** `#REF!`, `#N/A` and `#NAME?`, also in other languages, and the `###` of a narrow column. */
const ERROR = /^#(?:[\p{L}/_\d]+[!?]|N\/A|NV|#+)$/iu;

export const isFormulaError = (text: string): boolean => ERROR.test(text);

/** `undefined` for a good cell. */
export function spreadsheetDamage(text: string): SpreadsheetDamage | undefined {
  if (!SUSPECT.test(text)) return undefined;
  if (SHORTENED.test(text)) return 'shortened';
  if (ERROR.test(text)) return 'error';
  if (text.startsWith('=')) return 'formula';
  return text.startsWith("'") ? 'apostrophe' : undefined;
}

/** The bytes 0x80 to 0xBF in Windows-1252, without quotes and dashes, which follow capitals in good texts. */
const SAFE =
  '\u0080-\u009f\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf\u20ac\u0192\u2020\u2021\u02c6\u2030\u0160\u0152\u017d\u02dc\u2122\u0161\u0153\u017e\u0178';
const ANY = `${SAFE}\u00a0\u00ab\u00bb\u201a\u201e\u2026\u2039\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u203a`;

const TWICE = new RegExp(
  // Latin letters; then quotes, dashes and the euro; a byte order mark; two letters of Cyrillic or Greek.
  `\u00c3[${ANY}]|\u00c2[${SAFE}]|[\u00c4\u00c5][${SAFE}]|\u00e2\u20ac[${ANY}]|\u00e2\u201a\u00ac|\u00ef\u00bb\u00bf|(?:[\u00ce\u00cf\u00d0\u00d1][${ANY}]){2}`,
);
const NOT_ASCII = /[^\0-\x7f]/;
/** Never intended: they are quotes, dashes and the euro of Windows-1252, read in another encoding. */
const CONTROL = /[\u0080-\u009f]/;

/** The first damaged characters; `undefined` for a text that looks right. */
function twiceDecoded(text: string): string | undefined {
  return text.includes('\ufffd') ? '\ufffd' : TWICE.exec(text)?.[0];
}

/** Warns of a text that is sent unchanged. Only the damaged characters are shown: the rest may be personal. */
export function warnOfEncoding(line: number, field: string, text: string, warnings: Warnings): void {
  if (!NOT_ASCII.test(text)) return;
  const { encoding } = warnings;
  const twice = twiceDecoded(text);
  if (twice !== undefined)
    warnings.add(line, field, twice, () => rowIssue('looks_decoded_twice', { encoding }));
  const control = twice === undefined ? CONTROL.exec(text)?.[0] : undefined;
  if (control !== undefined)
    warnings.add(line, field, printable(control), () => rowIssue('looks_like_control'));
}
