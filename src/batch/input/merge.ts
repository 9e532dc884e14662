// Reports of pieces put back into the file: what only shows across rows is seen here, in the file's order. Rows that a
// report merely points at are read again, and so is a whole piece where anything in it touches the rest of the file in a
// way that sums and lines can't carry (a reference that an earlier piece has, the first row of a currency).
import type { CsvRecord } from '../../csv/records.ts';
import type { BlankRecords } from './blank-records.ts';
import type { DocumentFolder } from './documents.ts';
import { pairOf, type PlainFacts } from './facts.ts';
import type { PieceReport, PlainRun } from './piece-judge.ts';
import { type JudgedPiece, recordsOf } from './pieces-pass.ts';
import type { Equals, References } from './references.ts';
import type { BatchRow } from './row.ts';

/** Rows that nothing is wrong with: their lines in the results, and what they add to the facts. */
export interface PlainRows {
  readonly rows: number;
  /** UTF-8. */
  readonly lines: Buffer;
  readonly facts: PlainFacts;
  /** Where they end in the input's text, in bytes. */
  readonly end: number;
}

export interface MergeOptions {
  readonly delimiter: string;
  /** What the rows before have: references, or what they say where there are none. */
  readonly seen: References | Equals;
  readonly blanks: BlankRecords;
  readonly documents: DocumentFolder;
  /** Reads and judges records, with all that is known of the file so far. */
  readonly read: (records: Iterable<CsvRecord>) => Promise<BatchRow[]>;
}

const NOTHING: PlainFacts = { rows: 0, totals: [], largest: [], funded: [] };

export class Merge {
  readonly #options: MergeOptions;
  /** Currencies, and pairs of funds, of good rows that were read here: the facts have an entry for them. */
  readonly #currencies = new Set<string>();
  readonly #pairs = new Set<string>();

  constructor(options: MergeOptions) {
    this.#options = options;
  }

  /** Rows that were read here. */
  note(rows: readonly BatchRow[]): void {
    for (const row of rows) {
      if (row.issues.length > 0) continue;
      this.#currencies.add(row.currency);
      if (row.kind === 'payouts' && row.body.useDeveloperFunds === true) this.#pairs.add(pairOf(row));
    }
  }

  async *rowsOf(judged: JudgedPiece): AsyncGenerator<BatchRow[] | PlainRows> {
    const { report } = judged;
    if (!(await this.#isPlain(report))) {
      yield* this.#readAgain(judged, 0, report.records);
      return;
    }
    let facts = report.facts;
    let next = 0;
    let textStart = 0;
    for (const run of report.runs) {
      yield* this.#readAgain(judged, next, run.at);
      const blanks = await this.#options.read(this.#options.blanks.release());
      if (blanks.length > 0) yield blanks;
      this.#remember(report, run);
      // The facts of all runs come with the first.
      const text = report.text.subarray(textStart, run.textEnd);
      const lines = Buffer.from(text.buffer, text.byteOffset, text.length);
      next = run.at + run.count;
      const end = judged.piece.start + (report.starts[next] ?? judged.piece.bytes.length);
      yield { rows: run.count, lines, facts: { ...facts, rows: run.count }, end };
      facts = NOTHING;
      textStart = run.textEnd;
    }
    yield* this.#readAgain(judged, next, report.records);
  }

  /** Whether its plain rows are plain in this file, too. */
  async #isPlain({ runs, facts, documents, hashes }: PieceReport): Promise<boolean> {
    if (runs.length === 0) return false;
    const { seen, documents: folder } = this.#options;
    const currencies = facts.totals.length === 0 ? [''] : facts.totals.map(([currency]) => currency);
    if (!currencies.every((currency) => this.#currencies.has(currency))) return false;
    if (!facts.funded.every(([pair]) => this.#pairs.has(pair))) return false;
    for (const path of documents) if ((await folder.check(path)) !== undefined) return false;
    for (const { at, count } of runs) {
      for (let row = at; row < at + count; row++) {
        if (seen.has(hashes[2 * row] ?? 0, hashes[2 * row + 1] ?? 0)) return false;
      }
    }
    return true;
  }

  #remember({ hashes, lines, marks }: PieceReport, { at, count }: PlainRun): void {
    const { seen } = this.#options;
    for (let row = at; row < at + count; row++) {
      seen.remember(hashes[2 * row] ?? 0, hashes[2 * row + 1] ?? 0, lines[row] ?? 0, marks[row] ?? 0);
    }
  }

  /** The records from one on and before another, read here. */
  async *#readAgain({ piece, report }: JudgedPiece, from: number, to: number): AsyncGenerator<BatchRow[]> {
    if (from === to) return;
    const begin = report.starts[from] ?? 0;
    const end = to === report.records ? piece.bytes.length : report.starts[to];
    const part = {
      bytes: piece.bytes.subarray(begin, end),
      line: report.lines[from] ?? 0,
      start: piece.start + begin,
    };
    const { blanks, delimiter, read } = this.#options;
    const records = recordsOf(part, delimiter);
    if (!records) throw new Error('a piece reads otherwise than it did in its thread');
    const rows = await read(blanks.sift(records));
    if (rows.length === 0) return;
    this.note(rows);
    yield rows;
  }
}
