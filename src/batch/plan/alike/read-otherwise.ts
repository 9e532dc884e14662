// Whether the very bytes of a file were sent before, and read otherwise then: another import profile, another column for the
// reference, other flags. Each row has another key now, and is the payment that stood on its line all the same. So is a row of
// a retry file that a run has written: its bytes are those of the row that the run left.
import type { Ledger, RowRecord, RunKind, RunRecord } from '../../../ledger/ledger.ts';
import { isSameSheet, sheetOf } from '../../input/named-sheet.ts';
import { RETRYABLE } from '../../results/result.ts';
import { writerOf } from '../../results/retry-file.ts';
import { type Candidate, type LookAlikes, repeatsSince } from './alike.ts';
import type { Keyed } from './comparing.ts';
import type { OwnRows } from './own-rows.ts';
import { type ReadFile, standing } from './same-file.ts';

/** Rows that are asked for at once. */
const PAGE = 1_000;
const FIRST_LINES = 1 << 10;

/** A run that has read these bytes, or that has written them as a retry file. */
interface Reader {
  readonly run: RunRecord;
  readonly isWriter?: true;
}

interface ReadOnce {
  readonly line: number;
  readonly other: RowRecord;
}

export class ReadOtherwise {
  readonly #ledger: Ledger;
  readonly #kind: RunKind;
  readonly #file: ReadFile;
  /** Of rows that are sent under a batch id of their own, what was paid before is another month's payment. */
  readonly #since: Date;
  /** Of rows that are to be sent, in file order. */
  #lines = new Int32Array(FIRST_LINES);
  /** Of each, which row of the file it is. */
  #sequences = new Int32Array(FIRST_LINES);
  #count = 0;
  #isReferenced = false;
  /** Runs that had ended when they were looked at: nothing comes to them any more. */
  readonly #done = new Set<string>();
  /** Runs that have paid what its lines bore before. */
  readonly #payers = new Map<string, RunRecord | undefined>();

  constructor(ledger: Ledger, kind: RunKind, file: ReadFile, nowMs: number) {
    this.#ledger = ledger;
    this.#kind = kind;
    this.#file = file;
    this.#since = repeatsSince(nowMs);
  }

  /** Rows of one piece of the file that are to be sent. */
  look(rows: readonly Keyed[]): void {
    for (const { row, key } of rows) {
      this.#isReferenced ||= row.reference !== '';
      if (this.#count === this.#lines.length) {
        this.#lines = twice(this.#lines);
        this.#sequences = twice(this.#sequences);
      }
      this.#lines[this.#count] = row.line;
      this.#sequences[this.#count++] = key.sequence;
    }
  }

  /** Once all keys of this reading are known. Asked again, it tells only of runs that had not ended. */
  async tell(alike: LookAlikes, own: OwnRows): Promise<void> {
    for await (const { line, other } of this.#found(own))
      alike.readOnce(candidateAt(line, this.#file.batchId), other);
  }

  /** Rows to be sent whose line was paid, or may have been, under another key, whichever line bears that key now. */
  async *#found(own: OwnRows): AsyncGenerator<ReadOnce> {
    if (this.#count === 0) return;
    for (const reader of await this.#readers()) {
      const isOwn = reader.run.batchId === this.#file.batchId;
      let page = new Map<string, number>();
      for await (const { key, line } of this.#read(reader)) {
        if (own.isAt(key, line)) continue;
        page.set(key, line);
        if (page.size < PAGE) continue;
        yield* await this.#maybePaid(page, isOwn);
        page = new Map();
      }
      yield* await this.#maybePaid(page, isOwn);
    }
  }

  /** Under which key a run has read each row that is to be sent, and the line that it stands on here. */
  async *#read({ run, isWriter }: Reader): AsyncGenerator<{ key: string; line: number }> {
    let left = 0;
    for await (const row of this.#ledger.eachRunRow(run.id)) {
      const isLeft = RETRYABLE.has(row.status);
      const line = isWriter ? isLeft && this.#lineOf(left) : this.#isToBeSent(row.line) && row.line;
      if (isLeft) left++;
      if (row.key !== null && line !== false) yield { key: row.key, line };
    }
  }

  /** Runs that have read the same bytes, the same sheet of them, and the one that wrote them. */
  async #readers(): Promise<Reader[]> {
    const ids = await this.#ledger.runsOfFile(this.#kind, this.#file.hash);
    const runs = await Promise.all(ids.filter((id) => !this.#done.has(id)).map((id) => this.#ledger.run(id)));
    const readers = runs.flatMap((run): Reader[] => {
      if (!run) return [];
      if (run.finishedAt) this.#done.add(run.id);
      return isSameSheet(sheetOf(run.settings), this.#file.sheet) ? [{ run }] : [];
    });
    const writer = await writerOf(this.#file.hash, this.#ledger);
    return writer ? [...readers, { run: writer, isWriter: true }] : readers;
  }

  async #maybePaid(page: ReadonlyMap<string, number>, isOwn: boolean): Promise<ReadOnce[]> {
    if (page.size === 0) return [];
    const known = await this.#ledger.lookup([...page.keys()]);
    const found: ReadOnce[] = [];
    for (const other of known.values()) {
      const line = page.get(other.key);
      const isPaid = ['created', 'in_doubt', 'sending'].includes(other.state);
      // A batch of its own pays rows without references once more, in the next month.
      const isAnother =
        !isOwn &&
        !this.#isReferenced &&
        other.reference === null &&
        other.state === 'created' &&
        other.updatedAt < this.#since;
      if (line === undefined || !isPaid || isAnother) continue;
      const payer = await this.#payer(other.runId);
      if (this.#isOfAnotherLine(line, other, payer)) continue;
      found.push({ line, other: standing(other, payer?.alive) });
    }
    return found;
  }

  async #payer(runId: string): Promise<RunRecord | undefined> {
    if (!this.#payers.has(runId)) this.#payers.set(runId, await this.#ledger.run(runId));
    return this.#payers.get(runId);
  }

  /** Whether another line of the same bytes was paid under the key that this one bore when it was not paid. */
  #isOfAnotherLine(line: number, other: RowRecord, payer: RunRecord | undefined): boolean {
    if (payer?.fileHash !== this.#file.hash) return false;
    return other.line !== line || !isSameSheet(sheetOf(payer.settings), this.#file.sheet);
  }

  #isToBeSent(line: number): boolean {
    return placeOf(line, this.#lines, this.#count) !== undefined;
  }

  /** Of a row that is to be sent; `false` for others. */
  #lineOf(sequence: number): number | false {
    const at = placeOf(sequence, this.#sequences, this.#count);
    return at === undefined ? false : (this.#lines[at] ?? false);
  }
}

function twice(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const more = new Int32Array(numbers.length * 2);
  more.set(numbers);
  return more;
}

/** Where a number stands among so many that are in order. */
function placeOf(sought: number, numbers: Int32Array, count: number): number | undefined {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((numbers[middle] ?? 0) < sought) from = middle + 1;
    else to = middle;
  }
  return from < count && numbers[from] === sought ? from : undefined;
}

/** Of a row of which no more is known than where it stands. */
const candidateAt = (line: number, batchId: string): Candidate => ({
  ...{ line, sequence: -1, batchId, reference: '', fingerprint: '', key: '' },
  contents: () => [],
});
