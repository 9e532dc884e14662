// What rows cost by their quotes: the debit and the fee of each, summed by the currency that they are paid from. Rows of
// this run alone: what an earlier run quoted was said then.
import { DecimalSum, isZero, PLAIN_DECIMAL } from '../../interface/decimal.ts';
import type { BatchRow } from '../input/row.ts';
import type { RowResult } from './result.ts';

export interface CurrencyCost {
  readonly currency: string;
  readonly rows: number;
  /** Debits and fees together; decimal text. */
  readonly cost: string;
  /** Fees alone, where quotes tell any. */
  readonly fees: string | null;
  /** Rows whose quote tells no figure: they are in no sum. */
  readonly unknown: number;
}

interface Sums {
  rows: number;
  unknown: number;
  readonly cost: DecimalSum;
  readonly fees: DecimalSum;
}

export class QuotedCost {
  readonly #byCurrency = new Map<string, Sums>();

  add(row: BatchRow, { status, runId, quoteSourceAmount, quoteFee }: RowResult): void {
    if (row.kind !== 'payouts' || runId !== '' || (status !== 'quoted' && status !== 'created')) return;
    const currency = row.body.source?.currency ?? '';
    let sums = this.#byCurrency.get(currency);
    if (!sums) {
      sums = { rows: 0, unknown: 0, cost: new DecimalSum(), fees: new DecimalSum() };
      this.#byCurrency.set(currency, sums);
    }
    sums.rows++;
    if (!PLAIN_DECIMAL.test(quoteSourceAmount)) {
      sums.unknown++;
      return;
    }
    sums.cost.add(quoteSourceAmount);
    if (!PLAIN_DECIMAL.test(quoteFee)) return;
    sums.cost.add(quoteFee);
    sums.fees.add(quoteFee);
  }

  list(): CurrencyCost[] {
    return [...this.#byCurrency].map(([currency, { rows, unknown, cost, fees }]) => {
      const ofFees = fees.toString();
      return { currency, rows, unknown, cost: cost.toString(), fees: isZero(ofFees) ? null : ofFees };
    });
  }
}
