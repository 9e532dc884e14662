// Earlier payments, as checks across runs compare with them. Types, and the figures.
import Big from 'big.js';

import { readText } from '../interface/plain-text.ts';

/** How many payments or files "usual" looks back, and how many there must be. */
export const LOOK_BACK = 20;
export const AT_LEAST = 5;

/** What an account was paid in one currency. */
export interface Habit {
  readonly account: string;
  readonly currency: string;
  /** Of the last 20 payments; `null` for fewer than five. */
  readonly median: string | null;
  /** Payments that it is the median of. */
  readonly of: number;
  /** Of the last payment's intent. */
  readonly entry: number;
}

export interface LastPaid {
  readonly account: string;
  readonly entry: number;
}

/** What was paid of one file, retry files aside. */
export interface FileTotal {
  readonly total: string;
  readonly runId: string;
  readonly file: string;
}

export interface PaymentHistory {
  /** By account, one for each currency. */
  habits(accounts: readonly string[]): Promise<ReadonlyMap<string, readonly Habit[]>>;
  /** By payee, as {@link foldedPayee} writes it. */
  lastPaid(payees: readonly string[]): Promise<ReadonlyMap<string, LastPaid>>;
  /** Of the last 20 files that had the currency, newest first, without these batches. */
  fileTotals(currency: string, except: readonly string[]): Promise<readonly FileTotal[]>;
  /** Run and line of an entry. */
  placeOf(entry: number): Promise<{ readonly runId: string; readonly line: number }>;
}

/** A name as it is compared: case, width, spaces and what nobody sees aside. */
export const foldedPayee = readText;

/** Exact; of an even number, half of the middle two. */
export function median(amounts: readonly string[]): string {
  const sorted = amounts.map((text) => new Big(text)).sort((a, b) => a.cmp(b));
  const upper = sorted[sorted.length >> 1] ?? new Big(0);
  const lower = sorted[(sorted.length - 1) >> 1] ?? upper;
  return lower.plus(upper).times('0.5').toFixed();
}
