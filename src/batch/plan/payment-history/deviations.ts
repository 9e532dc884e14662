// How a row deviates from earlier payments. Pure.
import Big from 'big.js';

import { inFull } from '../../../interface/currencies.ts';
import type { Habit, LastPaid } from '../../../ledger/history.ts';
import type { PayoutRow } from '../../input/row.ts';

/** Who is paid; empty where the row names no account. */
export const accountOf = ({ body }: PayoutRow): string => body.destination?.externalAccountId ?? '';

const TIMES = 10;

/** How far an amount is from the usual, in words; `undefined` where it is not far. */
export function unusual(amount: string, usual: string): string | undefined {
  // Floats decide nearly every case.
  const ratio = Number(amount) / Number(usual);
  if (ratio > 1.01 / TIMES && ratio < TIMES * 0.99) return undefined;
  const [exact, middle] = [new Big(amount), new Big(usual)];
  if (exact.gte(middle.times(TIMES))) return `${timesOf(exact, middle)} times the usual`;
  if (exact.times(TIMES).lte(middle)) return 'a tenth of the usual or less';
  return undefined;
}

const timesOf = (amount: Big, usual: Big): string =>
  usual.eq(0) ? `more than ${TIMES}` : amount.div(usual).round(0, Big.roundDown).toFixed();

export interface Deviation {
  readonly check: 'payeeChanged' | 'amountUnusual' | 'firstPayment';
  readonly field: string;
  readonly value: string;
  /** Entry of the payment that it is compared with; 0 for none. */
  readonly entry: number;
  readonly isUnknown?: true;
  readonly message: (place: string) => string;
}

export const changedAccount = (
  { account: other, entry }: LastPaid,
  account: string,
  payee: string,
): Deviation => ({
  check: 'payeeChanged',
  field: 'destination.externalAccountId',
  value: account,
  entry,
  message: (place) => `is another account than this payee (${payee}) was last paid at: ${other}, ${place}`,
});

/** A row that does not say whom it pays. `column`: the one that should. */
export const namelessPayee = (column: string): Deviation => ({
  check: 'payeeChanged',
  field: 'payee',
  value: column,
  entry: 0,
  isUnknown: true,
  message: () => 'is empty: the account cannot be compared with the last one of this payee',
});

export function unusualAmount(
  { amount, currency }: PayoutRow,
  { account, of, median, entry }: Habit,
): Deviation | undefined {
  const far = median === null ? undefined : unusual(amount, median);
  if (median === null || far === undefined) return undefined;
  return {
    check: 'amountUnusual',
    field: 'receiverAmount',
    value: amount,
    entry,
    message: (place) =>
      `is ${far}: the median of the last ${of} payments to ${account} is ${inFull(median, currency)} ${currency}; the last of them is ${place}`,
  };
}

export const firstPayment = ({ amount, currency }: PayoutRow, account: string): Deviation => ({
  check: 'firstPayment',
  field: 'destination.externalAccountId',
  value: account,
  entry: 0,
  message: () => `was never paid before: ${amount} ${currency} would be the first payment to it`,
});
