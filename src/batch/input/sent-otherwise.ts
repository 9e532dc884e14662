// Rows in doubt that say another amount now than was sent: what was sent may have been paid, and the file's totals don't have it.
import { inFull } from '../../interface/currencies.ts';
import { canonicalDecimal, DecimalSum } from '../../interface/decimal.ts';

/** What was sent, or is said here. */
export interface Sum {
  readonly amount: string;
  readonly currency: string;
}

/** What was sent under its key, where that is another amount or currency than it has; `known`: as the ledger has it. */
export function sentOtherwise(row: Sum, known: Sum): Sum | undefined {
  if (known.amount === '') return undefined;
  const isSame =
    canonicalDecimal(row.amount) === canonicalDecimal(known.amount) &&
    row.currency.toUpperCase() === known.currency.toUpperCase();
  return isSame ? undefined : { amount: known.amount, currency: known.currency };
}

export const sumText = ({ amount, currency }: Sum): string =>
  amount === '' ? 'no amount' : `${inFull(amount, currency)} ${currency}`;

type Totals = Map<string, DecimalSum>;

/** Such rows, and what they come to by both accounts. */
export class SentOtherwise {
  rows = 0;
  readonly #sent: Totals = new Map();
  readonly #here: Totals = new Map();

  add(sent: Sum, here: Sum): void {
    this.rows++;
    addTo(this.#sent, sent);
    addTo(this.#here, here);
  }

  /** As they were sent, by currency. */
  get sent(): readonly Sum[] {
    return sumsOf(this.#sent);
  }

  /** As the file has them. */
  get here(): readonly Sum[] {
    return sumsOf(this.#here);
  }
}

function addTo(totals: Totals, { amount, currency }: Sum): void {
  if (amount === '') return;
  const sum = totals.get(currency) ?? new DecimalSum();
  sum.add(amount);
  totals.set(currency, sum);
}

const sumsOf = (totals: Totals): Sum[] =>
  [...totals].map(([currency, sum]) => ({ amount: sum.toString(), currency }));

/** For programs: totals have the file's amounts, which must add up. Nothing where there are no such rows. */
export function sentOtherwiseJson({ rows, sent, here }: SentOtherwise): object | undefined {
  const totals = (sums: readonly Sum[]): object =>
    Object.fromEntries(sums.map(({ currency, amount }) => [currency, amount]));
  return rows === 0 ? undefined : { rows, sent: totals(sent), here: totals(here) };
}

/** Of rows in doubt: what to look for, and what not. */
export function sentOtherwiseText({ rows, sent, here }: SentOtherwise): string {
  const [was, it] = rows === 1 ? ['row in doubt was', 'it has'] : ['rows in doubt were', 'they have'];
  const all = (sums: readonly Sum[]): string =>
    sums.length === 0 ? 'no amount' : sums.map((sum) => sumText(sum)).join(', ');
  return `${rows} ${was} sent with another amount than ${it} in this file: ${all(sent)} was sent, and may have been paid; the file has ${all(here)}`;
}
