// Amounts as people and spreadsheets write them: a plain decimal where the form is known, else what is wrong, in words
// that name the repair. Nothing is repaired here.
import { printable } from '../../csv/header.ts';
import { minorUnits } from '../../interface/currencies.ts';
import { fractionDigits, PLAIN_DECIMAL } from '../../interface/decimal.ts';
import type { Message } from '../../message.ts';
import { spreadsheetDamage } from './damaged-text.ts';
import { rowIssue, type SpreadsheetDamage } from './messages.ts';

/** How amounts are written. */
export interface NumberForm {
  readonly decimal: '.' | ',';
  readonly thousands: string | undefined;
}

/** Spaces that look the same between groups of digits: plain, no-break, narrow no-break, thin and figure space. */
export const GROUP_SPACES: readonly string[] = [' ', '\u00a0', '\u202f', '\u2009', '\u2007'];

/** With a point, and `_` between groups: all groups but the first have three digits, or there are none. */
const FORM = /^(?:[0-9]+|[1-9][0-9]{0,2}(?:_[0-9]{3})+)(?:\.[0-9]+)?$/;

/** `text`: without spaces around it. `undefined` for a text that does not have the form. */
export function plainAmount(text: string, { decimal, thousands = '' }: NumberForm): string | undefined {
  const marks = GROUP_SPACES.includes(thousands) ? GROUP_SPACES : [thousands];
  let written = '';
  let mark = '';
  for (const char of text) {
    if (char === decimal) written += '.';
    else if (marks.includes(char) && (mark === '' || mark === char)) {
      mark = char;
      written += '_';
    } else written += char >= '0' && char <= '9' ? char : '!';
  }
  return FORM.test(written) ? written.replaceAll('_', '') : undefined;
}

/** Why a text is not an amount of the profile's form. */
export function amountIssue(text: string, form: NumberForm): Message {
  const value = printable(text);
  const damage = spreadsheetDamage(text);
  return damage === undefined
    ? rowIssue('amount_unreadable', { value, ...form })
    : rowIssue('damaged', { value, damage });
}

/** Why a text may not be a plain decimal: it has other marks, or a spreadsheet has changed it. */
export function amountHint(text: string): 'marks' | SpreadsheetDamage | undefined {
  if (PLAIN_DECIMAL.test(text) || text === '') return undefined;
  return /^\d[\d.,'\u2019\s]*$/.test(text) ? 'marks' : spreadsheetDamage(text);
}

/** Why a plain decimal has too many digits after the point for its currency. `written`: as its cell has it. */
export function digitsIssue(amount: string, currency: string, written = amount): Message | undefined {
  const digits = fractionDigits(amount);
  if (digits === 0) return undefined;
  const most = minorUnits(currency);
  const value = printable(written.trim());
  return digits > most ? rowIssue('too_many_digits', { value, digits, currency, most }) : undefined;
}
