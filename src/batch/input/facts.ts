// What a whole file says: counts, totals, hash. Gathered by the first pass; the guards judge it. Pure but for the sums.
import { DecimalSum } from '../../interface/decimal.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import type { Below } from './imports/table-end.ts';
import type { BatchRow, Issue } from './row.ts';

/** Facts of valid rows, as another thread reports them. */
export interface PlainFacts {
  readonly rows: number;
  readonly totals: readonly (readonly [currency: string, total: string])[];
  readonly largest: readonly (readonly [currency: string, most: { amount: string; line: number }])[];
}

/** A total that the file itself says. */
export interface FooterTotal {
  /** A plain decimal. */
  readonly total: string;
  readonly currency: string;
  readonly line: number;
  /** Whether the rows add up to it. */
  readonly agrees: boolean;
}

export class FileFacts {
  readonly kind: FileKind;
  rows = 0;
  /** Records of empty cells that are no rows: at the end, and between rows where the import profile leaves them out. */
  blanks = 0;
  /** What lies below the row that ends the table, by the import profile. */
  below: Below | undefined;
  /** The totals that stand there under the amounts; `undefined` where they can't be compared with the rows. */
  footerTotals: readonly FooterTotal[] | undefined;
  invalid = 0;
  /** Line and what is wrong with it, of the first few of them. */
  readonly invalidRows: { readonly line: number; readonly issue: Issue }[] = [];
  /** Batch that the rows of a retry file are tied to, the first one. */
  parent: string | null = null;
  /** Rows whose amount can't be read: they are in no total. */
  unreadable = 0;
  /** Their lines, the first few. */
  readonly unreadableAmounts: number[] = [];
  readonly totals = new Map<string, DecimalSum>();
  /** Largest amount of each currency, with its line. */
  readonly largest = new Map<string, { amount: string; line: number }>();

  constructor(kind: FileKind) {
    this.kind = kind;
  }

  add(row: BatchRow): void {
    this.rows++;
    const [issue] = row.issues;
    if (issue) {
      this.invalid++;
      if (this.invalidRows.length < 3) this.invalidRows.push({ line: row.line, issue });
    }
    this.parent ??= row.retryOf?.batchId ?? null;
    if (row.kind === 'customers') return;
    if (row.amount === '') {
      this.unreadable++;
      if (this.unreadableAmounts.length < 5) this.unreadableAmounts.push(row.line);
      return;
    }
    addTo(this.totals, row.currency, row.amount);
    this.#addLargest(row.currency, row.amount, row.line);
  }

  /** The first line of those that have the largest amount, in whatever order they come. */
  #addLargest(currency: string, amount: string, line: number): void {
    const known = this.largest.get(currency);
    if (known && !isLarger(amount, known.amount) && !(amount === known.amount && line < known.line)) return;
    this.largest.set(currency, { amount, line });
  }

  /** Many valid rows at once. */
  addPlain({ rows, totals, largest }: PlainFacts): void {
    this.rows += rows;
    for (const [currency, total] of totals) addTo(this.totals, currency, total);
    for (const [currency, { amount, line }] of largest) this.#addLargest(currency, amount, line);
  }

  /** These facts, for another thread; only of valid rows. */
  plain(): PlainFacts {
    return {
      rows: this.rows,
      totals: [...this.totals].map(([currency, sum]) => [currency, sum.toString()]),
      largest: [...this.largest],
    };
  }
}

/** Exact decimal text, by currency. */
export const totalTexts = (sums: ReadonlyMap<string, DecimalSum>): Record<string, string> =>
  Object.fromEntries(Array.from(sums, ([currency, sum]) => [currency, sum.toString()]));

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
