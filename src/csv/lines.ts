// Physical line and byte range of each record, counted from the bytes themselves: the parser's own count takes CRLF
// inside a quoted cell for two lines, and skipped blank lines must not shift what a person sees in an editor.

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
  #chunk: Buffer = Buffer.alloc(0);
  #chunkStart = 0;
  /** Next byte that has not been counted. */
  #position = 0;
  /** Line on which `#position` lies. */
  #line = 1;
  /** Place where the current record starts, once a byte that is no line end was seen. */
  #startLine = 0;
  #start = -1;

  /** Takes the next chunk, which begins where the last one ended. */
  feed(chunk: Buffer): void {
    this.#count(this.#chunkStart + this.#chunk.length);
    this.#chunkStart += this.#chunk.length;
    this.#chunk = chunk;
  }

  /** The record that ends before byte `end`. */
  record(end: number): RecordPlace {
    this.#count(end);
    const place = { line: this.#startLine, start: this.#start, end };
    this.#start = -1;
    return place;
  }

  #count(end: number): void {
    const chunk = this.#chunk;
    const base = this.#chunkStart;
    let at = this.#position - base;
    const stop = Math.min(end - base, chunk.length);
    if (this.#start === -1) {
      while (at < stop && (chunk[at] === LF || chunk[at] === CR)) {
        if (chunk[at] === LF) this.#line++;
        at++;
      }
      if (at < stop) {
        this.#start = base + at;
        this.#startLine = this.#line;
      }
    }
    while (at < stop) {
      const next = chunk.indexOf(LF, at);
      if (next === -1 || next >= stop) break;
      this.#line++;
      at = next + 1;
    }
    this.#position = base + stop;
  }
}
