// Records of regular CSV, cut by looking only for line ends, quotes and delimiters: ten times as fast as a parser that
// weighs each byte. It decides nothing that could be doubted: where a quote isn't in its place it gives up at the start
// of that record, and the parser takes over from there and says what is wrong.
import { isAscii } from 'node:buffer';

import type { CellKind } from './cell-kind.ts';
import type { RecordPlace } from './lines.ts';

const CR = 13;
const QUOTE = 34;

export interface CsvRecord extends RecordPlace {
  readonly cells: readonly string[];
  /** Of a workbook's row: what each cell is. */
  readonly kinds?: readonly CellKind[];
}

/** A record longer than this is a quote that was never closed, or no CSV at all. */
export const MAX_RECORD_BYTES = 32 * 1024 * 1024;

/** Where a text begins that is a part of another. */
export interface Beginning {
  readonly line: number;
  readonly start: number;
}

export interface Rest extends Beginning {
  /** Bytes from the start of the record where it gave up. */
  readonly bytes: Buffer;
}

export class PlainRecords {
  readonly #delimiter: string;
  readonly #maxRecordBytes: number;
  /** What earlier chunks hold of the open record, whether it is inside quotes, and the line ends in it. */
  #open: Buffer[] = [];
  #openBytes = 0;
  #quoted = false;
  #lineEnds = 0;
  /** Of the next record. */
  #line: number;
  #start: number;
  /** The next quote of the chunk; its length where there is none. */
  #quote = 0;
  #isAscii = true;

  constructor(delimiter: string, maxRecordBytes: number, { line, start }: Beginning = { line: 1, start: 0 }) {
    this.#delimiter = delimiter;
    this.#maxRecordBytes = maxRecordBytes;
    this.#line = line;
    this.#start = start;
  }

  /** Records that end in this chunk, blank lines left out; and the rest of the text where the parser has to go on. */
  feed(chunk: Buffer): { readonly records: CsvRecord[]; readonly rest: Rest | undefined } {
    const records: CsvRecord[] = [];
    // One character for each byte: what is looked for is ASCII, which no other character's bytes contain.
    const flat = chunk.toString('latin1');
    this.#isAscii = isAscii(chunk);
    this.#quote = quoteFrom(flat, 0);
    for (let from = 0; ;) {
      const end = this.#recordEnd(flat, from);
      if (end === -1) {
        this.#keep(chunk.subarray(from));
        const rest = this.#openBytes > this.#maxRecordBytes ? this.#rest([]) : undefined;
        return { records, rest };
      }
      if (!this.#take(chunk, from, end, records))
        return { records, rest: this.#rest([chunk.subarray(from)]) };
      from = end;
    }
  }

  /** What no line end has closed. */
  end(): Rest | undefined {
    return this.#openBytes === 0 ? undefined : this.#rest([]);
  }

  /** Where the open record ends, its line end included; -1 where that isn't in this chunk. */
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
  }

  /** Cuts the record that ends at `end` into cells. False, with nothing changed, where that is not for here. */
  #take(chunk: Buffer, from: number, end: number, records: CsvRecord[]): boolean {
    const whole = this.#openBytes === 0;
    const bytes = whole ? chunk : Buffer.concat([...this.#open, chunk.subarray(from, end)]);
    const start = whole ? from : 0;
    const stop = whole ? end : bytes.length;
    if (stop - start > this.#maxRecordBytes) return false;
    const textEnd = stop - (stop - start > 1 && bytes[stop - 2] === CR ? 2 : 1);
    if (textEnd > start) {
      // A text of the record's own: cells are cut from it, and none of them keeps the chunk alive.
      const ascii = whole ? this.#isAscii : isAscii(bytes);
      const cells = cut(bytes.toString(ascii ? 'latin1' : 'utf8', start, textEnd), this.#delimiter);
      if (cells === undefined) return false;
      if (cells.length > 1 || (cells[0] ?? '').trim() !== '') {
        records.push({ cells, line: this.#line, start: this.#start, end: this.#start + stop - start });
      }
    }
    this.#line += this.#lineEnds;
    this.#start += stop - start;
    this.#lineEnds = 0;
    if (!whole) {
      this.#open = [];
      this.#openBytes = 0;
    }
    return true;
  }

  #rest(more: readonly Buffer[]): Rest {
    return { bytes: Buffer.concat([...this.#open, ...more]), line: this.#line, start: this.#start };
  }
}

function quoteFrom(flat: string, from: number): number {
  const at = flat.indexOf('"', from);
  return at === -1 ? flat.length : at;
}

/** The cells of one record without its line end; `undefined` where a quote is not in its place. */
function cut(text: string, delimiter: string): string[] | undefined {
  const cells: string[] = [];
  let quote = quoteFrom(text, 0);
  for (let at = 0; ;) {
    if (quote === at && at < text.length) {
      const cell = quotedCell(text, at);
      if (cell === undefined) return undefined;
      cells.push(cell.text);
      if (cell.end === text.length) return cells;
      if (text[cell.end] !== delimiter) return undefined;
      at = cell.end + 1;
      quote = quoteFrom(text, at);
      continue;
    }
    const end = text.indexOf(delimiter, at);
    const stop = end === -1 ? text.length : end;
    if (quote < stop) return undefined;
    cells.push(text.slice(at, stop));
    if (end === -1) return cells;
    at = end + 1;
  }
}

/** The cell whose opening quote is at `open`, and where it ends; `undefined` where it is never closed. */
function quotedCell(text: string, open: number): { readonly text: string; readonly end: number } | undefined {
  let cell = '';
  for (let from = open + 1; ;) {
    const close = text.indexOf('"', from);
    if (close === -1) return undefined;
    if (text.charCodeAt(close + 1) !== QUOTE) {
      const last = text.slice(from, close);
      return { text: cell === '' ? last : cell + last, end: close + 1 };
    }
    cell += text.slice(from, close + 1);
    from = close + 2;
  }
}
