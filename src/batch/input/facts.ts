// What a whole file says: counts, totals, hash. Gathered by the first pass; the guards judge it. Pure but for the sums.
import { compareDecimals, DecimalSum } from '../../interface/decimal.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import { type BatchRow, NO_CURRENCY, type PayoutRow } from './row.ts';

export class FileFacts {
  readonly kind: FileKind;
  rows = 0;
  /** Records of empty cells at the end of the file, which are no rows. */
  blankAtEnd = 0;
  invalid = 0;
  /** Batch that the rows of a retry file are tied to, the first one. */
  parent: string | null = null;
  /** What the developer's wallet pays for: one row of each pair of currencies and networks, and the pair's total. */
  readonly developerFunded = new Map<string, { readonly row: PayoutRow; readonly total: DecimalSum }>();
  /** Lines whose amount can't be read, the first few. */
  readonly unreadableAmounts: number[] = [];
  readonly totals = new Map<string, DecimalSum>();
  /** Largest amount of each currency, with its line. */
  readonly largest = new Map<string, { amount: string; line: number }>();

  constructor(kind: FileKind) {
    this.kind = kind;
  }

  #addFunded(row: PayoutRow): void {
    const { source } = row.body;
    const pair = `${source?.currency ?? ''}/${source?.network ?? ''}/${row.currency}`;
    let known = this.developerFunded.get(pair);
    if (!known) this.developerFunded.set(pair, (known = { row, total: new DecimalSum() }));
    known.total.add(row.amount);
  }

  add(row: BatchRow): void {
    this.rows++;
    if (row.issues.length > 0) this.invalid++;
    this.parent ??= row.retryOf?.batchId ?? null;
    if (row.kind === 'customers') return;
    if (row.body.useDeveloperFunds === true && row.issues.length === 0) this.#addFunded(row);
    if (row.amount === '') {
      if (this.unreadableAmounts.length < 5) this.unreadableAmounts.push(row.line);
      return;
    }
    addTo(this.totals, row.currency, row.amount);
    const largest = this.largest.get(row.currency);
    if (!largest || isLarger(row.amount, largest.amount)) {
      this.largest.set(row.currency, { amount: row.amount, line: row.line });
    }
  }
}

/** Adds to the running total of a currency. */
export function addTo(totals: Map<string, DecimalSum>, currency: string, amount: string): void {
  let sum = totals.get(currency);
  if (!sum) totals.set(currency, (sum = new DecimalSum()));
  sum.add(amount);
}

/** Plain decimals: the one with more integer digits, else the later one in the order of digits (`1.50` over `1.5`). */
function isLarger(a: string, b: string): boolean {
  const lengthA = a.includes('.') ? a.indexOf('.') : a.length;
  const lengthB = b.includes('.') ? b.indexOf('.') : b.length;
  return lengthA !== lengthB ? lengthA > lengthB : a > b;
}

export interface Guards {
  readonly expectCount?: number | undefined;
  readonly expectTotal: ReadonlyMap<string, string>;
  readonly maxAmount: ReadonlyMap<string, string>;
  readonly maxTotal: ReadonlyMap<string, string>;
}

/** Why the guards refuse the file, one sentence each; empty when they don't. */
export function judge(facts: FileFacts, guards: Guards): string[] {
  const no: string[] = [];
  if (guards.expectCount !== undefined && facts.rows !== guards.expectCount) {
    no.push(`--expect-count ${guards.expectCount}: the file has ${facts.rows} rows`);
  }
  const speaksOfAmounts = [guards.expectTotal, guards.maxAmount, guards.maxTotal].some(
    ({ size }) => size > 0,
  );
  if (facts.kind === 'customers' && speaksOfAmounts) {
    return [
      ...no,
      '--expect-total, --max-amount and --max-total speak of payouts: customers have no amounts',
    ];
  }
  const speaksOfTotals = guards.expectTotal.size > 0 || guards.maxTotal.size > 0;
  if (speaksOfTotals && facts.unreadableAmounts.length > 0) {
    no.push(`the total is unknown: the amount in line ${facts.unreadableAmounts.join(', ')} can't be read`);
  }
  const totals = totalsInCapitals(facts);
  const largest = largestInCapitals(facts);
  for (const [currency, amount] of guards.expectTotal) {
    const total = totals.get(currency) ?? '0';
    if (compareDecimals(total, amount) !== 0) {
      no.push(`--expect-total ${currency}=${amount}: the file's total is ${total} ${currency}`);
    }
  }
  for (const [currency, amount] of guards.maxTotal) {
    const total = totals.get(currency) ?? '0';
    if (compareDecimals(total, amount) > 0) {
      no.push(`--max-total ${currency}=${amount}: the file's total is ${total} ${currency}`);
    }
  }
  for (const [currency, amount] of guards.maxAmount) {
    const most = largest.get(currency);
    if (most && compareDecimals(most.amount, amount) > 0) {
      no.push(`--max-amount ${currency}=${amount}: line ${most.line} pays ${most.amount} ${currency}`);
    }
  }
  return [
    ...no,
    ...unnamed('--expect-total', guards.expectTotal, totals),
    ...unnamed('--max-total', guards.maxTotal, totals),
    ...unnamed('--max-amount', guards.maxAmount, totals),
  ];
}

/** Currencies that a guard is silent about although it speaks of others. */
function unnamed(
  guard: string,
  named: ReadonlyMap<string, string>,
  totals: ReadonlyMap<string, string>,
): string[] {
  if (named.size === 0) return [];
  return [...totals]
    .filter(([currency]) => !named.has(currency))
    .map(([currency, total]) => `${guard}: the file also has ${total} ${currency}, which no ${guard} names`);
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
