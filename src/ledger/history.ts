// What was paid before, as checks across runs compare with it: to whom, how much as a rule, and how much a night. Types, and
// the figures. A store keeps it beside its entries and can make it anew of them alone.
import Big from 'big.js';

import { readText } from '../interface/plain-text.ts';

/** How many payments or files "usual" looks back, and how many there must be. */
export const LOOK_BACK = 20;
export const AT_LEAST = 5;

/** What an account got in one currency. */
export interface Habit {
  readonly account: string;
  readonly currency: string;
  /** Of the last 20 payments; `null` for fewer than five. */
  readonly median: string | null;
  /** Payments that it is the median of. */
  readonly of: number;
  /** Entry of the last payment. */
  readonly entry: number;
  /** Entry of the first, of the last 30. */
  readonly first: number;
}

export interface LastPaid {
  readonly account: string;
  readonly entry: number;
}

/** What was paid of one file. */
export interface FileTotal {
  readonly total: string;
  /** The last run that paid rows of it. */
  readonly runId: string;
}

/** Reads what `catchUp` has written, and what has come since besides. */
export interface PaymentHistory {
  /** Writes what has become of payments since it was called last. Not for whoever only looks. */
  catchUp(): Promise<void>;
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
