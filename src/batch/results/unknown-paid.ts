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

/** What a line of the results tells of a payment. */
export interface Told extends TellableRow {
  /** As it stands there; a spreadsheet may have written it otherwise. */
  readonly finishedAt: string;
  /** It may have been paid. */
  readonly isDoubt: boolean;
}

const DAY_MS = 86_400_000;

export class UnknownPaid {
  readonly #told = new Map<string, string>();
  readonly #since: number;

  /** `since`: what was paid before is another payment, where the references differ (milliseconds since 1970). */
  constructor(since: number) {
    this.#since = since;
  }

  get size(): number {
    return this.#told.size;
  }

  /** `place`: of the line that tells of it, as file:line. */
  add(row: Told, place: string): void {
    for (const sum of sumsOf(row)) {
      this.#told.set(`sum ${sum}`, place);
      if (row.reference === '') this.#told.set(`bare ${sum}`, place);
      else if (row.currency !== '' && this.#isLate(row)) this.#told.set(`late ${sum}`, place);
    }
    if (row.reference !== '') this.#told.set(`reference ${foldedReference(row.reference)}`, place);
  }

  /**
   * Where results tell of this row: by its reference, else by currency and amount. Under another reference a payment of
   * the last days counts as well: nothing else on the line says whom it paid, and the file may have been keyed anew.
   */
  placeOf(row: TellableRow): string | undefined {
    if (this.#told.size === 0) return undefined;
    const sums = [...sumsOf(row), unread(row)];
    const first = (...kinds: readonly string[]): string | undefined =>
      kinds
        .flatMap((kind) => sums.map((sum) => this.#told.get(`${kind} ${sum}`)))
        .find((place) => place !== undefined);
    if (row.reference === '') return first('sum');
    return this.#told.get(`reference ${foldedReference(row.reference)}`) ?? first('bare', 'late');
  }

  /** A doubt doesn't grow old, and a time that can't be read may be yesterday's. */
  #isLate({ finishedAt, isDoubt }: Told): boolean {
    const [day] = /^\d{4}-\d\d-\d\d/.exec(finishedAt) ?? [];
    return isDoubt || day === undefined || !(Date.parse(day) + DAY_MS < this.#since);
  }
}

const unread = ({ currency }: TellableRow): string => `${currency.toUpperCase()} `;

/**
 * Rows without references that share an amount can't be told apart here: rather one too many. What can be read in two
 * ways counts as both, and what can't be read as any.
 */
function sumsOf(row: TellableRow): string[] {
  const values = readings(row.amount);
  return values.length === 0 ? [unread(row)] : values.map((value) => unread(row) + canonicalDecimal(value));
}

const POINT = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;
const COMMA = /^(?:\d+|\d{1,3}(?:[. \u00a0\u202f]\d{3})+),\d+$/;

/** An amount as it was written, or as a spreadsheet of whatever country has saved it. */
const readings = (amount: string): string[] => [
  ...(POINT.test(amount) ? [amount.replaceAll(',', '')] : []),
  ...(COMMA.test(amount) ? [amount.replace(/[. \u00a0\u202f]/g, '').replace(',', '.')] : []),
];
