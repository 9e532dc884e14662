// A piece of a file, validated in another thread, which has nothing but the piece and the header. It vouches for a piece
// whose rows are all valid: they come back as lines of results, sums and hashes. If anything else is in the piece (an
// invalid row, a warning, an empty record), the main thread reads it, and sees the rest of the file as well.
import type { Header } from '../../csv/header.ts';
import type { Piece } from '../../csv/pieces.ts';
import { RecordReader } from '../../csv/records.ts';
import type { Profile } from '../../interface/profile.ts';
import { isBlank } from './blank-records.ts';
import { FileFacts, type PlainFacts } from './facts.ts';
import { type HashedRows, hashOf } from './references.ts';
import type { BatchRow } from './row.ts';
import { readerOf, wholeRowsFirst } from './row-reader.ts';
import { Warnings } from './warnings.ts';

/** How much is read at once: records die young, which costs least. */
const CHUNK_BYTES = 64 * 1024;

/** What a thread is told of a file of payouts before its first piece. */
export interface JudgeSetup {
  readonly header: Header;
  readonly delimiter: string;
  readonly profile: Profile;
  readonly useDeveloperFunds: boolean;
}

/** A piece whose rows are all valid. Checks across rows are not made yet. */
export interface ValidPiece extends HashedRows {
  readonly facts: PlainFacts;
  /** The rows' lines in the results, one behind the other. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** Files that they name, each once. */
  readonly documents: readonly string[];
}

/** Makes the judge of one file's pieces; `undefined` for a piece that the main thread has to read. */
export async function pieceJudge(
  setup: JudgeSetup,
  lineOf: (row: BatchRow) => string,
): Promise<(piece: Piece) => ValidPiece | undefined> {
  const { header, delimiter } = setup;
  const warnings = new AnyWarning();
  const read = wholeRowsFirst(await readerOf('payouts', header, { ...setup, warnings }), header);
  return (piece) => {
    const reader = new RecordReader({ file: '', delimiter, from: piece });
    const report = new Report();
    warnings.takeAny();
    for (let at = 0; at < piece.bytes.length; at += CHUNK_BYTES) {
      for (const record of reader.feed(piece.bytes.subarray(at, at + CHUNK_BYTES))) {
        if (isBlank(record)) return undefined;
        const row = read(record);
        if (warnings.takeAny() || row.issues.length > 0 || !report.takeDocuments(row)) return undefined;
        report.add(row, lineOf(row));
      }
      if (reader.isWrong) return undefined;
    }
    return report.end();
  };
}

/** Whether there were any: they are given by the main thread. */
class AnyWarning extends Warnings {
  #any = false;

  override add(): void {
    this.#any = true;
  }

  /** Whether there was one since this was asked last. */
  takeAny(): boolean {
    const any = this.#any;
    this.#any = false;
    return any;
  }
}

class Report {
  readonly #lines: number[] = [];
  readonly #hashes: number[] = [];
  readonly #marks: number[] = [];
  readonly #text = new Text();
  readonly #facts = new FileFacts('payouts');
  readonly #documents = new Set<string>();

  add(row: BatchRow, line: string): void {
    const { high, low, mark } = hashOf(row);
    this.#lines.push(row.line);
    this.#hashes.push(high, low);
    this.#marks.push(mark);
    this.#facts.add(row);
    this.#text.add(line);
  }

  /** False for a data URL, which is checked with its row. */
  takeDocuments({ documents }: BatchRow): boolean {
    for (const entry of documents) {
      const item = 'item' in entry ? entry.item : entry;
      if (item.kind === 'data') return false;
      if (item.kind === 'file') this.#documents.add(item.path);
    }
    return true;
  }

  end(): ValidPiece {
    return {
      facts: this.#facts.plain(),
      text: this.#text.bytes(),
      lines: new Uint32Array(this.#lines),
      hashes: new Uint32Array(this.#hashes),
      marks: new Uint8Array(this.#marks),
      documents: [...this.#documents],
    };
  }
}

/** Lines as bytes: a string that grows by a line is a tree, which lives long and keeps the collector busy. */
class Text {
  #buffer = Buffer.allocUnsafeSlow(128 * 1024);
  #length = 0;

  add(line: string): void {
    // No character takes more than three bytes for each of its units.
    if (this.#buffer.length - this.#length < 3 * line.length) this.#grow(3 * line.length);
    this.#length += this.#buffer.write(line, this.#length, 'utf8');
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer.buffer, 0, this.#length);
  }

  #grow(room: number): void {
    const larger = Buffer.allocUnsafeSlow(2 * this.#buffer.length + room);
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
