// What this run's rows have taken from the developer's wallet by their quotes: those that were created, and those in doubt.
// Counted on the way, so that the balances can be compared with it at the end. Only ever a hint.
import Big from 'big.js';

import { PLAIN_DECIMAL } from '../../interface/decimal.ts';
import type { BalanceMove } from '../../ledger/ledger.ts';
import type { BatchRow } from '../input/row.ts';
import type { RowResult } from './result.ts';

interface Sum {
  rows: number;
  debits: Big;
  fees: Big;
  /** Rows whose quote tells no figure. */
  unknown: number;
  /** Of the first rows; a run stops long before it has so many in doubt. */
  readonly lines: number[];
}

const LINES_KEPT = 100;

export class DeveloperSpend {
  readonly #byCurrency = new Map<string, { readonly created: Sum; readonly inDoubt: Sum }>();

  add(row: BatchRow, { status, runId, quoteSourceAmount, quoteFee }: RowResult): void {
    // What an earlier run gave its status was no part of this run's spending.
    if (row.kind !== 'payouts' || row.body.useDeveloperFunds !== true || runId !== '') return;
    if (status !== 'created' && status !== 'in_doubt') return;
    const currency = row.body.source?.currency ?? '';
    let sums = this.#byCurrency.get(currency);
    if (!sums) this.#byCurrency.set(currency, (sums = { created: nothing(), inDoubt: nothing() }));
    const sum = status === 'created' ? sums.created : sums.inDoubt;
    sum.rows++;
    if (status === 'in_doubt' && sum.lines.length < LINES_KEPT) sum.lines.push(row.line);
    if (PLAIN_DECIMAL.test(quoteSourceAmount)) sum.debits = sum.debits.plus(quoteSourceAmount);
    else sum.unknown++;
    if (PLAIN_DECIMAL.test(quoteFee)) sum.fees = sum.fees.plus(quoteFee);
  }

  get hasDoubts(): boolean {
    return [...this.#byCurrency.values()].some(({ inDoubt }) => inDoubt.rows > 0);
  }

  /** Of the currencies in which rows are in doubt, where both balances tell one. */
  moves(before: ReadonlyMap<string, Big>, after: ReadonlyMap<string, Big>): BalanceMove[] {
    return [...this.#byCurrency].flatMap(([currency, { created, inDoubt }]): BalanceMove[] => {
      const [was, is] = [before.get(currency), after.get(currency)];
      if (inDoubt.rows === 0 || !was || !is) return [];
      const told = { created: costOf(created), inDoubt: costOf(inDoubt) };
      return [{ currency, before: was.toFixed(), after: is.toFixed(), ...told, lines: inDoubt.lines }];
    });
  }
}

const nothing = (): Sum => ({ rows: 0, debits: new Big(0), fees: new Big(0), unknown: 0, lines: [] });

const costOf = ({ rows, debits, fees, unknown }: Sum): BalanceMove['created'] => ({
  rows,
  cost: unknown > 0 ? null : debits.plus(fees).toFixed(),
  ...(fees.eq(0) ? {} : { fees: fees.toFixed() }),
});
