// Guards: what the caller expects of the whole file. Its facts are compared with them. A refusal names the expected
// value, the value of the file, and the line. The sentences are in words/guards.ts.
import Big from 'big.js';

import { currencyOf } from '../../interface/currencies.ts';
import { compareDecimals, type DecimalSum } from '../../interface/decimal.ts';
import { messagesOf } from '../../message.ts';
import { Refusal } from './control.ts';
import { addTo, type FileFacts } from './facts.ts';
import type { Imports } from './imports/imports.ts';
import { isRetryName } from './retry-of.ts';

export interface Guards {
  readonly expectCount?: number | undefined;
  readonly minCount?: number | undefined;
  readonly maxInvalid?: InvalidLimit | undefined;
  readonly expectTotal: ReadonlyMap<string, string>;
  readonly maxAmount: ReadonlyMap<string, string>;
  readonly maxTotal: ReadonlyMap<string, string>;
  /** All amounts come from the config, which is for all files: files of customers are not refused for them. */
  readonly areConfigured?: boolean;
}

/** So many invalid rows are allowed, or so many percent of the file's rows (a plain decimal). */
export type InvalidLimit = { readonly rows: number } | { readonly percent: string };

export type AmountGuard = 'expectTotal' | 'maxAmount' | 'maxTotal';

/** Why a guard refuses the file. Amounts are exact decimal text. */
export type GuardRefusal =
  | { readonly kind: 'count'; readonly expected: number; readonly rows: number }
  | { readonly kind: 'few'; readonly least: number; readonly rows: number }
  | {
      readonly kind: 'invalid';
      readonly limit: InvalidLimit;
      readonly invalid: number;
      readonly rows: number;
    }
  /** Amounts were expected of a file of customers. */
  | { readonly kind: 'no_amounts' }
  /** The total is unknown: the amounts of these lines can't be read (the first few). */
  | { readonly kind: 'unreadable'; readonly lines: readonly number[] }
  | {
      readonly kind: 'total';
      readonly guard: 'expectTotal' | 'maxTotal';
      readonly currency: string;
      readonly limit: string;
      readonly total: string;
    }
  | {
      readonly kind: 'amount';
      readonly currency: string;
      readonly limit: string;
      readonly amount: string;
      readonly line: number;
    }
  /** The import profile requires the total of the rows in the footer. */
  | {
      readonly kind: 'footer';
      readonly currency: string;
      readonly rows: string;
      readonly unreadable: number;
    }
  /** Currencies of the file that no guard of this kind names. */
  | {
      readonly kind: 'unnamed';
      readonly guard: AmountGuard;
      readonly totals: readonly { readonly currency: string; readonly total: string }[];
    };

export interface GuardMessages {
  guards_refused: { file: string; refusals: readonly GuardRefusal[] };
}

const guardMessage = messagesOf<GuardMessages>();

/** Why the guards refuse the file; empty for a file that they allow. */
export function refusalsOf(facts: FileFacts, guards: Guards): GuardRefusal[] {
  const { expectTotal, maxAmount, maxTotal } = guards;
  const no = wrongCounts(facts, guards);
  const speaksOfTotals = expectTotal.size > 0 || maxTotal.size > 0;
  if (facts.kind === 'customers') {
    if ((speaksOfTotals || maxAmount.size > 0) && guards.areConfigured !== true)
      no.push({ kind: 'no_amounts' });
    return no;
  }
  if (speaksOfTotals && facts.unreadableAmounts.length > 0)
    no.push({ kind: 'unreadable', lines: facts.unreadableAmounts });
  const totals = new Map<string, DecimalSum>();
  for (const [name, sum] of facts.totals) addTo(totals, currencyOf(name), sum.toString());
  const currencies = new Set([...facts.currencies].map(currencyOf));
  const ofTotals = [['expectTotal', expectTotal] as const, ['maxTotal', maxTotal] as const];
  for (const [guard, limits] of ofTotals) {
    for (const [currency, limit] of limits) {
      const total = totals.get(currency)?.toString() ?? '0';
      const sign = compareDecimals(total, limit);
      const isWrong = guard === 'expectTotal' ? sign !== 0 : sign > 0;
      if (isWrong) no.push({ kind: 'total', guard, currency, limit, total });
    }
  }
  for (const [name, most] of facts.largest) {
    const currency = currencyOf(name);
    const limit = maxAmount.get(currency);
    if (limit !== undefined && compareDecimals(most.amount, limit) > 0)
      no.push({ kind: 'amount', currency, limit, ...most });
  }
  for (const [guard, limits] of [...ofTotals, ['maxAmount', maxAmount] as const]) {
    const unnamed = [...currencies].filter((currency) => limits.size > 0 && !limits.has(currency));
    const those = unnamed.map((currency) => ({ currency, total: totals.get(currency)?.toString() ?? '0' }));
    if (those.length > 0) no.push({ kind: 'unnamed', guard, totals: those });
  }
  return no;
}

function wrongCounts(facts: FileFacts, { expectCount, minCount, maxInvalid }: Guards): GuardRefusal[] {
  const { rows, invalid } = facts;
  const no: GuardRefusal[] = [];
  if (expectCount !== undefined && rows !== expectCount)
    no.push({ kind: 'count', expected: expectCount, rows });
  if (minCount !== undefined && rows < minCount) no.push({ kind: 'few', least: minCount, rows });
  if (maxInvalid && tooMany(invalid, rows, maxInvalid))
    no.push({ kind: 'invalid', limit: maxInvalid, invalid, rows });
  return no;
}

function tooMany(invalid: number, rows: number, limit: InvalidLimit): boolean {
  return 'rows' in limit
    ? invalid > limit.rows
    : new Big(invalid).times(100).gt(new Big(limit.percent).times(rows));
}

interface GuardedFile {
  readonly file: string;
  readonly guards: Guards;
  readonly imports?: Imports | undefined;
}

/** Compares the whole file with the guards. Errors: {@link Refusal} `guard` with every reason. */
export function guard(facts: FileFacts, settings: GuardedFile): void {
  const refusals = [...refusalsOf(facts, settings.guards), ...wrongFooters(facts, settings)];
  if (refusals.length === 0) return;
  throw new Refusal('guard', guardMessage('guards_refused', { file: settings.file, refusals }));
}

/** With an expected total, that total decides. A footer that can't be compared counts as different. */
function wrongFooters(facts: FileFacts, { imports, guards, file }: GuardedFile): GuardRefusal[] {
  if (imports?.footerTotal !== 'error' || isRetryName(file)) return [];
  const { footerAgrees, sums, unreadable } = facts;
  return sums.flatMap(([currency, rows]): GuardRefusal[] => {
    if (footerAgrees.get(currency) === true || guards.expectTotal.has(currencyOf(currency))) return [];
    return [{ kind: 'footer', currency, rows, unreadable }];
  });
}
