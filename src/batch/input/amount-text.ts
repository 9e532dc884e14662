// An amount as people and spreadsheets write it: into a plain decimal where a profile says how, and what is wrong with it
// in words that name the repair. Nothing is repaired here: what doesn't fit is refused.
import { printable } from '../../csv/header.ts';
import { PLAIN_DECIMAL } from '../../interface/decimal.ts';
import type { NumberForm } from './imports/imports.ts';

/** Spaces that look the same between groups of digits: plain, no-break, narrow no-break, thin and figure space. */
export const GROUP_SPACES: readonly string[] = [' ', '\u00a0', '\u202f', '\u2009', '\u2007'];

/** The spellings of a grouping mark: spaces look the same. */
const marksOf = (thousands: string | undefined): readonly string[] =>
  thousands === undefined ? [] : GROUP_SPACES.includes(thousands) ? GROUP_SPACES : [thousands];

/** With a point, and `_` between groups: of three digits from the first on, or none at all. No group begins with nought. */
const FORM = /^(?:[0-9]+|[1-9][0-9]{0,2}(?:_[0-9]{3})+)(?:\.[0-9]+)?$/;

export type AmountText = { readonly plain: string } | { readonly issue: string };

export class AmountReader {
  readonly #form: NumberForm;
  readonly #marks: readonly string[];
  readonly #example: string;

  constructor(form: NumberForm) {
    this.#form = form;
    this.#marks = marksOf(form.thousands);
    this.#example = `1${form.thousands ?? ''}250${form.decimal}00`;
  }

  /** `text`: without spaces around it. */
  read(text: string): AmountText {
    let written = '';
    let mark = '';
    for (const char of text) {
      if (char === this.#form.decimal) written += '.';
      else if (this.#marks.includes(char) && (mark === '' || mark === char)) {
        mark = char;
        written += '_';
      } else written += char >= '0' && char <= '9' ? char : '!';
    }
    if (FORM.test(written)) return { plain: written.replaceAll('_', '') };
    return { issue: this.#issueOf(text) };
  }

  #issueOf(text: string): string {
    const shown = `"${printable(text)}"`;
    const { decimal, thousands } = this.#form;
    const marks = `"decimal": "${decimal}"${thousands === undefined ? '' : `, "thousands": "${thousands}"`}`;
    const damage = amountDamage(text);
    if (damage !== undefined) return `${shown} ${damage}`;
    const must = `${shown} must be a number like ${this.#example} (the profile has ${marks})`;
    const strange = /[^\x20-\x7e\u2019\u00a0]/u.exec(text)?.[0];
    if (strange !== undefined && !GROUP_SPACES.includes(strange)) {
      const code = (strange.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      return `${must}; it has the character U+${code}`;
    }
    if (!/[0-9]/.test(text) || /[^0-9.,'\u2019\s]/.test(text)) return must;
    const other = decimal === ',' ? '.' : ',';
    if (text.includes(other) && other !== thousands)
      return `${must}; it has ${other === ',' ? 'a comma' : 'a point'}, which the profile gives no meaning`;
    return `${must}; groups are of three digits, all or none`;
  }
}

const DATE =
  /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}[. -]{1,2}\p{L}{3,9}\.?(?:[ -]?\d{2,4})?|\p{L}{3,9}[. -]{1,2}\d{2,4})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/u;

/** What somebody, or a spreadsheet, did to an amount, and what to do; behind the cell's text. */
function amountDamage(text: string): string | undefined {
  if (/^[+-]?\d+(?:[.,]\d+)?E\+\d+$/i.test(text)) {
    return 'is a number as a spreadsheet shortens it: its digits are lost. Format the column as a number with decimals, take the amount from where it came from, and export again';
  }
  if (/^#[\p{L}\d/#]+[!?]?$/u.test(text))
    return "is an error of a spreadsheet's formula: correct it in the sheet";
  if (text.startsWith('=')) return "is a spreadsheet's formula: save the column as plain values";
  if (text.startsWith("'")) return "begins with an apostrophe, a spreadsheet's mark for text: remove it";
  if (/^[([].*[)\]]$/.test(text) || /^[-\u2212+]|[-\u2212+]$/u.test(text)) {
    return 'has a sign (or brackets for one): a payout is above zero; take out refunds and corrections';
  }
  if (DATE.test(text)) {
    return 'looks like a date: a spreadsheet takes 12.11 for one. Format the column as text or number and enter the amount anew';
  }
  if (/\p{Sc}|^[A-Z]{3}\b|\b[A-Z]{3}$|%$/u.test(text)) {
    return 'has a currency or another mark with it: write the amount alone, and its currency into another column (or constant)';
  }
  return undefined;
}

/** What a person may do about an amount that is no plain decimal, without a profile; behind the message. */
export function plainAmountHint(text: string): string {
  if (PLAIN_DECIMAL.test(text) || text === '') return '';
  if (/^(?:\d{1,3}(?:[.'\u2019\s]\d{3})+|\d+),\d+$/.test(text)) {
    const groups = /\d([.'\u2019\s])\d{3}/.exec(text)?.[1];
    const thousands = groups === undefined ? '' : ` and "thousands": "${groups}"`;
    return `. If the comma is the decimal mark, say "decimal": ","${thousands} in an import profile (--map; paybatch map drafts one)`;
  }
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) {
    return '. If the commas group digits, say "thousands": "," in an import profile (--map; paybatch map drafts one)';
  }
  const damage = amountDamage(text);
  return damage === undefined ? '' : `: it ${damage}`;
}
