// Chunks of UTF-8 into records of cells with their places. Only line ends, quotes and delimiters are searched for,
// which is several times as fast as a parser that looks at each byte.
import { isAscii } from 'node:buffer';

import { InputError } from '../files/input-error.ts';
import { type CellFlaw, cellsOf, quoteFrom } from './cells.ts';
import { csvMessage } from './messages.ts';

const CR = 13;

/**
 * The kind of a workbook's cell. `formula`: without a stored value. `date`: a number that is shown as a date. Digits
 * in a cell of text are `text`.
 */
export type CellKind = 'text' | 'number' | 'date' | 'boolean' | 'error' | 'formula' | 'empty';

export interface CsvRecord {
  /** 1-based physical line on which the record starts. */
  readonly line: number;
  /** Byte range in the UTF-8 text, its line end included. */
  readonly start: number;
  readonly end: number;
  readonly cells: readonly string[];
  /** Of a workbook's row: the kind of each cell. */
  readonly kinds?: readonly CellKind[];
  /** The cells as written in the file, if an import profile has changed the form of one. */
  readonly own?: readonly string[];
}

/** In a longer record, a quote was not closed, or the text is not CSV. */
export const MAX_RECORD_BYTES = 32 * 1024 * 1024;

export interface ParseOptions {
  readonly file: string;
  readonly delimiter: string;
  /** Where the first chunk begins in the file (default: the beginning). */
  readonly from?: Pick<CsvRecord, 'line' | 'start'> | undefined;
  /** Called before the last record, if it has no line end. */
  readonly onOpenEnd?: (() => void) | undefined;
  /** Called for each blank line. */
  readonly onBlank?: (() => void) | undefined;
  /** Whether the table has ended: the text below it need not be CSV. */
  readonly isOver?: (() => boolean) | undefined;
}

/**
 * Parses chunks to pages of records, blank lines left out. A record may have any number of cells.
 * Errors: {@link InputError} if the text is not CSV.
 */
export async function* parseRecords(
  chunks: AsyncIterable<Buffer>,
  options: ParseOptions,
): AsyncGenerator<CsvRecord[]> {
  const reader = new RecordReader(options);
  for await (const chunk of chunks) {
    const records = reader.feed(chunk);
    if (records.length > 0) yield records;
    if (!options.isOver?.()) reader.throwMistake();
  }
  const last = reader.end();
  if (!options.isOver?.()) reader.throwMistake();
  if (!last) return;
  options.onOpenEnd?.();
  yield [last];
}

class RecordReader {
  readonly #file: string;
  readonly #delimiter: string;
  readonly #onBlank: () => void;
  /** The open record in earlier chunks: its bytes, whether it ends inside quotes, and its line ends. */
  #open: Buffer[] = [];
  #openBytes = 0;
  #quoted = false;
  #lineEnds = 0;
  /** Of the next record. */
  #line: number;
  #start: number;
  /** The next quote of the chunk; its length if there is none. */
  #quote = 0;
  #isAscii = true;
  #mistake: CellFlaw | 'long' | undefined;

  constructor({ file, delimiter, onBlank, from }: ParseOptions) {
    this.#file = file;
    this.#delimiter = delimiter;
    this.#onBlank = onBlank ?? (() => undefined);
    this.#line = from?.line ?? 1;
    this.#start = from?.start ?? 0;
  }

  /** The next record is not CSV: reading ends before it. */
  get isWrong(): boolean {
    return this.#mistake !== undefined;
  }

  throwMistake(): void {
    if (!this.#mistake) return;
    const what =
      this.#mistake === 'lone_cr'
        ? csvMessage('lone_cr')
        : csvMessage('quotes', { flaw: this.#mistake, most: MAX_RECORD_BYTES });
    throw new InputError('csv', { file: this.#file, line: this.#line }, what);
  }

  /** Records that end in this chunk, blank lines left out. */
  feed(chunk: Buffer): CsvRecord[] {
    const records: CsvRecord[] = [];
    // One character for each byte: quotes and line ends are ASCII, which no other character's bytes contain.
    const flat = chunk.toString('latin1');
    this.#isAscii = isAscii(chunk);
    this.#quote = quoteFrom(flat, 0);
    for (let from = 0; !this.isWrong;) {
      const end = this.#recordEnd(flat, from);
      if (end === -1) {
        this.#keep(chunk.subarray(from));
        break;
      }
      const record = this.#take(chunk, from, end);
      if (record) records.push(record);
      from = end;
    }
    return records;
  }

  /** The last record, if it has no line end. */
  end(): CsvRecord | undefined {
    if (this.#openBytes === 0 || this.isWrong) return undefined;
    const bytes = Buffer.concat(this.#open);
    return this.#record(bytes, 0, bytes.length, bytes.length, isAscii(bytes));
  }

  /** Where the open record ends, its line end included; -1 if that is not in this chunk. */
  #recordEnd(flat: string, from: number): number {
    for (let at = from; ;) {
      const lineEnd = flat.indexOf('\n', at);
      const until = lineEnd === -1 ? flat.length : lineEnd;
      while (this.#quote < until) {
        this.#quoted = !this.#quoted;
        this.#quote = quoteFrom(flat, this.#quote + 1);
      }
      if (lineEnd === -1) return -1;
      this.#lineEnds++;
      if (!this.#quoted) return lineEnd + 1;
      at = lineEnd + 1;
    }
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#open.push(bytes);
    this.#openBytes += bytes.length;
    if (this.#openBytes > MAX_RECORD_BYTES) this.end();
  }

  /** The record that ends at `end`; `undefined` for a blank line, and for a mistake. */
  #take(chunk: Buffer, from: number, end: number): CsvRecord | undefined {
    const isWhole = this.#openBytes === 0;
    const bytes = isWhole ? chunk : Buffer.concat([...this.#open, chunk.subarray(from, end)]);
    const start = isWhole ? from : 0;
    const stop = isWhole ? end : bytes.length;
    const textEnd = stop - (stop - start > 1 && bytes[stop - 2] === CR ? 2 : 1);
    const record = this.#record(bytes, start, stop, textEnd, isWhole ? this.#isAscii : isAscii(bytes));
    if (this.isWrong) return undefined;
    this.#line += this.#lineEnds;
    this.#start += stop - start;
    this.#lineEnds = 0;
    if (!isWhole) {
      this.#open = [];
      this.#openBytes = 0;
    }
    return record;
  }

  #record(
    bytes: Buffer,
    start: number,
    stop: number,
    textEnd: number,
    ascii: boolean,
  ): CsvRecord | undefined {
    if (textEnd === start) {
      this.#onBlank();
      return undefined;
    }
    // A separate text for each record: cells that are kept do not keep the whole chunk in memory.
    const text = bytes.toString(ascii ? 'latin1' : 'utf8', start, textEnd);
    const cells = cellsOf(text, this.#delimiter);
    if (stop - start > MAX_RECORD_BYTES)
      this.#mistake = typeof cells === 'string' && cells !== 'open' ? cells : 'long';
    else if (typeof cells === 'string') this.#mistake = cells;
    else if (cells.length > 1 || (cells[0] ?? '').trim() !== '')
      return { cells, line: this.#line, start: this.#start, end: this.#start + stop - start };
    else this.#onBlank();
    return undefined;
  }
}
