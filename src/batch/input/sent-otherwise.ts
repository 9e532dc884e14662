// A row in doubt that says another amount now than was sent: what was sent may have been paid.
import { inFull } from '../../interface/currencies.ts';
import { canonicalDecimal } from '../../interface/decimal.ts';

/** What was sent, or is said here. */
export interface Sum {
  readonly amount: string;
  readonly currency: string;
}

/** What was sent under its key, where that is another amount or currency than it has; `known`: as the ledger has it. */
export function sentOtherwise(row: Sum, known: Sum): Sum | undefined {
  if (known.amount === '') return undefined;
  const isSame =
    canonicalDecimal(row.amount) === canonicalDecimal(known.amount) &&
    row.currency.toUpperCase() === known.currency.toUpperCase();
  return isSame ? undefined : { amount: known.amount, currency: known.currency };
}

export const sumText = ({ amount, currency }: Sum): string =>
  amount === '' ? 'no amount' : `${inFull(amount, currency)} ${currency}`;
