// The operator's own key of a row: marks of a spreadsheet in it are refused, since two exports of one list would no longer
// agree on it.
import { printable } from '../../csv/header.ts';
import { composedReference } from '../../interface/reference.ts';
import { spreadsheetDamage } from './damaged-text.ts';

const MAX_REFERENCE = 255;
/** Nearly all references: nothing in them can be wrong. */
const GOOD = /^[A-Za-z][\x21-\x7e]{0,254}$/;
const CONTROL = /\p{Cc}|[\u2028\u2029]/u;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

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
  const shown = `"${printable(text)}"`;
  if (CONTROL.test(cell)) return `${shown} holds a control character or a line break: remove it`;
  const code = INVISIBLE.exec(cell)?.[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  if (code !== undefined)
    return `${shown} holds an invisible character (U+${code}): remove it, or type the reference anew`;
  const damage = spreadsheetDamage(text);
  if (damage !== undefined) return `${shown} ${damage}`;
  return text.length > MAX_REFERENCE
    ? `is ${text.length} characters long; at most ${MAX_REFERENCE}`
    : undefined;
}
