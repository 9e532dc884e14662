// The records of a file that threads judge in pieces: each piece's report in the file's order, or the records themselves
// where the text is not for them (a quote out of its place, a last line without an end) and from there on.
import { cutPieces, type Piece } from '../../csv/pieces.ts';
import { MAX_RECORD_BYTES, PlainRecords } from '../../csv/plain-records.ts';
import { type CsvRecord, parseRecords } from '../../csv/records.ts';
import type { PieceReport } from './piece-judge.ts';
import type { Judged, PieceThreads } from './row-threads.ts';

/** A piece whose rows are judged, and its bytes. */
export interface JudgedPiece {
  readonly piece: Piece;
  readonly report: PieceReport;
}

export interface PiecesOptions {
  readonly file: string;
  readonly delimiter: string;
  /** About how much a piece has. */
  readonly pieceBytes: number;
  readonly onOpenEnd: () => void;
}

interface UnderWay {
  readonly piece: Piece;
  readonly judged: Promise<Judged>;
}

/** A piece beyond this has an uncommonly long record in it: no thread needs to hold that, too. */
const MAX_PIECE_BYTES = 4 * 1024 * 1024;

export class PiecesPass {
  readonly #pieces: AsyncGenerator<Piece>;
  readonly #options: PiecesOptions;
  /** Why no piece follows, where one should. */
  #unread: Error | undefined;

  /** `chunks`: as one thread reads them, so that what comes before bytes that can't be read is judged as far as there. */
  constructor(chunks: AsyncIterable<Buffer>, options: PiecesOptions) {
    this.#pieces = untilUnread(cutPieces(gathered(chunks, options.pieceBytes)), (error) => {
      this.#unread = error;
    });
    this.#options = options;
  }

  /**
   * Records first, the header's among them; then, with threads, whatever comes. `start` is asked after the first records,
   * and may say that there are no threads.
   */
  async *parts(start: () => PieceThreads | undefined): AsyncGenerator<readonly CsvRecord[] | JudgedPiece> {
    yield* this.#readable(start);
    if (this.#unread !== undefined) throw this.#unread;
  }

  async *#readable(
    start: () => PieceThreads | undefined,
  ): AsyncGenerator<readonly CsvRecord[] | JudgedPiece> {
    const opening = await this.#pieces.next();
    if (opening.done === true) return;
    const records = opening.value.whole ? recordsOf(opening.value, this.#options.delimiter) : undefined;
    if (!records || records.length === 0) {
      yield* this.#onOneThread(opening.value, []);
      return;
    }
    yield records;
    const threads = start();
    if (threads) yield* this.#judged(threads);
    else {
      const next = await this.#pieces.next();
      if (next.done !== true) yield* this.#onOneThread(next.value, []);
    }
  }

  async *#judged(threads: PieceThreads): AsyncGenerator<readonly CsvRecord[] | JudgedPiece> {
    const underWay: UnderWay[] = [];
    for (let last: Piece | undefined; ;) {
      while (!last && underWay.length < threads.ahead) {
        const next = await this.#pieces.next();
        if (next.done === true) break;
        const piece = next.value;
        if (!piece.whole || piece.bytes.length > MAX_PIECE_BYTES) last = piece;
        else underWay.push({ piece, judged: begun(threads.judge(piece)) });
      }
      const first = underWay.shift();
      if (!first) {
        if (last) yield* this.#onOneThread(last, []);
        return;
      }
      const { report, bytes } = await first.judged;
      const piece = { ...first.piece, bytes: Buffer.from(bytes.buffer) };
      if (report.isRegular) yield { piece, report };
      else {
        const others = await Promise.all(underWay.map(async ({ judged }) => (await judged).bytes));
        yield* this.#onOneThread(piece, [...others, ...(last ? [last.bytes] : [])]);
        return;
      }
    }
  }

  /** From a piece on, with those behind it that were under way. */
  #onOneThread(from: Piece, others: readonly Uint8Array[]): AsyncGenerator<readonly CsvRecord[]> {
    const { line, start } = from;
    return parseRecords(this.#bytes(from, others), { ...this.#options, from: { line, start } });
  }

  async *#bytes(from: Piece, others: readonly Uint8Array[]): AsyncGenerator<Buffer> {
    yield from.bytes;
    for (const { buffer, byteOffset, length } of others) yield Buffer.from(buffer, byteOffset, length);
    for await (const { bytes } of this.#pieces) yield bytes;
    // No end of the text: what is open there is no row.
    if (this.#unread !== undefined) throw this.#unread;
  }
}

/** Chunks as larger ones; those before a failure come before it. */
async function* gathered(chunks: AsyncIterable<Buffer>, atLeast: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      parts.push(chunk);
      size += chunk.length;
      if (size < atLeast) continue;
      yield parts.length === 1 ? chunk : Buffer.concat(parts);
      [parts, size] = [[], 0];
    }
  } catch (error) {
    if (size > 0) yield Buffer.concat(parts);
    throw error;
  }
  if (size > 0) yield Buffer.concat(parts);
}

/** Ends where its source fails: pieces that are under way by then are still to be told of. */
async function* untilUnread(
  pieces: AsyncGenerator<Piece>,
  onUnread: (error: Error) => void,
): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (error) {
    onUnread(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Whoever awaits it sees why it failed; nobody may, where an earlier one fails. */
function begun(judged: Promise<Judged>): Promise<Judged> {
  judged.catch(() => undefined);
  return judged;
}

/** The records of a piece, or of a part of it; `undefined` where its text is not regular. */
export function recordsOf(
  { bytes, line, start }: Omit<Piece, 'whole'>,
  delimiter: string,
): CsvRecord[] | undefined {
  const reader = new PlainRecords(delimiter, MAX_RECORD_BYTES, { line, start });
  const { records, rest } = reader.feed(bytes);
  return rest === undefined && reader.end() === undefined ? records : undefined;
}
