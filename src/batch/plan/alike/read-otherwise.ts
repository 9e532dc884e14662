// Whether the very bytes of a file were sent before, and read otherwise then: another import profile, another column for the
// reference, other flags. Each row has another key now, and is the payment that stood on its line all the same.
import type { Ledger, RowRecord, RunKind, RunRecord } from '../../../ledger/ledger.ts';
import { isSameSheet, sheetOf } from '../../input/named-sheet.ts';
import { type Candidate, type LookAlikes, repeatsSince } from './alike.ts';
import type { Keyed } from './comparing.ts';
import type { OwnRows } from './own-rows.ts';
import { type ReadFile, standing } from './same-file.ts';

/** Rows that are asked for at once. */
const PAGE = 1_000;
const FIRST_LINES = 1 << 10;

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
    for (const { row } of rows) {
      this.#isReferenced ||= row.reference !== '';
      if (this.#count === this.#lines.length) {
        const lines = new Int32Array(this.#count * 2);
        lines.set(this.#lines);
        this.#lines = lines;
      }
      this.#lines[this.#count++] = row.line;
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
    for (const run of await this.#readers()) {
      const isOwn = run.batchId === this.#file.batchId;
      let page = new Map<string, number>();
      for await (const { key, line } of this.#ledger.eachRunRow(run.id)) {
        if (key === null || own.isAt(key, line) || !this.#isToBeSent(line)) continue;
        page.set(key, line);
        if (page.size < PAGE) continue;
        yield* await this.#maybePaid(page, isOwn);
        page = new Map();
      }
      yield* await this.#maybePaid(page, isOwn);
    }
  }

  /** Runs that have read the same bytes, the same sheet of them. */
  async #readers(): Promise<RunRecord[]> {
    const ids = await this.#ledger.runsOfFile(this.#kind, this.#file.hash);
    const runs = await Promise.all(ids.filter((id) => !this.#done.has(id)).map((id) => this.#ledger.run(id)));
    return runs.flatMap((run) => {
      if (!run) return [];
      if (run.finishedAt) this.#done.add(run.id);
      return isSameSheet(sheetOf(run.settings), this.#file.sheet) ? [run] : [];
    });
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

  /** They are in order: a line is found by halves. */
  #isToBeSent(line: number): boolean {
    let [from, to] = [0, this.#count];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#lines[middle] ?? 0) < line) from = middle + 1;
      else to = middle;
    }
    return from < this.#count && this.#lines[from] === line;
  }
}

/** Of a row of which no more is known than where it stands. */
const candidateAt = (line: number, batchId: string): Candidate => ({
  ...{ line, sequence: -1, batchId, reference: '', fingerprint: '', key: '' },
  contents: () => [],
});
