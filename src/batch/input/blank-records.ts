// Records whose cells are all empty. Those below the table come from a spreadsheet, and do not count as rows.
// Those between rows are invalid rows, unless the import profile leaves them out. Which of the two a record is shows
// when the next row comes or the file ends. Until then it waits, packed: there may be a million.
import type { CsvRecord } from '../../csv/records.ts';

export const isBlank = ({ cells }: CsvRecord): boolean =>
  cells.every((cell) => cell === '' || cell.trim() === '');

export class BlankRecords {
  /** Line, start, end and number of cells of each waiting record. */
  #waiting: number[] = [];
  readonly #leaveOut: boolean;
  /** How many were left out between rows. */
  #leftOut = 0;

  constructor(leaveOut: boolean) {
    this.#leaveOut = leaveOut;
  }

  /** Records in file order, without those that may be below the table. */
  sift(records: readonly CsvRecord[]): readonly CsvRecord[] {
    if (this.#waiting.length === 0 && !records.some(isBlank)) return records;
    const out: CsvRecord[] = [];
    for (const record of records) {
      if (isBlank(record)) {
        this.#waiting.push(record.line, record.start, record.end, record.cells.length);
        continue;
      }
      for (const blank of this.#release()) out.push(blank);
      out.push(record);
    }
    return out;
  }

  /** At the file's end: how many are below the table. */
  get below(): number {
    return this.#waiting.length / 4;
  }

  /** How many do not count as rows. */
  get skipped(): number {
    return this.below + this.#leftOut;
  }

  /** Those that wait, since a row comes after them. */
  *#release(): Generator<CsvRecord> {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (this.#leaveOut) this.#leftOut += waiting.length / 4;
    for (let at = 0; !this.#leaveOut && at < waiting.length; at += 4) {
      const [line = 0, start = 0, end = 0, cells = 0] = waiting.slice(at, at + 4);
      yield { line, start, end, cells: Array.from({ length: cells }, () => '') };
    }
  }
}
