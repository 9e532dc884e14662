// A text cut into pieces that each hold whole records, so that several threads can read them at once. Only line ends
// and quotes are looked for, from the beginning on: a line break inside quotes is then known for what it is, wherever a
// chunk ends. What is in the records is not looked at.
import { type Beginning, MAX_RECORD_BYTES } from './records.ts';

export interface Piece extends Beginning {
  /** In memory of their own, which can be handed to another thread. */
  readonly bytes: Buffer;
  /** False for the end of a text without a line end, and for a record beyond the limit: nothing comes after it. */
  readonly isWhole: boolean;
}

/** `pieceBytes`: about how much a piece has. */
export async function* cutPieces(chunks: AsyncIterable<Buffer>, pieceBytes: number): AsyncGenerator<Piece> {
  const scan = new Scan();
  let begin: Beginning = { line: 1, start: 0 };
  let parts: Buffer[] = [];
  let size = 0;
  const take = (length: number, isWhole: boolean): Piece => {
    const bytes = Buffer.allocUnsafeSlow(length);
    const all = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    all?.copy(bytes, 0, 0, length);
    parts = all && length < size ? [all.subarray(length)] : [];
    size -= length;
    const piece = { ...begin, bytes, isWhole };
    begin = { line: scan.borderLine, start: begin.start + length };
    return piece;
  };
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    scan.feed(chunk);
    if (size >= pieceBytes && scan.border > begin.start) yield take(scan.border - begin.start, true);
    else if (size > MAX_RECORD_BYTES) break;
  }
  if (scan.border > begin.start) yield take(scan.border - begin.start, true);
  if (size > 0) yield take(size, false);
}

/** Counts lines and quotes over all chunks. */
class Scan {
  #quoted = false;
  #line = 1;
  #position = 0;
  /** Where the last record ends, and the line that begins there. */
  border = 0;
  borderLine = 1;

  feed(chunk: Buffer): void {
    // One character for each byte: no other character's bytes contain a quote or a line end.
    const flat = chunk.toString('latin1');
    let quote = flat.indexOf('"');
    for (let lineEnd = flat.indexOf('\n'); lineEnd !== -1; lineEnd = flat.indexOf('\n', lineEnd + 1)) {
      for (; quote !== -1 && quote < lineEnd; quote = flat.indexOf('"', quote + 1))
        this.#quoted = !this.#quoted;
      this.#line++;
      if (this.#quoted) continue;
      this.border = this.#position + lineEnd + 1;
      this.borderLine = this.#line;
    }
    for (; quote !== -1; quote = flat.indexOf('"', quote + 1)) this.#quoted = !this.#quoted;
    this.#position += chunk.length;
  }
}
