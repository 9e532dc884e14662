// Where a table ends before its file does: the row that the profile's stopAt finds, and all below it, are no rows. A file
// in which it finds none may have been cut short.
import { printable } from '../../../csv/header.ts';
import type { CsvRecord } from '../../../csv/records.ts';
import { InputError } from '../../../files/input-error.ts';

/** What lies below the table. */
export interface Below {
  /** The row that was found: its line, its place in the file, its first cell. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** It and what follows, the first few: their cells, and of a sheet what each of them is. */
  readonly records: readonly Pick<CsvRecord, 'line' | 'cells' | 'kinds'>[];
  /** The line of the last record. */
  lastLine: number;
}

/** A longer cell is no footer, and an expression may take long over it. */
const LOOKED_AT = 200;
/** A footer has few lines. */
const RECORDS = 20;

export class TableEnd {
  below: Below | undefined;
  readonly #file: string;
  readonly #stopAt: RegExp;

  constructor(file: string, stopAt: RegExp) {
    this.#file = file;
    this.#stopAt = stopAt;
  }

  /** The header and the rows above the end. Errors: {@link InputError} if there is no end. */
  async *records(batches: AsyncIterable<readonly CsvRecord[]>): AsyncGenerator<readonly CsvRecord[]> {
    let isHeader = true;
    for await (const batch of batches) {
      if (this.below) {
        this.below.lastLine = batch.at(-1)?.line ?? this.below.lastLine;
        continue;
      }
      const at = batch.findIndex((record, index) => (index > 0 || !isHeader) && this.#isEnd(record));
      isHeader = false;
      const found = batch[at];
      if (at !== 0) yield found ? batch.slice(0, at) : batch;
      if (found) this.#begin(found, batch.slice(at));
    }
    if (this.below) return;
    const what = `the profile's "stopAt" (${printable(this.#stopAt.source)}) matches no row's first cell: the file may be cut short`;
    throw new InputError('stop_at', { file: this.#file }, what);
  }

  #begin({ line, start, end, cells }: CsvRecord, rest: readonly CsvRecord[]): void {
    const text = (cells[0] ?? '').trim();
    this.below = {
      line,
      start,
      end,
      text,
      records: rest.slice(0, RECORDS),
      lastLine: rest.at(-1)?.line ?? line,
    };
  }

  #isEnd({ cells }: CsvRecord): boolean {
    return this.#stopAt.test((cells[0] ?? '').trim().slice(0, LOOKED_AT));
  }
}
