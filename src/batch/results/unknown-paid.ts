// Payments that the results beside the input tell of, and that this ledger doesn't know: somebody accepted an older or
// another ledger. A row of the file that is one of them would be paid a second time.
import { canonicalDecimal } from '../../interface/decimal.ts';
import { foldedReference } from '../../interface/reference.ts';

/** As a line of the results, and a row of the file, have it. */
export interface TellableRow {
  readonly reference: string;
  readonly currency: string;
  readonly amount: string;
}

export class UnknownPaid {
  readonly #told = new Map<string, string>();

  get size(): number {
    return this.#told.size;
  }

  /** `place`: of the line that tells of it, as file:line. */
  add(row: TellableRow, place: string): void {
    const sum = sumOf(row);
    this.#told.set(`sum ${sum}`, place);
    this.#told.set(
      row.reference === '' ? `bare ${sum}` : `reference ${foldedReference(row.reference)}`,
      place,
    );
  }

  /** Where results tell of this row: by its reference, else by currency and amount. */
  placeOf(row: TellableRow): string | undefined {
    if (this.#told.size === 0) return undefined;
    const sum = sumOf(row);
    if (row.reference === '') return this.#told.get(`sum ${sum}`);
    return this.#told.get(`reference ${foldedReference(row.reference)}`) ?? this.#told.get(`bare ${sum}`);
  }
}

/** Rows without references that share an amount can't be told apart here: rather one too many. */
function sumOf({ currency, amount }: TellableRow): string {
  return `${currency.toUpperCase()} ${/^\d+(\.\d+)?$/.test(amount) ? canonicalDecimal(amount) : ''}`;
}
