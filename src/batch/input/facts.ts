// What a whole file says: counts, totals, hash. Gathered by the first pass; the guards judge it. Pure but for the sums.
import { compareDecimals, DecimalSum } from '../../interface/decimal.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import type { BatchRow, PayoutRow } from './row.ts';

export class FileFacts {
  readonly kind: FileKind;
  rows = 0;
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
  for (const [currency, amount] of guards.expectTotal) {
    const total = facts.totals.get(currency)?.toString() ?? '0';
    if (compareDecimals(total, amount) !== 0) {
      no.push(`--expect-total ${currency}=${amount}: the file's total is ${total} ${currency}`);
    }
  }
  if (guards.expectTotal.size > 0) {
    for (const [currency, total] of facts.totals) {
      if (guards.expectTotal.has(currency)) continue;
      no.push(
        `--expect-total: the file also has ${total.toString()} ${currency}, which no --expect-total names`,
      );
    }
  }
  for (const [currency, amount] of guards.maxTotal) {
    const total = facts.totals.get(currency)?.toString() ?? '0';
    if (compareDecimals(total, amount) > 0) {
      no.push(`--max-total ${currency}=${amount}: the file's total is ${total} ${currency}`);
    }
  }
  for (const [currency, amount] of guards.maxAmount) {
    const largest = facts.largest.get(currency);
    if (largest && compareDecimals(largest.amount, amount) > 0) {
      no.push(`--max-amount ${currency}=${amount}: line ${largest.line} pays ${largest.amount} ${currency}`);
    }
  }
  return no;
}
