// The operator's own key of a row, judged: what a spreadsheet leaves behind is refused, since two exports of one list
// would no longer agree on it.
import { printable } from '../../csv/header.ts';
import { composedReference } from '../../interface/reference.ts';

const MAX_REFERENCE = 255;
/** Nearly all references: nothing in them can be wrong. */
const GOOD = /^[A-Za-z][\x21-\x7e]{0,254}$/;
const PLAIN = /^[\x20-\x7e]*$/;
const CONTROL = /\p{Cc}|[\u2028\u2029]/u;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** First characters of what a spreadsheet may have made of a cell. */
const SUSPECT = /^[#='+\-.,\d]/;
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?E[+-]\d+$/i;
/** `#REF!`, `#N/A`, `#NAME?` and what they are called in other languages, and a column that was too narrow. */
const ERROR = /^#(?:[\p{L}/_\d]+[!?]|N\/A|NV|#+)$/iu;
const TOTAL =
  /^(?:grand\s*|sub-?\s*)?(?:total|totals|totaal|totale|sum|summe|gesamt|gesamtsumme|zwischensumme|somme|suma)\b[\s:.]*$/i;

export interface Reference {
  /** Composed, without spaces around it. */
  readonly text: string;
  /** What is wrong with it. */
  readonly issue: string | undefined;
}

/** The cell of a file that has the column. */
export function readReference(cell: string): Reference {
  if (GOOD.test(cell)) return { text: cell, issue: undefined };
  const text = composedReference(cell);
  return { text, issue: issueOf(cell, text) };
}

function issueOf(cell: string, text: string): string | undefined {
  if (text === '') return 'is missing: with a reference column every row needs one';
  if (!PLAIN.test(cell)) {
    const shown = printable(text);
    if (CONTROL.test(cell)) return `"${shown}" holds a control character or a line break: remove it`;
    if (INVISIBLE.test(cell)) {
      return `"${shown}" holds an invisible character (${codeOf(cell)}): remove it, or type the reference anew`;
    }
  }
  if (SUSPECT.test(text)) {
    const mark = markOf(text);
    if (mark !== undefined) return mark;
  }
  if (text.length <= MAX_REFERENCE) return undefined;
  return `is ${text.length} characters long; at most ${MAX_REFERENCE}`;
}

/** What a spreadsheet did to the cell, and what to do. */
function markOf(text: string): string | undefined {
  const shown = `"${printable(text)}"`;
  if (SCIENTIFIC.test(text)) {
    return `${shown} is a long number as a spreadsheet shortens it: its last digits are lost. Format the column as text, enter the references anew from where they came from, and save again`;
  }
  if (ERROR.test(text)) {
    return `${shown} is an error of a spreadsheet's formula: correct it in the sheet and save again`;
  }
  if (text.startsWith('=')) {
    return `${shown} is a spreadsheet's formula: save the column as plain values`;
  }
  if (text.startsWith("'")) {
    return `${shown} begins with an apostrophe, a spreadsheet's mark for text: remove it`;
  }
  return undefined;
}

function codeOf(text: string): string {
  const code = INVISIBLE.exec(text)?.[0].codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** What to say of a row that names nobody to pay and calls itself a sum; `undefined` for any other. */
export function totalsHint(cells: readonly string[]): string | undefined {
  const word = cells.find((cell) => TOTAL.test(cell.trim()));
  if (word === undefined) return undefined;
  return `"${printable(word.trim())}" looks like a row of totals: remove it, a total is not a payout`;
}
