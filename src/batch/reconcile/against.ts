// What of a statement's line speaks against its being a row's payment, whatever joins the two. Pure.
import Big from 'big.js';

import { minorUnits } from '../../interface/currencies.ts';
import { mayBeGrouped } from './cells.ts';
import type { DoubtfulRow } from './doubtful-row.ts';
import type { StatementLine } from './lines.ts';
import { mayBeInTime } from './when.ts';

/** Whether two cells say the same of an account, a customer or a currency; an empty one says nothing. */
export const same = (a: string, b: string): boolean => a !== '' && (a === b || folded(a) === folded(b));

export const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();

const NOT_PAID = /fail|reject|cancel|revers|return|refus|declin|expire|void|error/i;

/** Whether its state means that no money has left. */
export const saysNotPaid = ({ state }: StatementLine): boolean => NOT_PAID.test(state);

const ID = /^[\x21-\x7e]{1,200}$/;
/** A formula, a mark for text, an error, a long number made short. */
const SPOILT = /^[=']|^#(?:[A-Z/\d]+[!?]|N\/A|#+)$|^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;

/** Whether an id of the service may look so, as far as a spreadsheet can have had a hand in it. */
export const canBeId = (text: string): boolean => ID.test(text) && !SPOILT.test(text);

/** A cell may be as long as a file. */
export const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}...` : text);

/** Why the line is no payment of the row, although something says it is; `undefined` where nothing speaks against it. */
export function contradiction(row: DoubtfulRow, line: StatementLine): string | undefined {
  if (line.id !== '' && !canBeId(line.id))
    return `its id "${line.id.slice(0, 60)}" can't be one: did a spreadsheet make that of it?`;
  if (row.createdId !== null && row.createdId !== '' && line.id !== '' && row.createdId !== line.id)
    return `the id is ${cut(line.id)}, the service named ${row.createdId}`;
  if (saysNotPaid(line)) return `its state is "${cut(line.state)}"`;
  const why = otherwise(row, line);
  if (why !== undefined) return why;
  if (line.time !== null && !mayBeInTime(row, line.time)) return 'its time is not that of the attempt';
  return undefined;
}

/** In what the line writes the payment otherwise than the ledger has it; `undefined` where it has all that can be compared. */
export function otherwise(row: DoubtfulRow, line: StatementLine): string | undefined {
  if (line.amount === null) return "its amount can't be read";
  const currency = (line.currency === '' ? row.currency : line.currency).trim().toUpperCase();
  if (mayBeGrouped(line.amount, minorUnits(currency)))
    return `its amount can't be read: ${cut(line.amount)} has more decimals than ${currency}`;
  if (line.amount !== '' && row.amount !== '' && !new Big(line.amount).eq(new Big(row.amount)))
    return `the amount is ${cut(line.amount)}, not ${row.amount}`;
  if (line.currency !== '' && !same(row.currency, line.currency))
    return `the currency is ${cut(line.currency)}, not ${row.currency}`;
  if (line.payee !== '' && row.payee !== '' && !same(row.payee, line.payee))
    return `the payee is ${cut(line.payee)}, not ${row.payee}`;
  return undefined;
}
