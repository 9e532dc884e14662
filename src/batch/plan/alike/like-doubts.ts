// Rows of a file that resemble a payout that is or was in doubt: who gets how much is the same, whatever else differs. Such a row
// is held by itself; the rest of the file goes. What equals one in doubt refuses the file (alike.ts).
import type { RowRecord } from '../../../ledger/ledger.ts';
import type { BatchRow } from '../../input/row.ts';
import type { Warnings } from '../../input/warnings.ts';
import { nextToDoubtText, resemblesDoubtText } from '../../results/words.ts';
import { type Candidate, otherText } from './alike.ts';
import { wereApart } from './apart.ts';
import { type ByPayee, isNextOf, type LikeDoubt } from './by-payee.ts';
import { candidateOf, type Comparing, type Keyed } from './comparing.ts';
import { type Freed, FreedDoubts, type MaybeFreed } from './freed.ts';
import { nearDoubts } from './near-doubts.ts';

/** Rows that a warning may be due for: so many of them. */
const TOLD = 10_000;

/** Rows that go, by the doubt that each may have been: a file is looked at in pieces. */
export type FirstOfEach = Map<string, Keyed[]>;

export class LikeDoubts {
  readonly #with: Comparing;
  /** Neither the row itself nor one that was meant beside it. */
  readonly #isOther: (row: Candidate, other: RowRecord) => Promise<boolean>;
  readonly #resembling: Keyed[] = [];
  /** Rows of the last piece that may be held, or of which others may be. */
  #near: ReadonlySet<BatchRow> = new Set();
  #known: { readonly doubts: ByPayee; readonly freed: FreedDoubts } | undefined;

  constructor(comparing: Comparing, isOther: (row: Candidate, other: RowRecord) => Promise<boolean>) {
    this.#with = comparing;
    this.#isOther = isOther;
  }

  /** Rows of one piece of the file that are to be sent. */
  async look(rows: readonly Keyed[]): Promise<void> {
    if (rows[0]?.row.kind !== 'payouts') return;
    this.#known ??= await this.#read();
    const near = [...(await this.#like(rows)).keys()];
    this.#resembling.push(...near.slice(0, TOLD - this.#resembling.length));
    const freed = rows.filter((one) => this.#freedOf(one).length > 0);
    this.#near = new Set([...near, ...freed].map(({ row }) => row));
  }

  /** Whether a row of the last piece may be held: that is known at the file's end. */
  mayHold(row: BatchRow): boolean {
    return this.#near.has(row);
  }

  /** At the file's end. `pair`: takes those that are meant. */
  async end(warnings: Warnings, pair: (row: Candidate, other: RowRecord) => void): Promise<void> {
    for (const one of this.#resembling.splice(0)) {
      const found = await this.#others(one, (await this.#like([one])).get(one));
      if (this.#with.isMeant === true) {
        for (const { other, isNext } of found) if (!isNext) pair(candidateOf(one, this.#with.batchId), other);
        continue;
      }
      const other = this.#with.isLookOnly === true ? found : found.filter(({ isNext }) => isNext);
      const [first] = found.some(({ isNext }) => !isNext) ? other.filter(({ isNext }) => !isNext) : other;
      if (!first) continue;
      const { row } = one;
      const text = first.isNext ? nextToDoubtText : resemblesDoubtText;
      const say = (): string => text(otherText(first.other, 'payouts'), first.other).replace(/^it /, '');
      warnings.trouble(row.line, 'the row', '', say, first.other);
    }
  }

  /** Just before the first row leaves: what has come to be in doubt since. */
  async again(): Promise<void> {
    if (this.#known) this.#known = await this.#read();
  }

  async #read(): Promise<{ doubts: ByPayee; freed: FreedDoubts }> {
    const { ledger, rules } = this.#with;
    const doubts = await nearDoubts(ledger, rules.nowMs);
    return { doubts, freed: await FreedDoubts.read(ledger, rules.nowMs, this.#known?.freed) };
  }

  /** What each of those rows is held beside, by its place in the file. */
  async held(rows: readonly Keyed[]): Promise<ReadonlyMap<number, readonly RowRecord[]>> {
    const held = new Map<number, RowRecord[]>();
    if (!this.#known) return held;
    for (const [one, like] of await this.#like(rows)) {
      for (const { other, isNext } of await this.#others(one, like)) {
        if (isNext || (await this.#isMeant(other))) continue;
        const own = held.get(one.key.sequence);
        if (own) own.push(other);
        else held.set(one.key.sequence, [other]);
      }
    }
    return held;
  }

  /**
   * Of these rows, which nothing holds so far, in the file's order: those that are held as soon as the ones before them are paid,
   * since all may be one payment that was in doubt; each with that one. `first`: what the pieces before have come to.
   */
  async rivals(
    rows: readonly Keyed[],
    first: FirstOfEach = new Map(),
  ): Promise<ReadonlyMap<number, RowRecord>> {
    const rivals = new Map<number, RowRecord>();
    if (this.#with.isMeant === true) return rivals;
    for (const one of rows) {
      const freed = this.#freedOf(one);
      const as = await this.#asFirst(one, freed, first);
      if (as) rivals.set(one.key.sequence, as);
      else for (const { row } of freed) first.set(row.key, [...(first.get(row.key) ?? []), one]);
    }
    return rivals;
  }

  /** The doubt that this and a row before it may both have been. */
  async #asFirst(one: Keyed, freed: readonly Freed[], first: FirstOfEach): Promise<RowRecord | undefined> {
    const { batchId, ledger } = this.#with;
    const here = [batchId, candidateOf(one, batchId).batchId];
    for (const { row } of freed)
      for (const other of first.get(row.key) ?? [])
        if (
          !isNextOf(one.row, other.row) &&
          (await wereApart(ledger, [one.key.key, other.key.key, row.key], here))
        )
          return row;
    return undefined;
  }

  /** The payments that were in doubt, and weren't made, which this may be. */
  #freedOf({ row, key }: Keyed): readonly Freed[] {
    return this.#known?.freed.mayBe(row, key.key) ?? [];
  }

  /** Of those rows that resemble anything: what. */
  async #like(rows: readonly Keyed[]): Promise<ReadonlyMap<Keyed, readonly LikeDoubt[]>> {
    const found = new Map<Keyed, readonly LikeDoubt[]>();
    if (!this.#known) return found;
    const { doubts, freed } = this.#known;
    const paid = new Map([...(await freed.like(rows.map(freedOf)))].map(([{ of }, like]) => [of, like]));
    for (const one of rows) {
      const like = [...doubts.like(one.row), ...(paid.get(one) ?? [])];
      if (like.length > 0) found.set(one, like);
    }
    return found;
  }

  /** Those of them that aren't the row itself, and weren't meant beside it. */
  async #others(one: Keyed, like: readonly LikeDoubt[] = []): Promise<LikeDoubt[]> {
    const { batchId, ledger } = this.#with;
    const row = candidateOf(one, batchId);
    const found: LikeDoubt[] = [];
    for (const each of like) {
      const keys = [row.key, each.other.key];
      const isItself = keys[0] === keys[1];
      if (await this.#isOther(row, each.other)) found.push(each);
      else if (!isItself && (await wereApart(ledger, withDoubt(keys, each), [batchId, row.batchId])))
        found.push(each);
    }
    return found;
  }

  /** With --alike-ok; in a plan, what there was when it was made. */
  async #isMeant({ key, state, updatedAt }: RowRecord): Promise<boolean> {
    const { isMeant, since, ledger } = this.#with;
    if (isMeant !== true || since === undefined) return isMeant === true;
    if (state !== 'created') return updatedAt.getTime() < since;
    // It was settled since; the plan has shown it if it was in doubt by then.
    const [first] = (await ledger.entriesOf([key])).get(key) ?? [];
    return first !== undefined && first.at.getTime() < since;
  }
}

const freedOf = (of: Keyed): MaybeFreed & { readonly of: Keyed } => ({
  of,
  row: of.row,
  key: of.key.key,
  known: of.known,
});

const withDoubt = (keys: readonly string[], { beside }: LikeDoubt): readonly string[] =>
  beside === undefined ? keys : [...keys, beside];
