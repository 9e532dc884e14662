// A text cut into pieces that each hold whole records, so that several threads can read them at once. Only line ends and
// quotes are looked for, from the beginning on: a line break inside quotes is then known for what it is, wherever a chunk
// ends. What is in the records is not looked at.
import { type Beginning, MAX_RECORD_BYTES } from './plain-records.ts';

export interface Piece extends Beginning {
  /** In memory of their own, which can be handed to another thread. */
  readonly bytes: Buffer;
  /** False for what holds no whole record: the end of a text without a line end, or a record beyond the limit. */
  readonly whole: boolean;
}

/** The chunks' bytes in pieces, none lost. After the first one that is not whole, none is. */
export async function* cutPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let begin: Beginning = { line: 1, start: 0 };
  let open: Buffer[] = [];
  const scan = new Scan();
  let whole = true;
  const take = (bytes: Buffer): Piece => {
    const piece = { ...begin, bytes: joined([...open, bytes]), whole };
    begin = { line: scan.borderLine, start: begin.start + piece.bytes.length };
    open = [];
    return piece;
  };
  for await (const chunk of chunks) {
    const border = scan.lastBorder(chunk);
    if (border > 0 && whole) {
      yield take(chunk.subarray(0, border));
      if (border < chunk.length) open.push(chunk.subarray(border));
      continue;
    }
    open.push(chunk);
    whole &&= open.reduce((sum, { length }) => sum + length, 0) <= MAX_RECORD_BYTES;
    if (!whole) yield take(Buffer.alloc(0));
  }
  whole = false;
  if (open.length > 0) yield take(Buffer.alloc(0));
}

/** Counts lines and quotes over all chunks. */
class Scan {
  #quoted = false;
  #line = 1;
  /** Line that begins at the last border. */
  borderLine = 1;

  /** Where the last record that ends in the chunk ends; 0 where none does. */
  lastBorder(chunk: Buffer): number {
    // One character for each byte: no other character's bytes contain a quote or a line end.
    const flat = chunk.toString('latin1');
    let border = 0;
    let quote = flat.indexOf('"');
    for (let lineEnd = flat.indexOf('\n'); lineEnd !== -1; lineEnd = flat.indexOf('\n', lineEnd + 1)) {
      for (; quote !== -1 && quote < lineEnd; quote = flat.indexOf('"', quote + 1))
        this.#quoted = !this.#quoted;
      this.#line++;
      if (this.#quoted) continue;
      border = lineEnd + 1;
      this.borderLine = this.#line;
    }
    for (; quote !== -1; quote = flat.indexOf('"', quote + 1)) this.#quoted = !this.#quoted;
    return border;
  }
}

/** One text in memory that nothing else lies in. */
function joined(parts: readonly Buffer[]): Buffer {
  const all = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(all, at);
  return all;
}
