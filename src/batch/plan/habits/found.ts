// What checks across runs find, in words. Pure.
import { inFull } from '../../../interface/currencies.ts';
import type { Habit, LastPaid } from '../../../ledger/history.ts';
import type { PayoutRow } from '../../input/row.ts';
import type { Warnings } from '../../input/warnings.ts';

export interface Found {
  readonly check: 'payeeChanged' | 'amountUnusual' | 'firstPayment';
  readonly field: string;
  readonly value: string;
  /** The payment that it is compared with, by its entry; 0 for none. */
  readonly entry: number;
  readonly message: (place: string) => string;
}

export function changedAccount({ account: other, entry }: LastPaid, account: string, payee: string): Found {
  return {
    check: 'payeeChanged',
    field: 'destination.externalAccountId',
    value: account,
    entry,
    message: (place) => `is another account than this payee (${payee}) was last paid at: ${other}, ${place}`,
  };
}

const NOBODY = 'is empty: whether this payee was last paid at another account is not known';

/** A row that doesn't say whom it pays is compared with nobody. */
export const namesNobody = (payee: string): Found => ({
  check: 'payeeChanged',
  field: 'payee',
  value: payee,
  entry: 0,
  message: () => NOBODY,
});

/** Rows that name no payee, where that is no error. */
export class Nameless {
  #rows = 0;
  #line = 0;

  see({ line }: PayoutRow): void {
    this.#line ||= line;
    this.#rows++;
  }

  say(payee: string, warnings: Pick<Warnings, 'compared'>): void {
    if (this.#rows === 0) return;
    const text = this.#rows === 1 ? NOBODY : `${NOBODY}, in ${this.#rows} rows`;
    warnings.compared(this.#line, 'payee', payee, text, { code: 'payeeUnknown', entry: null });
  }
}

export function odd({ amount, currency }: PayoutRow, habit: Habit, far: string): Found {
  const { account, median: usual, of, entry } = habit;
  return {
    check: 'amountUnusual',
    field: 'receiverAmount',
    value: amount,
    entry,
    message: (place) =>
      `is ${far}: the median of the last ${of} payments to ${account} is ${inFull(usual ?? '', currency)} ${currency}; the last of them is ${place}`,
  };
}

/** Accounts that are kept in memory; a file has few that were never paid, as a rule. */
const REMEMBERED = 50_000;

/** Rows to accounts that were never paid: one of them is the first payment. */
export class FirstPayments {
  /** Line of the first row to an account. */
  readonly #lines = new Map<string, number>();

  /** There is nothing to compare with: no run and no line. */
  of({ amount, currency, line }: PayoutRow, account: string): Found {
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

/** `rows`: of payees that no run has known. `accounts`: that were paid by runs that didn't know whose they are. */
export function sinceWhen(rows: number, accounts: number): string {
  const [were, these] = accounts === 1 ? ['account was', 'it'] : ['accounts were', 'them'];
  const names = rows === 1 ? 'holds a name' : `holds names, in ${rows} rows,`;
  return `${names} that no earlier run knew, and ${accounts} ${were} paid by runs without "payee" in their config: whether somebody was paid at one of ${these} before, and has another account now, is not known`;
}

/** Of names that runs have known: what was paid since by one that didn't know whom it paid. */
export function sinceThen(runId: string, accounts: number): string {
  const were = accounts === 1 ? 'account was' : 'accounts were';
  return `says whom the last account of a name is compared with, and run ${runId} has paid since without "payee" in its config (${accounts} ${were} paid by such runs alone): whether somebody has another account since then is not known`;
}
