// A piece of a file, judged apart from all others: in another thread, with nothing but the piece and the header. Rows with
// nothing to say about them come back as lines of results, sums and hashes. All others (wrong ones, warnings, references
// that are there twice) are only pointed at: whoever sees the whole file reads them again and has the last word.
import type { Header } from '../../csv/header.ts';
import type { Piece } from '../../csv/pieces.ts';
import { type CsvRecord, MAX_RECORD_BYTES, PlainRecords } from '../../csv/plain-records.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import type { Profile } from '../../interface/profile.ts';
import { isBlank } from './blank-records.ts';
import { FileFacts, type PlainFacts } from './facts.ts';
import { hashOf } from './references.ts';
import type { BatchRow } from './row.ts';
import { readerOf, wholeRowsFirst } from './row-reader.ts';
import { SeenKeys } from './seen.ts';
import { Warnings } from './warnings.ts';

/** How much is read at once: records die young, which costs least. */
const CHUNK_BYTES = 64 * 1024;

/** What a thread is told of the file before its first piece. */
export interface JudgeSetup {
  readonly kind: FileKind;
  readonly header: Header;
  readonly delimiter: string;
  readonly profile: Profile;
  readonly useDeveloperFunds: boolean;
}

/** Rows one after the other that nothing is wrong with, and where their lines end in the report's text. */
export interface PlainRun {
  /** The first one's number in the piece. */
  readonly at: number;
  readonly count: number;
  readonly textEnd: number;
}

export interface PieceReport {
  /** Whether its quotes are where they belong; if not, nothing else is said. */
  readonly isRegular: boolean;
  readonly records: number;
  /** Of each record: where it starts in the piece, its line, two halves of its reference's hash, and the mark. */
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly lines: Uint32Array<ArrayBuffer>;
  readonly hashes: Uint32Array<ArrayBuffer>;
  readonly marks: Uint8Array<ArrayBuffer>;
  readonly runs: readonly PlainRun[];
  /** The lines of the runs in the results, one behind the other. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** Of the rows in these runs. */
  readonly facts: PlainFacts;
  /** Files that they name, each once. */
  readonly documents: readonly string[];
}

/** Makes the judge of one file's pieces. `lineOf`: a good row's line in the results. */
export async function pieceJudge(
  setup: JudgeSetup,
  lineOf: (row: BatchRow) => string,
): Promise<(piece: Piece) => PieceReport> {
  const warnings = new AnyWarning();
  const read = wholeRowsFirst(await readerOf(setup.kind, setup.header, { ...setup, warnings }), setup.header);
  const seen = new SeenKeys();
  return (piece) => {
    seen.clear();
    const reader = new PlainRecords(setup.delimiter, MAX_RECORD_BYTES, piece);
    const report = new Report(setup.kind, piece.start, seen);
    for (let at = 0; at < piece.bytes.length; at += CHUNK_BYTES) {
      const { records, rest } = reader.feed(piece.bytes.subarray(at, at + CHUNK_BYTES));
      if (rest !== undefined) return report.end(false);
      for (const record of records) {
        report.begin(record);
        if (isBlank(record)) continue;
        warnings.any = false;
        const row = read(record);
        report.add(row, warnings.any, lineOf);
      }
    }
    return report.end(reader.end() === undefined);
  };
}

/** Only whether there were any: they are said where the row is read again. */
class AnyWarning extends Warnings {
  any = false;

  override add(): void {
    this.any = true;
  }
}

class Report {
  readonly #pieceStart: number;
  readonly #starts: number[] = [];
  readonly #lines: number[] = [];
  readonly #hashes: number[] = [];
  readonly #marks: number[] = [];
  readonly #runs: { at: number; count: number; textEnd: number }[] = [];
  readonly #text = new Text();
  readonly #facts: FileFacts;
  readonly #documents = new Set<string>();
  readonly #seen: SeenKeys;

  constructor(kind: FileKind, pieceStart: number, seen: SeenKeys) {
    this.#seen = seen;
    this.#facts = new FileFacts(kind);
    this.#pieceStart = pieceStart;
  }

  begin({ start, line }: CsvRecord): void {
    this.#starts.push(start - this.#pieceStart);
    this.#lines.push(line);
    this.#hashes.push(0, 0);
    this.#marks.push(0);
  }

  /** The row of the record that was begun. */
  add(row: BatchRow, warned: boolean, lineOf: (row: BatchRow) => string): void {
    const at = this.#lines.length - 1;
    const isGood = row.issues.length === 0;
    // A wrong row is no payment; its reference is taken all the same.
    const isAgain = (isGood || row.reference !== '') && this.#isAgain(at, row);
    const isPlain = isGood && !warned && !isAgain;
    if (!isPlain || (row.kind === 'payouts' && row.amount === '') || !this.#takeDocuments(row)) return;
    this.#facts.add(row);
    const textEnd = this.#text.add(lineOf(row));
    const run = this.#runs.at(-1);
    if (run?.at === at - (run?.count ?? 0)) {
      run.count++;
      run.textEnd = textEnd;
    } else this.#runs.push({ at, count: 1, textEnd });
  }

  /** Whether a row of the piece has the reference already, or says the same where there are none. */
  #isAgain(at: number, row: BatchRow): boolean {
    const { line } = row;
    const { high, low, mark } = hashOf(row);
    this.#hashes[2 * at] = high;
    this.#hashes[2 * at + 1] = low;
    this.#marks[at] = mark;
    return this.#seen.rememberHash(high, low, line, mark) !== 0;
  }

  /** False for documents that must be looked at with their row. */
  #takeDocuments({ documents }: BatchRow): boolean {
    for (const entry of documents) {
      const item = 'item' in entry ? entry.item : entry;
      if (item.kind === 'data') return false;
      if (item.kind === 'file') this.#documents.add(item.path);
    }
    return true;
  }

  end(isRegular: boolean): PieceReport {
    return {
      isRegular,
      records: this.#starts.length,
      starts: new Uint32Array(this.#starts),
      lines: new Uint32Array(this.#lines),
      hashes: new Uint32Array(this.#hashes),
      marks: new Uint8Array(this.#marks),
      runs: this.#runs,
      text: this.#text.bytes(),
      facts: this.#facts.plain(),
      documents: [...this.#documents],
    };
  }
}

/** Lines as bytes: a string that grows by a line is a tree, which lives long and keeps the collector busy. */
class Text {
  #buffer = Buffer.allocUnsafeSlow(128 * 1024);
  #length = 0;

  /** Where the line ends. */
  add(line: string): number {
    // No character takes more than three bytes for each of its units.
    if (this.#buffer.length - this.#length < 3 * line.length) this.#grow(3 * line.length);
    this.#length += this.#buffer.write(line, this.#length, 'utf8');
    return this.#length;
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
