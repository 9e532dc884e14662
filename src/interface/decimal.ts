// Decimal amounts as text: what a plain decimal is, and exact sums. An amount never passes through a float.
import Big from 'big.js';

/** Decimals to reckon with. Only a quotient is ever rounded, far behind any amount's last digit. */
export const exact = Big();
exact.strict = true;
exact.DP = 30;
// Far beyond any amount: toFixed() must never fall back to an exponent or round.
exact.PE = 1e6;
exact.NE = -1e6;

/** A plain decimal that JSON can carry digit for digit: `12`, `12.50`; no sign, exponent, grouping or leading zero. */
export const PLAIN_DECIMAL = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

declare const checked: unique symbol;
/** A plain decimal above zero, and known to be one: only {@link amountOf} makes it. */
export type Amount = string & { readonly [checked]: true };

/** The text as an amount that may go into a body as it is; `undefined` when it isn't a plain decimal above zero. */
export function amountOf(text: string): Amount | undefined {
  return PLAIN_DECIMAL.test(text) && !isZero(text) ? (text as Amount) : undefined; // just checked
}

export function fractionDigits(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

export const digitsText = (count: number): string => `${count} digit${count === 1 ? '' : 's'}`;

/** Whether a plain decimal is zero, in whatever spelling (`0`, `0.00`). */
export function isZero(text: string): boolean {
  return !/[1-9]/.test(text);
}

/** The one spelling of a value: `12.50` and `12.5` both give `12.5`. For comparing, never for sending. */
export function canonicalDecimal(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text[end - 1] === '0') end--;
  if (text[end - 1] === '.') end--;
  return text.slice(0, end);
}

/** What a body may have an amount as: with a sign, an exponent, leading zeros. Longer texts are not amounts. */
const NUMERAL = /^-?\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,3})?$/i;

/**
 * The one spelling of a number, however it is written (`501.0`, `5.01e2`); `undefined` if it is not a number. For
 * comparing.
 */
export function numeralValue(text: string): string | undefined {
  if (!NUMERAL.test(text)) return undefined;
  return PLAIN_DECIMAL.test(text) ? canonicalDecimal(text) : new exact(text).toFixed();
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compareDecimals(a: string, b: string): number {
  return new exact(a).cmp(new exact(b));
}

/** Up to here, integers are exact in a float and so is their sum with one more of the same kind. */
const SAFE = 2 ** 52;
const SAFE_LENGTH = 15;

/**
 * A running exact total. Adds scaled integers, so that a million rows cost little: amounts of up to 15 digits are
 * gathered in a float, as whole numbers of the smallest unit and below 2^52, where every sum is exact.
 */
export class DecimalSum {
  #digits = 0;
  #value = 0n;
  #gathered = 0;

  add(text: string): void {
    const digits = fractionDigits(text);
    const whole = digits === 0 ? text : text.slice(0, -digits - 1) + text.slice(-digits);
    if (digits === this.#digits && whole.length <= SAFE_LENGTH) {
      this.#gathered += Number(whole);
      if (this.#gathered >= SAFE) this.#carry();
      return;
    }
    this.#carry();
    if (digits > this.#digits) {
      this.#value *= 10n ** BigInt(digits - this.#digits);
      this.#digits = digits;
    }
    this.#value += BigInt(whole) * 10n ** BigInt(this.#digits - digits);
  }

  /** As many digits as this text has, at least: amounts in one column are easier to compare so. */
  widenTo(text: string): void {
    const digits = fractionDigits(text);
    if (digits > this.#digits) this.add(`0.${'0'.repeat(digits)}`);
  }

  #carry(): void {
    this.#value += BigInt(this.#gathered);
    this.#gathered = 0;
  }

  toString(): string {
    this.#carry();
    const text = this.#value.toString().padStart(this.#digits + 1, '0');
    if (this.#digits === 0) return text;
    return `${text.slice(0, -this.#digits)}.${text.slice(-this.#digits)}`;
  }
}
