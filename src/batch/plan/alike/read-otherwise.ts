// Whether the very bytes of a file were sent before, and read otherwise then: another import profile, another column for the
// reference, other flags. Each row has another key now, and is the payment that stood on its line all the same. So is a row of
// a retry file, and of the file that one was cut from.
import type { Ledger, RowRecord, RunKind, RunRecord } from '../../../ledger/ledger.ts';
import { type Candidate, type LookAlikes, repeatsSince } from './alike.ts';
import type { Keyed } from './comparing.ts';
import type { OwnRows } from './own-rows.ts';
import { type ReadFile, standing } from './same-file.ts';
import { SameRows } from './same-rows.ts';

/** Rows that are asked for at once. */
const PAGE = 1_000;
const FIRST_LINES = 1 << 10;
/** What waits for the rest of the files; what is more is told at once. */
const LATER = 10_000;

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
    if (this.#count === 0) return;
    const rows = new SameRows(this.#ledger, this.#kind, this.#file, (line) => this.#isToBeSent(line));
    // By files that are found later, too: they may say whose payment it was.
    const later: ReadOnce[] = [];
    for await (const one of this.#found(rows, own)) {
      if (later.length < LATER && (await this.#placeOf(one, rows)) === null) later.push(one);
      else await this.#tellOf(one, rows, alike);
    }
    for (const one of later) await this.#tellOf(one, rows, alike);
  }

  async #tellOf(one: ReadOnce, rows: SameRows, alike: LookAlikes): Promise<void> {
    const { line, other } = one;
    // Another line of the same bytes may have been paid under the key that this one bore when it was not.
    const at = await this.#placeOf(one, rows);
    if (at !== null && at !== line) return;
    const payer = await this.#payer(other.runId);
    alike.readOnce(candidateAt(line, this.#file.batchId), standing(other, payer?.alive));
  }

  /** Where the row stands here that was paid; `null` for a row of a file that has nothing of this one. */
  async #placeOf({ other }: ReadOnce, rows: SameRows): Promise<number | undefined | null> {
    const payer = await this.#payer(other.runId);
    return payer ? rows.placeOf(payer, other.line) : null;
  }

  /** Rows to be sent whose line was paid, or may have been, under another key, whichever line bears that key now. */
  async *#found(rows: SameRows, own: OwnRows): AsyncGenerator<ReadOnce> {
    const done = new Set(this.#done);
    let page = new Map<string, number>();
    let reader: RunRecord | undefined;
    for await (const { run, key, line } of rows.reads(({ id }) => done.has(id))) {
      if (run.finishedAt) this.#done.add(run.id);
      if (reader && (run.id !== reader.id || page.size === PAGE)) {
        yield* await this.#maybePaid(page, reader);
        page = new Map();
      }
      reader = run;
      if (!own.isAt(key, line)) page.set(key, line);
    }
    if (reader) yield* await this.#maybePaid(page, reader);
  }

  async #maybePaid(page: ReadonlyMap<string, number>, reader: RunRecord): Promise<ReadOnce[]> {
    if (page.size === 0) return [];
    const isOwn = reader.batchId === this.#file.batchId;
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
      found.push({ line, other });
    }
    return found;
  }

  async #payer(runId: string): Promise<RunRecord | undefined> {
    if (!this.#payers.has(runId)) this.#payers.set(runId, await this.#ledger.run(runId));
    return this.#payers.get(runId);
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
