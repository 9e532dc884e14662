// Facts about a whole file, or about some of its rows: counts and totals. The first pass gathers them, and the guards
// compare them with limits.
import { DecimalSum } from '../../interface/decimal.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import type { Below } from './open-records.ts';
import { type BatchRow, type Issue, NO_CURRENCY } from './row.ts';

const LINES_KEPT = 5;

export class FileFacts {
  readonly kind: FileKind;
  rows = 0;
  /** The lines of the first few. */
  readonly lines: number[] = [];
  /** Blank lines, and records of empty cells that do not count as rows (blank-records.ts). */
  blanks = 0;
  /** The rows that the import profile's stopAt leaves out. */
  below: Below | undefined;
  /** By currency, whether the sum of the rows is in the file's footer. */
  readonly footerAgrees = new Map<string, boolean>();
  invalid = 0;
  /** The first few invalid rows. */
  readonly invalidRows: { readonly line: number; readonly issue: Issue }[] = [];
  /** The batch of the first row of a retry file. */
  parent: string | null = null;
  /** Rows whose amount can't be read: no total includes them. */
  unreadable = 0;
  /** The lines of the first few. */
  readonly unreadableAmounts: number[] = [];
  readonly totals = new Map<string, DecimalSum>();
  /** Also of rows whose amount can't be read. */
  readonly currencies = new Set<string>();
  /** Largest amount of each currency, with its line. */
  readonly largest = new Map<string, { amount: string; line: number }>();

  constructor(kind: FileKind) {
    this.kind = kind;
  }

  /** What a footer is compared with: the sum of each currency; of a file without rows, 0 without a currency. */
  get sums(): readonly (readonly [currency: string, sum: string])[] {
    if (this.rows === 0) return [['', '0']];
    return Array.from(this.totals, ([currency, sum]) => [currency, sum.toString()]);
  }

  add(row: BatchRow): void {
    this.rows++;
    if (this.lines.length < LINES_KEPT) this.lines.push(row.line);
    const [issue] = row.issues;
    if (issue) {
      this.invalid++;
      if (this.invalidRows.length < 3) this.invalidRows.push({ line: row.line, issue });
    }
    this.parent ??= row.retryOf?.batchId ?? null;
    if (row.kind === 'customers') return;
    if (row.currency !== NO_CURRENCY || row.amount !== '') this.currencies.add(row.currency);
    if (row.amount === '') {
      this.unreadable++;
      if (this.unreadableAmounts.length < LINES_KEPT) this.unreadableAmounts.push(row.line);
      return;
    }
    addTo(this.totals, row.currency, row.amount);
    this.#addLargest(row.currency, row.amount, row.line);
  }

  /** Of equal amounts, the first line counts, in whatever order they come. */
  #addLargest(currency: string, amount: string, line: number): void {
    const known = this.largest.get(currency);
    if (known && !isLarger(amount, known.amount) && !(amount === known.amount && line < known.line)) return;
    this.largest.set(currency, { amount, line });
  }

  /** Adds the facts of other rows, which are all valid. */
  addValid({ rows, lines, totals, largest }: FileFacts): void {
    this.rows += rows;
    this.lines.push(...lines);
    this.lines.sort((a, b) => a - b).splice(LINES_KEPT);
    for (const [currency, total] of totals) addTo(this.totals, currency, total.toString());
    for (const [currency, { amount, line }] of largest) this.#addLargest(currency, amount, line);
  }
}

/**
 * What a run does with a valid row, by the ledger: sends it, or not since it is held, done (paid or created before),
 * in doubt, or for another reason, such as a row that another run has. `recent`: sent, although it repeats a recent
 * payment under another reference.
 */
export type PreviewedAs = 'send' | 'recent' | 'held' | 'done' | 'inDoubt' | 'other';

/** For the question before the first transfer. */
export type SendPreview = Record<PreviewedAs, FileFacts>;

export function newPreview(kind: FileKind): SendPreview {
  const facts = (): FileFacts => new FileFacts(kind);
  return { send: facts(), recent: facts(), held: facts(), done: facts(), inDoubt: facts(), other: facts() };
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

/** Of plain decimals, by value; of two spellings of one value, the longer is larger (`1.50` over `1.5`). */
function isLarger(a: string, b: string): boolean {
  const lengthA = a.includes('.') ? a.indexOf('.') : a.length;
  const lengthB = b.includes('.') ? b.indexOf('.') : b.length;
  return lengthA !== lengthB ? lengthA > lengthB : a > b;
}
