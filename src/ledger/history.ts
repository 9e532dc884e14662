// Earlier payments, with which the history checks compare the rows of a run. Types and figures.
import Big from 'big.js';

import { readText } from '../interface/plain-text.ts';

/** A usual amount is that of the last so many payments or files, and needs at least five. */
export const LOOK_BACK = 20;
export const AT_LEAST = 5;

/** What an account was paid in one currency. */
export interface Habit {
  readonly account: string;
  readonly currency: string;
  /** Of the last 20 payments; `null` for fewer than five. */
  readonly median: string | null;
  /** The number of payments in the median. */
  readonly of: number;
  /** The entry of the last payment's intent. */
  readonly entry: number;
}

export interface LastPaid {
  readonly account: string;
  readonly entry: number;
}

/** What was paid of one file. Retry files are left out. */
export interface FileTotal {
  readonly total: string;
  readonly runId: string;
  readonly file: string;
}

export interface PaymentHistory {
  /** By account: one habit for each currency. */
  habits(accounts: readonly string[]): Promise<ReadonlyMap<string, readonly Habit[]>>;
  /** By payee, as {@link foldedPayee} writes it. */
  lastPaid(payees: readonly string[]): Promise<ReadonlyMap<string, LastPaid>>;
  /** The last 20 files with this currency, newest first. `except`: batches that are left out. */
  fileTotals(currency: string, except: readonly string[]): Promise<readonly FileTotal[]>;
  /** Run and line of an entry. */
  placeOf(entry: number): Promise<{ readonly runId: string; readonly line: number }>;
}

/** A name in the form in which names are compared: without case, width, spaces and invisible characters. */
export const foldedPayee = readText;

/** Exact. Of an even number of amounts: half of the sum of the middle two. */
export function median(amounts: readonly string[]): string {
  const sorted = amounts.map((text) => new Big(text)).sort((a, b) => a.cmp(b));
  const upper = sorted[sorted.length >> 1] ?? new Big(0);
  const lower = sorted[(sorted.length - 1) >> 1] ?? upper;
  return lower.plus(upper).times('0.5').toFixed();
}
