// Whether the very bytes of a file were sent before, and read otherwise then: another import profile, another column for the
// reference, other flags. Each row has another key now, and is the payment that stood on its line all the same. So is a row of
// a retry file, and of the file that one was cut from.
import type { RowRecord, RunKind, RunRecord } from '../../../ledger/ledger.ts';
import type { FileFacts } from '../../input/facts.ts';
import { type Candidate, type Found, LookAlikes, repeatsSince } from './alike.ts';
import { AlikeSince } from './alike-since.ts';
import type { Comparing, Keyed } from './comparing.ts';
import { type LeftOver, PaidLines } from './paid-lines.ts';
import { standing } from './same-file.ts';
import { SameRows } from './same-rows.ts';

/** Rows that are asked for at once. */
const PAGE = 1_000;
/** What waits for the rest of the files; what is more is told at once. */
const LATER = 10_000;

interface ReadOnce {
  readonly line: number;
  readonly other: RowRecord;
  /** Who has read it under that key. */
  readonly reader: RunRecord;
}

export class ReadOtherwise {
  readonly #with: Comparing;
  readonly #kind: RunKind;
  /** Of rows that are sent under a batch id of their own, what was paid before is another month's payment. */
  readonly #since: Date;
  readonly #lines = new PaidLines();
  #isReferenced = false;
  /** How high the ledger was at the last look, and the runs that had ended by then: nothing comes to them before it is higher. */
  #height = -1;
  readonly #done = new Set<string>();
  /** Runs that have paid what its lines bore before. */
  readonly #payers = new Map<string, RunRecord | undefined>();

  constructor(comparing: Comparing, kind: RunKind) {
    this.#with = comparing;
    this.#kind = kind;
    this.#since = repeatsSince(comparing.rules.nowMs);
  }

  /** Rows of one piece of the file that are to be sent. */
  look(rows: readonly Keyed[]): void {
    for (const { row } of rows) {
      this.#isReferenced ||= row.reference !== '';
      this.#lines.add(row.line);
    }
  }

  /** Once all keys of this reading are known. Errors: Refusal where it can't be told. */
  async tell(alike: LookAlikes): Promise<void> {
    if (this.#lines.count === 0) return;
    const height = await this.#with.ledger.sequence();
    if (height !== this.#height) this.#done.clear();
    this.#height = height;
    this.#lines.forget();
    const rows = this.#sameRows();
    // By files that are found later, too: they may say whose payment it was.
    const later: ReadOnce[] = [];
    for await (const one of this.#found(rows)) {
      if (later.length < LATER && (await this.#placeOf(one, rows)) === null) later.push(one);
      else await this.#tellOf(one, rows, alike);
    }
    for (const one of later) await this.#tellOf(one, rows, alike);
  }

  /** The same once more, for what has come to be since: nothing where nobody has written anything. */
  async again({ facts }: { readonly facts: FileFacts }): Promise<Found | undefined> {
    const { ledger, rules, since } = this.#with;
    if (ledger.queue === undefined && (await ledger.sequence()) === this.#height) return undefined;
    const alike = since === undefined ? new LookAlikes(rules) : new AlikeSince(rules, since);
    await this.tell(alike);
    return this.withRest(alike.judge(Infinity).refused, facts);
  }

  /** A run of these that reads rows which are to be sent, under whatever keys. Errors: Refusal where it can't be told. */
  async readerAmong(isOne: (run: RunRecord) => boolean): Promise<RunRecord | undefined> {
    return this.#lines.count === 0 ? undefined : this.#sameRows().readerAmong(isOne);
  }

  /** A refusal says what of the file is left to be paid. */
  withRest(found: Found | undefined, facts: FileFacts): Found | undefined {
    const left = found?.isReadOtherwise === true ? this.left(facts) : undefined;
    return found && left ? { ...found, left } : found;
  }

  left({ rows, invalid }: Pick<FileFacts, 'rows' | 'invalid'>): LeftOver | undefined {
    return this.#lines.left(rows - invalid === this.#lines.count);
  }

  #sameRows(): SameRows {
    return new SameRows(this.#with, this.#kind, (line) => this.#lines.has(line));
  }

  async #tellOf(one: ReadOnce, rows: SameRows, alike: LookAlikes): Promise<void> {
    const { line, other, reader } = one;
    // Another line of the same bytes may have been paid under the key that this one bore when it was not.
    const at = await this.#placeOf(one, rows);
    if (at !== null && at !== line) return;
    const payer = await this.#payer(other.runId);
    const stands = standing(other, payer?.alive);
    this.#lines.paid(line, stands.state, reader.fileHash === this.#with.hash ? reader.id : undefined);
    alike.readOnce(candidateAt(line, this.#with.batchId), stands);
  }

  /** Where the row stands here that was paid; `null` for a row of a file that has nothing of this one. */
  async #placeOf({ other }: ReadOnce, rows: SameRows): Promise<number | undefined | null> {
    const payer = await this.#payer(other.runId);
    return payer ? rows.placeOf(payer, other.line) : null;
  }

  /** Rows to be sent whose line was paid, or may have been, under another key, whichever line bears that key now. */
  async *#found(rows: SameRows): AsyncGenerator<ReadOnce> {
    const { own } = this.#with;
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
    const isOwn = reader.batchId === this.#with.batchId;
    const known = await this.#with.ledger.lookup([...page.keys()]);
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
      found.push({ line, other, reader });
    }
    return found;
  }

  async #payer(runId: string): Promise<RunRecord | undefined> {
    if (!this.#payers.has(runId)) this.#payers.set(runId, await this.#with.ledger.run(runId));
    return this.#payers.get(runId);
  }
}

/** Of a row of which no more is known than where it stands. */
const candidateAt = (line: number, batchId: string): Candidate => ({
  ...{ line, sequence: -1, batchId, reference: '', fingerprint: '', key: '' },
  contents: () => [],
});
