// A piece of a file, validated in another thread, which has nothing but the piece and the header. It vouches for a
// piece whose rows are all valid: they come back as lines of results, sums and hashes. If anything else is in the piece
// (an invalid row, a warning, an empty record), the main thread reads it, and sees the rest of the file as well.
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
  readonly profile: Profile;
  readonly useDeveloperFunds: boolean;
}

/** A piece whose rows are all valid. Checks across rows are not made yet. */
export interface ValidPiece {
  readonly hashed: HashedRows;
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
  const { header } = setup;
  const warnings = new Warnings();
  const reader = await readerOf('payouts', header, { ...setup, warnings });
  const read = wholeRowsFirst(reader, reader, header);
  return (piece) => {
    const reader = new RecordReader({ file: '', delimiter: header.delimiter, from: piece });
    const report = new Report();
    const { count } = warnings;
    for (let at = 0; at < piece.bytes.length; at += CHUNK_BYTES) {
      for (const record of reader.feed(piece.bytes.subarray(at, at + CHUNK_BYTES))) {
        if (isBlank(record)) return undefined;
        const row = read(record);
        if (warnings.count > count || row.issues.length > 0 || !report.takeDocuments(row)) return undefined;
        report.add(row, lineOf(row));
      }
      if (reader.isWrong) return undefined;
    }
    return report.end();
  };
}

class Report {
  readonly #hashed: number[] = [];
  readonly #text: string[] = [];
  readonly #facts = new FileFacts('payouts');
  readonly #documents = new Set<string>();

  add(row: BatchRow, line: string): void {
    const { high, low, mark } = hashOf(row);
    this.#hashed.push(high, low, row.line, mark);
    this.#facts.add(row);
    this.#text.push(line);
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
      text: new TextEncoder().encode(this.#text.join('')),
      hashed: new Uint32Array(this.#hashed),
      documents: [...this.#documents],
    };
  }
}
