// What the rows of this run cost by their quotes: sums of debits and fees by source currency.
import { inFull } from '../../interface/currencies.ts';
import { DecimalSum, exact, isZero, PLAIN_DECIMAL } from '../../interface/decimal.ts';
import type { BatchRow } from '../input/row.ts';
import type { RowResult } from './result.ts';

export interface CurrencyCost {
  readonly currency: string;
  readonly rows: number;
  /** Whether it includes the fees, the specification doesn't say (2.4): see `cost`. */
  readonly debited: string;
  readonly fees: string | null;
  /** Debit and fee together, as a plan limits them. */
  readonly cost: string;
  /** Rows whose quote has no figure: they are in no sum. */
  readonly unknown: number;
}

interface Sums {
  rows: number;
  unknown: number;
  readonly debited: DecimalSum;
  readonly fees: DecimalSum;
}

/** Debit and fee, with the digits of the currency. */
export const costOf = (debited: string, fees: string, currency: string): string =>
  inFull(new exact(debited).plus(fees).toFixed(), currency);

export class QuotedCost {
  readonly #byCurrency = new Map<string, Sums>();

  add(row: BatchRow, { status, runId, quoteSourceAmount, quoteFee }: RowResult): void {
    if (row.kind !== 'payouts' || runId !== '' || (status !== 'quoted' && status !== 'created')) return;
    const currency = row.body.source?.currency ?? '';
    let sums = this.#byCurrency.get(currency);
    if (!sums) {
      sums = { rows: 0, unknown: 0, debited: new DecimalSum(), fees: new DecimalSum() };
      this.#byCurrency.set(currency, sums);
    }
    sums.rows++;
    if (!PLAIN_DECIMAL.test(quoteSourceAmount)) {
      sums.unknown++;
      return;
    }
    sums.debited.add(quoteSourceAmount);
    if (PLAIN_DECIMAL.test(quoteFee)) sums.fees.add(quoteFee);
  }

  list(): CurrencyCost[] {
    return [...this.#byCurrency].map(([currency, { rows, unknown, debited, fees }]) => {
      debited.widenTo(inFull('0', currency));
      fees.widenTo(debited.toString());
      const ofFees = fees.toString();
      const ofDebits = debited.toString();
      const cost = costOf(ofDebits, ofFees, currency);
      return { currency, rows, unknown, debited: ofDebits, fees: isZero(ofFees) ? null : ofFees, cost };
    });
  }
}
