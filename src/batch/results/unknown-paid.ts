// Payments that results tell of and that this ledger doesn't know: somebody accepted an older or another ledger. A row of the
// file that may be one of them is held. Pure.
import { canonicalDecimal } from '../../interface/decimal.ts';
import { foldedReference } from '../../interface/reference.ts';

/** As a line of the results, and a row of the file, have it. */
export interface PaidRow {
  readonly reference: string;
  readonly currency: string;
  readonly amount: string;
}

export class UnknownPaid {
  readonly #byReference = new Map<string, string>();
  readonly #byAmount = new Map<string, string>();
  readonly #unreferenced = new Map<string, string>();

  /** `place`: of the results line, as file:line. */
  add(row: PaidRow, place: string): void {
    const amount = amountKey(row);
    this.#byAmount.set(amount, place);
    if (row.reference === '') this.#unreferenced.set(amount, place);
    else this.#byReference.set(foldedReference(row.reference), place);
  }

  /** Where results tell of this row: by its reference, else by currency and amount where one of the two has no reference. */
  placeOf(row: PaidRow): string | undefined {
    const byAmount = row.reference === '' ? this.#byAmount : this.#unreferenced;
    const byReference =
      row.reference === '' ? undefined : this.#byReference.get(foldedReference(row.reference));
    return byReference ?? byAmount.get(amountKey(row)) ?? byAmount.get(anyAmount(row));
  }
}

/** A spreadsheet may have written the amount otherwise: then it is any amount. */
const amountKey = (row: PaidRow): string =>
  row.amount === '' || /^\d+(?:\.\d+)?$/.test(row.amount)
    ? `${row.currency.toUpperCase()} ${canonicalDecimal(row.amount.replace(/^0+(?=\d)/, ''))}`
    : anyAmount(row);

const anyAmount = ({ currency }: PaidRow): string => `${currency.toUpperCase()} any`;
