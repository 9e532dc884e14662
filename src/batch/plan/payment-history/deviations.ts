// How a row deviates from earlier payments, in words. Pure.
import { inFull } from '../../../interface/currencies.ts';
import type { Habit, LastPaid } from '../../../ledger/history.ts';
import type { PayoutRow } from '../../input/row.ts';

export interface Deviation {
  readonly check: 'payeeChanged' | 'amountUnusual' | 'firstPayment';
  readonly field: string;
  readonly value: string;
  /** The payment that it is compared with, by its entry; 0 for none. */
  readonly entry: number;
  /** The row says nothing that could be compared. */
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
  message: () => 'is empty: whether this payee was last paid at another account is not known',
});

export const unusualAmount = ({ amount, currency }: PayoutRow, habit: Habit, far: string): Deviation => ({
  check: 'amountUnusual',
  field: 'receiverAmount',
  value: amount,
  entry: habit.entry,
  message: (place) =>
    `is ${far}: the median of the last ${habit.of} payments to ${habit.account} is ${inFull(habit.median ?? '', currency)} ${currency}; the last of them is ${place}`,
});

/** Accounts that are kept in memory; a file has few that were never paid, as a rule. */
const REMEMBERED = 50_000;

/** Rows to accounts that were never paid: one of them is the first payment. */
export class FirstPayments {
  /** Line of the first row to an account. */
  readonly #lines = new Map<string, number>();

  /** There is nothing to compare with: no run and no line. */
  of({ amount, currency, line }: PayoutRow, account: string): Deviation {
    const first = this.#lines.get(account);
    if (this.#lines.size >= REMEMBERED) this.#lines.clear();
    if (first === undefined) this.#lines.set(account, line);
    const what =
      first === undefined
        ? `${amount} ${currency} would be the first payment to it, of all runs`
        : `${amount} ${currency} would go to it, too, besides the first payment in line ${first}`;
    return {
      check: 'firstPayment',
      field: 'destination.externalAccountId',
      value: account,
      entry: 0,
      message: () => `was never paid before: ${what}`,
    };
  }
}
