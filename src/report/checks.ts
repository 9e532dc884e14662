// What the checks warned of before anything was sent, in words: whoever wasn't there finds it in the morning, with --quiet too.
import { WARNING_CODES, type WarningCode } from '../batch/input/warnings.ts';
import type { Warned } from '../batch/input/warnings-shown.ts';

export const CHECKS_TITLE = 'Warnings of the checks';

const KINDS: Readonly<Record<WarningCode, string>> = {
  looksPaid: 'looks paid already',
  trouble: 'the file as a whole may be wrong',
  payeeChanged: 'another account than before',
  amountUnusual: 'an unusual amount',
  totalUnusual: 'an unusual total',
  payeeUnknown: 'a row that names no payee',
  file: 'a warning about the file',
  firstPayment: 'an account never paid before',
};

/** How often each kind, the gravest first. */
export function kindsText({ rows }: Warned): string {
  const parts = WARNING_CODES.flatMap((code) => {
    const count = rows[code];
    return count === undefined ? [] : [`${KINDS[code]} (${count.toLocaleString('en-US')})`];
  });
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** How many there were beyond those that are shown; empty for none. */
export function moreText({ count }: Warned, shown: number): string {
  return count > shown ? `and ${(count - shown).toLocaleString('en-US')} more` : '';
}
