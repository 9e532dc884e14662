// An amount as people and spreadsheets write it: into a plain decimal where a profile says how, and what is wrong with
// it in words that name the repair. Nothing is repaired here: what doesn't fit is refused.
import { printable } from '../../csv/header.ts';
import { PLAIN_DECIMAL } from '../../interface/decimal.ts';
import type { Message } from '../../message.ts';
import { spreadsheetDamage } from './damaged-text.ts';
import type { NumberForm } from './imports/imports.ts';
import { rowIssue, type SpreadsheetDamage } from './messages.ts';

/** Spaces that look the same between groups of digits: plain, no-break, narrow no-break, thin and figure space. */
export const GROUP_SPACES: readonly string[] = [' ', '\u00a0', '\u202f', '\u2009', '\u2007'];

/** The spellings of a grouping mark: spaces look the same. */
const marksOf = (thousands: string | undefined): readonly string[] =>
  thousands === undefined ? [] : GROUP_SPACES.includes(thousands) ? GROUP_SPACES : [thousands];

/**
 * With a point, and `_` between groups: of three digits from the first on, or none at all. No group begins with nought.
 */
const FORM = /^(?:[0-9]+|[1-9][0-9]{0,2}(?:_[0-9]{3})+)(?:\.[0-9]+)?$/;

type AmountText = { readonly plain: string } | { readonly issue: Message };

export class AmountReader {
  readonly #form: NumberForm;
  readonly #marks: readonly string[];

  constructor(form: NumberForm) {
    this.#form = form;
    this.#marks = marksOf(form.thousands);
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

  #issueOf(text: string): Message {
    const value = printable(text);
    const damage = spreadsheetDamage(text);
    return damage === undefined
      ? rowIssue('amount_unreadable', { value, ...this.#form })
      : rowIssue('damaged', { value, damage });
  }
}

/** Why an amount may be no plain decimal, without a profile: other marks, or what a spreadsheet has made of it. */
export function amountHint(text: string): 'marks' | SpreadsheetDamage | undefined {
  if (PLAIN_DECIMAL.test(text) || text === '') return undefined;
  return /^\d[\d.,'\u2019\s]*$/.test(text) ? 'marks' : spreadsheetDamage(text);
}
