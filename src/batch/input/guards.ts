// Guards: what the caller expects of the whole file. They are judged against its facts, and a refusal is a fact itself:
// what was expected, what was found, and where. The words are the command line's. Pure.
import Big from 'big.js';

import { compareDecimals, DecimalSum } from '../../interface/decimal.ts';
import { Refusal } from './control.ts';
import { addTo, type FileFacts, type FooterTotal, isLarger } from './facts.ts';
import { NO_CURRENCY } from './row.ts';

export interface Guards {
  readonly expectCount?: number | undefined;
  /** Rows that the file has at least. */
  readonly minCount?: number | undefined;
  readonly maxInvalid?: InvalidLimit | undefined;
  readonly expectTotal: ReadonlyMap<string, string>;
  readonly maxAmount: ReadonlyMap<string, string>;
  readonly maxTotal: ReadonlyMap<string, string>;
  /** No flag names an amount: they are for every file, and mean nothing for customers. */
  readonly areConfigured?: boolean;
}

/** Invalid rows that are put up with: so many, or so many percent of the file's rows (plain decimals). */
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
      readonly first: FileFacts['firstInvalid'];
    }
  /** Amounts were expected of a file of customers. */
  | { readonly kind: 'no_amounts' }
  /** The total can't be known: these lines' amounts can't be read (the first few). */
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
  /** The import profile wants the footer to agree with the rows. `said`: what it says of the currency, if it can be compared. */
  | {
      readonly kind: 'footer';
      readonly currency: string;
      readonly rows: string;
      readonly said: FooterTotal | undefined;
      readonly unreadable: number;
    }
  /** Currencies of the file that no guard of the kind names; one at least. */
  | {
      readonly kind: 'unnamed';
      readonly guard: AmountGuard;
      readonly totals: readonly { readonly currency: string; readonly total: string }[];
    };

export const invalidLimitText = (limit: InvalidLimit): string =>
  'rows' in limit ? String(limit.rows) : `${limit.percent}%`;

/** The file isn't what its guards expect. `refusals` has every reason, for whoever words them. */
export class GuardsRefused extends Refusal {
  readonly file: string;
  readonly refusals: readonly GuardRefusal[];

  constructor(file: string, refusals: readonly GuardRefusal[]) {
    const facts = refusals.map(({ kind, ...those }) => `${kind} ${JSON.stringify(those)}`);
    super('guard', `${file}: the guards refuse it: ${facts.join('; ')}`); // the command line words it
    this.file = file;
    this.refusals = refusals;
  }
}

/** Rows that are invalid, and the first of them. */
export type Invalid = Readonly<Pick<FileFacts, 'invalid' | 'firstInvalid'>>;

/** Why the guards refuse the file; empty when they don't. `besides`: invalid rows that the facts don't count. */
export function judge(facts: FileFacts, guards: Guards, besides?: Invalid): GuardRefusal[] {
  const { expectTotal, maxAmount, maxTotal } = guards;
  const no = wrongCounts(facts, guards, besides);
  const speaksOfAmounts = [expectTotal, maxAmount, maxTotal].some(({ size }) => size > 0);
  if (facts.kind === 'customers' && speaksOfAmounts)
    return guards.areConfigured ? no : [...no, { kind: 'no_amounts' }];
  const speaksOfTotals = expectTotal.size > 0 || maxTotal.size > 0;
  if (speaksOfTotals && facts.unreadableAmounts.length > 0) {
    no.push({ kind: 'unreadable', lines: facts.unreadableAmounts });
  }
  const totals = totalsInCapitals(facts);
  const differs = (sign: number): boolean => sign !== 0;
  const exceeds = (sign: number): boolean => sign > 0;
  return [
    ...no,
    ...wrongTotals('expectTotal', expectTotal, totals, differs),
    ...wrongTotals('maxTotal', maxTotal, totals, exceeds),
    ...tooLarge(maxAmount, largestInCapitals(facts)),
    ...unnamed('expectTotal', expectTotal, totals),
    ...unnamed('maxTotal', maxTotal, totals),
    ...unnamed('maxAmount', maxAmount, totals),
  ];
}

function wrongCounts(
  facts: FileFacts,
  { expectCount, minCount, maxInvalid }: Guards,
  besides: Invalid = NONE,
): GuardRefusal[] {
  const { rows } = facts;
  const invalid = facts.invalid + besides.invalid;
  const [first] = [facts.firstInvalid, besides.firstInvalid]
    .filter((one) => one !== undefined)
    .sort((a, b) => a.line - b.line);
  const no: GuardRefusal[] = [];
  if (expectCount !== undefined && rows !== expectCount)
    no.push({ kind: 'count', expected: expectCount, rows });
  if (minCount !== undefined && rows < minCount) no.push({ kind: 'few', least: minCount, rows });
  if (maxInvalid && tooMany(invalid, rows, maxInvalid))
    no.push({ kind: 'invalid', limit: maxInvalid, invalid, rows, first });
  return no;
}

const NONE: Invalid = { invalid: 0, firstInvalid: undefined };

function tooMany(invalid: number, rows: number, limit: InvalidLimit): boolean {
  return 'rows' in limit
    ? invalid > limit.rows
    : new Big(invalid).times(100).gt(new Big(limit.percent).times(rows));
}

function wrongTotals(
  guard: 'expectTotal' | 'maxTotal',
  limits: ReadonlyMap<string, string>,
  totals: ReadonlyMap<string, string>,
  wrong: (sign: number) => boolean,
): GuardRefusal[] {
  return [...limits].flatMap(([currency, limit]): GuardRefusal[] => {
    const total = totals.get(currency) ?? '0';
    return wrong(compareDecimals(total, limit)) ? [{ kind: 'total', guard, currency, limit, total }] : [];
  });
}

function tooLarge(
  limits: ReadonlyMap<string, string>,
  largest: ReadonlyMap<string, { readonly amount: string; readonly line: number }>,
): GuardRefusal[] {
  return [...limits].flatMap(([currency, limit]): GuardRefusal[] => {
    const most = largest.get(currency);
    return most && compareDecimals(most.amount, limit) > 0
      ? [{ kind: 'amount', currency, limit, ...most }]
      : [];
  });
}

/** Currencies that a guard is silent about although it speaks of others. */
function unnamed(
  guard: AmountGuard,
  named: ReadonlyMap<string, string>,
  totals: ReadonlyMap<string, string>,
): GuardRefusal[] {
  if (named.size === 0) return [];
  const others = [...totals].flatMap(([currency, total]) =>
    named.has(currency) ? [] : [{ currency, total }],
  );
  return others.length === 0 ? [] : [{ kind: 'unnamed', guard, totals: others }];
}

/** Guards compare currencies in capitals: `gbp` is paid in pounds, too. */
function totalsInCapitals({ totals }: FileFacts): Map<string, string> {
  const sums = new Map<string, DecimalSum>();
  for (const [currency, total] of totals) addTo(sums, capitals(currency), total.toString());
  return new Map([...sums].map(([currency, sum]) => [currency, sum.toString()]));
}

function largestInCapitals({ largest }: FileFacts): Map<string, { amount: string; line: number }> {
  const most = new Map<string, { amount: string; line: number }>();
  for (const [currency, one] of largest) {
    const other = most.get(capitals(currency));
    if (!other || isLarger(one.amount, other.amount)) most.set(capitals(currency), one);
  }
  return most;
}

const capitals = (currency: string): string => (currency === NO_CURRENCY ? currency : currency.toUpperCase());
