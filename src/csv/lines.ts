// Physical line and byte range of each record, counted from the bytes themselves: the parser's own count takes CRLF
// inside a quoted cell for two lines, and skipped blank lines must not shift what a person sees in an editor.
// The parser looks ahead, so a record may end in an earlier chunk than the one it was fed last: a byte is counted only
// when it is known which side of a record's end it is on.

const LF = 10;
const CR = 13;

export interface RecordPlace {
  /** 1-based line on which the record starts. */
  readonly line: number;
  /** Byte range in the UTF-8 text, its line end included. */
  readonly start: number;
  readonly end: number;
}

export class LineCounter {
  /** Earlier chunks that still hold bytes to be counted; nearly always none. */
  readonly #older: Buffer[] = [];
  /** The chunk that `#position` lies in, and where it starts. */
  #chunk: Buffer = Buffer.alloc(0);
  #chunkStart = 0;
  /** Next byte that has not been counted, and the line it is on. */
  #position = 0;
  #line: number;
  /** The last byte of the last record. */
  #last = LF;

  /** `line`: of the first byte. */
  constructor(line: number) {
    this.#line = line;
  }

  /** Whether the last record had no line end: the file ends there, or was cut off. */
  get isOpen(): boolean {
    return this.#last !== LF;
  }

  /** Takes the next chunk, which begins where the last one ended. */
  feed(chunk: Buffer): void {
    this.#skipLineEnds(Infinity);
    if (this.#older.length === 0 && this.#position === this.#chunkEnd) {
      this.#chunkStart = this.#position;
      this.#chunk = chunk;
    } else if (chunk.length > 0) {
      this.#older.push(chunk);
    }
  }

  /** The record that ends before byte `end`. */
  record(end: number): RecordPlace {
    this.#skipLineEnds(end);
    const place = { line: this.#line, start: this.#position, end };
    while (this.#position < end) {
      if (this.#position === this.#chunkEnd && !this.#nextChunk()) {
        throw new Error(`a record ends at byte ${end}, beyond what was read`);
      }
      this.#countTo(Math.min(end, this.#chunkEnd));
    }
    this.#last = this.#chunk[end - 1 - this.#chunkStart] ?? LF;
    return place;
  }

  /** Line of the first byte after the last record that is not a line end. */
  nextLine(): number {
    this.#skipLineEnds(Infinity);
    return this.#line;
  }

  get #chunkEnd(): number {
    return this.#chunkStart + this.#chunk.length;
  }

  /** Counts the line ends up to `end`, which is in the chunk. */
  #countTo(end: number): void {
    const stop = end - this.#chunkStart;
    for (let at = this.#position - this.#chunkStart; ;) {
      const next = this.#chunk.indexOf(LF, at);
      if (next === -1 || next >= stop) break;
      this.#line++;
      at = next + 1;
    }
    this.#position = end;
  }

  /** Blank lines before a record. A CR that no LF follows belongs to the record. */
  #skipLineEnds(end: number): void {
    while (this.#position < end) {
      if (this.#position === this.#chunkEnd && !this.#nextChunk()) return;
      const at = this.#position - this.#chunkStart;
      const byte = this.#chunk[at];
      if (byte === LF) this.#line++;
      else if (byte !== CR || (this.#chunk[at + 1] ?? this.#older[0]?.[0]) !== LF) return;
      this.#position++;
    }
  }

  #nextChunk(): boolean {
    const next = this.#older.shift();
    if (!next) return false;
    this.#chunkStart += this.#chunk.length;
    this.#chunk = next;
    return true;
  }
}
