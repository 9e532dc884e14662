// Records whose cells are all empty. Those below the table come from a spreadsheet, and do not count as rows.
// Those between rows are invalid rows, unless the import profile leaves them out. Which of the two a record is shows
// when the next row comes or the file ends. Until then it waits, without its cells: there may be a million.
import type { CsvRecord } from '../../csv/records.ts';

export const isBlank = ({ cells }: CsvRecord): boolean =>
  cells.every((cell) => cell === '' || cell.trim() === '');

const NO_CELLS: readonly string[] = [];

export class BlankRecords {
  readonly #leaveOut: boolean;
  #waiting: CsvRecord[] = [];
  /** How many were left out between rows. */
  #leftOut = 0;
  /** The number of cells of the last blank record. */
  lastWidth = 0;

  constructor(leaveOut: boolean) {
    this.#leaveOut = leaveOut;
  }

  /** Records in file order, without those that may be below the table. */
  sift(records: readonly CsvRecord[]): readonly CsvRecord[] {
    if (this.#waiting.length === 0 && !records.some(isBlank)) return records;
    const out: CsvRecord[] = [];
    for (const record of records) {
      if (isBlank(record)) {
        const { line, start, end } = record;
        this.lastWidth = record.cells.length;
        this.#waiting.push({ line, start, end, cells: NO_CELLS });
        continue;
      }
      if (this.#leaveOut) this.#leftOut += this.#waiting.length;
      else for (const blank of this.#waiting) out.push(blank);
      this.#waiting = [];
      out.push(record);
    }
    return out;
  }

  /** At the file's end: how many are below the table. */
  get below(): number {
    return this.#waiting.length;
  }

  /** The line of the last of them. */
  get lastLine(): number {
    return this.#waiting.at(-1)?.line ?? 0;
  }

  /** How many do not count as rows. */
  get skipped(): number {
    return this.below + this.#leftOut;
  }
}
