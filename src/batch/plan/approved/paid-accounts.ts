// Which accounts of some rows were paid before: a plan marks first payments.
import type { Ledger } from '../../../ledger/ledger.ts';
import type { BatchRow } from '../../input/row.ts';
import { accountOf } from '../payment-history/payee.ts';

export class PaidAccounts {
  readonly #first: ReadonlyMap<string, number>;

  private constructor(first: ReadonlyMap<string, number>) {
    this.#first = first;
  }

  static async of(rows: readonly BatchRow[], { history }: Pick<Ledger, 'history'>): Promise<PaidAccounts> {
    const wanted = [...new Set(rows.map(accountIn))].filter((account) => account !== '');
    const known = wanted.length === 0 ? [] : await history.habits(wanted);
    return new PaidAccounts(
      new Map(
        [...known].map(([account, habits]) => [account, Math.min(...habits.map(({ first }) => first))]),
      ),
    );
  }

  /** Whether the row pays an account that was not paid up to this entry of the ledger. */
  isFirst(row: BatchRow, sequence = Infinity): boolean {
    const account = accountIn(row);
    const first = this.#first.get(account);
    return account !== '' && (first === undefined || first > sequence);
  }
}

const accountIn = (row: BatchRow): string => (row.kind === 'payouts' ? accountOf(row) : '');
