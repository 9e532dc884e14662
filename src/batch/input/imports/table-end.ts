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
  /** The file's last line. */
  readonly lastLine: number;
}

/** A longer cell is no footer, and an expression may take long over it. */
const LOOKED_AT = 200;
/** A footer has few lines. */
const RECORDS = 20;

export class TableEnd {
  below: Below | undefined;
  readonly #file: string;
  readonly #stopAt: RegExp;
  readonly #lastLine: () => Promise<number>;

  /** `lastLine` reads what is left of the file. */
  constructor(file: string, stopAt: RegExp, lastLine: () => Promise<number>) {
    this.#file = file;
    this.#stopAt = stopAt;
    this.#lastLine = lastLine;
  }

  /** The header and the rows above the end. Errors: {@link InputError} where there is no end. */
  async *records(batches: AsyncIterable<readonly CsvRecord[]>): AsyncGenerator<readonly CsvRecord[]> {
    let isHeader = true;
    for await (const batch of batches) {
      const at = batch.findIndex((record, index) => (index > 0 || !isHeader) && this.#isEnd(record));
      isHeader = false;
      const found = batch[at];
      if (!found) {
        yield batch;
        continue;
      }
      if (at > 0) yield batch.slice(0, at);
      const { line, start, end, cells } = found;
      const records = batch.slice(at, at + RECORDS);
      const lastLine = Math.max(batch.at(-1)?.line ?? line, await this.#lastLine());
      this.below = { line, start, end, text: (cells[0] ?? '').trim(), records, lastLine };
      return;
    }
    const what = `the profile's "stopAt" (${printable(this.#stopAt.source)}) matches no row's first cell: the file may be cut short`;
    throw new InputError('stop_at', { file: this.#file }, what);
  }

  #isEnd({ cells }: CsvRecord): boolean {
    return this.#stopAt.test((cells[0] ?? '').trim().slice(0, LOOKED_AT));
  }
}

const LF = 10;

/** Chunks of text on their way, with the number of their lines. Whoever reads them may stop early: the rest is still there. */
export class LineTally {
  readonly #source: AsyncGenerator<Buffer>;
  #line: number;
  #isOpen = false;

  /** `line`: of the first chunk. */
  constructor(source: AsyncGenerator<Buffer>, line: number) {
    this.#source = source;
    this.#line = line - 1;
  }

  /** Without a `return`: nobody closes the file who only stops reading records. */
  chunks(): AsyncIterable<Buffer> {
    return { [Symbol.asyncIterator]: () => ({ next: () => this.#next() }) };
  }

  /** Reads to the end. */
  async lastLine(): Promise<number> {
    for (let next = await this.#next(); next.done !== true;) next = await this.#next();
    return this.#isOpen ? this.#line + 1 : this.#line;
  }

  async #next(): Promise<IteratorResult<Buffer>> {
    const next = await this.#source.next();
    if (next.done === true) return next;
    const chunk = next.value;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) this.#line++;
    if (chunk.length > 0) this.#isOpen = chunk[chunk.length - 1] !== LF;
    return next;
  }
}
