// Records whose cells are all empty. Below a table they are what a spreadsheet left, and no rows; between rows they are
// rows, and wrong, unless an import profile leaves them out. Which of the two is known only when the next row comes, so
// they wait, packed: there may be a million.
import type { CsvRecord } from '../../csv/records.ts';

export const isBlank = ({ cells }: CsvRecord): boolean =>
  cells.every((cell) => cell === '' || cell.trim() === '');

export class BlankRecords {
  /** Line, start, end and number of cells of each that waits. */
  #waiting: number[] = [];
  readonly #leaveOut: boolean;
  /** Those between rows that were left out. */
  between = 0;

  constructor(leaveOut = false) {
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
      for (const blank of this.release()) out.push(blank);
      out.push(record);
    }
    return out;
  }

  /** How many wait: at the end of the file, those below the table. */
  get count(): number {
    return this.#waiting.length / 4;
  }

  /** Those that wait, since a row comes after them. */
  *release(): Generator<CsvRecord> {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    if (this.#leaveOut) {
      this.between += waiting.length / 4;
      return;
    }
    for (let at = 0; at < waiting.length; at += 4) {
      const [line = 0, start = 0, end = 0, cells = 0] = waiting.slice(at, at + 4);
      yield { line, start, end, cells: Array.from({ length: cells }, () => '') };
    }
  }
}
