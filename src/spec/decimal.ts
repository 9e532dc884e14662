// Decimal amounts as text: what a plain decimal is, and exact sums. An amount never passes through a float.
import Big from 'big.js';

const exact = Big();
exact.strict = true;
// Far beyond any amount: toFixed() must never fall back to an exponent or round.
exact.PE = 1e6;
exact.NE = -1e6;

/** A plain decimal that JSON can carry digit for digit: `12`, `12.50`; no sign, exponent, grouping or leading zero. */
export const PLAIN_DECIMAL = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Number of digits after the point; 0 without a point. */
export function fractionDigits(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/** Whether a plain decimal is zero, in whatever spelling (`0`, `0.00`). */
export function isZero(text: string): boolean {
  return !/[1-9]/.test(text);
}

/** The one spelling of a value: `12.50` and `12.5` both give `12.5`. For comparing, never for sending. */
export function canonicalDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Exact sum of two plain decimals, with the longer of the two fractions kept (`1.50` + `1` = `2.50`). */
export function addDecimals(a: string, b: string): string {
  return new exact(a).plus(new exact(b)).toFixed(Math.max(fractionDigits(a), fractionDigits(b)));
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compareDecimals(a: string, b: string): number {
  return new exact(a).cmp(new exact(b));
}

/** A running exact total. Adds scaled integers, so that a million rows cost little; scales up when a finer amount comes. */
export class DecimalSum {
  #digits = 0;
  #value = 0n;

  add(text: string): void {
    const digits = fractionDigits(text);
    if (digits > this.#digits) {
      this.#value *= 10n ** BigInt(digits - this.#digits);
      this.#digits = digits;
    }
    const scaled = BigInt(text.replace('.', ''));
    this.#value += digits === this.#digits ? scaled : scaled * 10n ** BigInt(this.#digits - digits);
  }

  toString(): string {
    const text = this.#value.toString().padStart(this.#digits + 1, '0');
    if (this.#digits === 0) return text;
    return `${text.slice(0, -this.#digits)}.${text.slice(-this.#digits)}`;
  }
}
