// Rows of a file that resemble a payout in doubt: who gets how much is the same, whatever else differs. Such a row is held by
// itself, until the doubt is settled; the rest of the file goes. What equals one in doubt refuses the file (alike.ts).
import type { RowRecord } from '../../../ledger/ledger.ts';
import type { Warnings } from '../../input/warnings.ts';
import { nextToDoubtText, resemblesDoubtText } from '../../results/words.ts';
import { type Candidate, otherText } from './alike.ts';
import { candidateOf, type Comparing, type Keyed } from './comparing.ts';
import { type LikeDoubt, NearDoubts, type Payment } from './near-doubts.ts';

/** Rows that a warning may be due for: so many of them. */
const TOLD = 10_000;

export class LikeDoubts {
  readonly #with: Comparing;
  /** Neither the row itself nor one that was meant beside it. */
  readonly #isOther: (row: Candidate, other: RowRecord) => Promise<boolean>;
  readonly #resembling: Keyed[] = [];
  #doubts: NearDoubts | undefined;

  constructor(comparing: Comparing, isOther: (row: Candidate, other: RowRecord) => Promise<boolean>) {
    this.#with = comparing;
    this.#isOther = isOther;
  }

  /** Rows of one piece of the file that are to be sent. */
  async look(rows: readonly Keyed[]): Promise<void> {
    if (rows[0]?.row.kind !== 'payouts') return;
    this.#doubts ??= await NearDoubts.read(this.#with.ledger, this.#with.rules.nowMs);
    const doubts = this.#doubts;
    if (doubts.size === 0 || this.#resembling.length >= TOLD) return;
    this.#resembling.push(...rows.filter((one) => doubts.like(paymentOf(one)).length > 0).slice(0, TOLD));
  }

  /** At the file's end. `pair`: takes those that are meant. */
  async end(warnings: Warnings, pair: (row: Candidate, other: RowRecord) => void): Promise<void> {
    for (const one of this.#resembling.splice(0)) {
      const found = await this.#like(one);
      if (this.#with.isMeant === true) {
        for (const { other, isNext } of found) if (!isNext) pair(candidateOf(one, this.#with.batchId), other);
        continue;
      }
      const other = this.#with.isLookOnly === true ? found : found.filter(({ isNext }) => isNext);
      const [first] = found.some(({ isNext }) => !isNext) ? other.filter(({ isNext }) => !isNext) : other;
      if (!first) continue;
      const { row } = one;
      const text = first.isNext ? nextToDoubtText : resemblesDoubtText;
      warnings.trouble(row.line, 'row', '', () => text(otherText(first.other, 'payouts'), first.other));
    }
  }

  /** Just before the first row leaves: what has come to be in doubt since. */
  async again(): Promise<void> {
    if (this.#doubts) this.#doubts = await NearDoubts.read(this.#with.ledger, this.#with.rules.nowMs);
  }

  /** What each of those rows is held beside, by its place in the file. */
  async held(rows: readonly Keyed[]): Promise<ReadonlyMap<number, readonly RowRecord[]>> {
    const held = new Map<number, RowRecord[]>();
    if (!this.#doubts || this.#doubts.size === 0) return held;
    for (const one of rows) {
      for (const { other, isNext } of await this.#like(one)) {
        if (isNext || (await this.#isMeant(other))) continue;
        const own = held.get(one.key.sequence);
        if (own) own.push(other);
        else held.set(one.key.sequence, [other]);
      }
    }
    return held;
  }

  async #like(one: Keyed): Promise<LikeDoubt[]> {
    const found: LikeDoubt[] = [];
    for (const like of this.#doubts?.like(paymentOf(one)) ?? []) {
      if (await this.#isOther(candidateOf(one, this.#with.batchId), like.other)) found.push(like);
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

const paymentOf = ({ row }: Keyed): Payment => row;
