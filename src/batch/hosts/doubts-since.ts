// Rows that were queued, and that what has come to be in doubt since may be: hours may lie between the look at the submission
// and a row's turn. What was in doubt by then was judged with the whole file at hand (plan/alike); here each row is judged alone.
import type { RowRecord } from '../../ledger/ledger.ts';
import { wereApart } from '../plan/alike/apart.ts';
import type { ByPayee, LikeDoubt } from '../plan/alike/by-payee.ts';
import { FreedDoubts } from '../plan/alike/freed.ts';
import { nearDoubts } from '../plan/alike/near-doubts.ts';
import type { RunContext } from '../send/context.ts';
import type { QueuedPayout } from './item.ts';

/** What others leave in doubt is seen so much later at most; what this process does, at once. */
const STALE_MS = 1_000;
/** What there is by now. */
interface Reading {
  readonly doubts: ByPayee;
  readonly freed: FreedDoubts;
}

const MAYBE: ReadonlySet<string> = new Set(['created', 'sending', 'in_doubt']);

export class DoubtsSince {
  readonly #context: RunContext;
  #reading: { readonly of: Promise<Reading>; readonly at: number } | undefined;
  #freed: FreedDoubts | undefined;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** This process has left something in doubt. */
  forget(): void {
    this.#reading = undefined;
  }

  /**
   * The doubt that a row may be, just before it is sent. Of this run, its batch, and the batch that it is a retry of, nothing:
   * those are rows of one file, unless one of them was in doubt in another one before. Nothing where whoever has submitted it said
   * that all is meant. Errors: LedgerError.
   */
  async of(
    { row, key }: Pick<QueuedPayout, 'row' | 'key'>,
    known: RowRecord | undefined,
  ): Promise<RowRecord | undefined> {
    const { alikeSince } = this.#context;
    if (alikeSince === null) return undefined;
    const { doubts, freed } = await this.#read(alikeSince);
    const paid = await freed.like([{ row, key: key.key, known }]);
    for (const found of [...doubts.like(row), ...[...paid.values()].flat()]) {
      if (found.isNext || (await this.#isOfFile(found, key.key, row.retryOf?.batchId))) continue;
      if (await this.#isSince(found, alikeSince)) return found.other;
    }
    return undefined;
  }

  async #read(after: number): Promise<Reading> {
    const now = this.#context.clock.now();
    if (!this.#reading || Math.abs(now - this.#reading.at) >= STALE_MS)
      this.#reading = { of: this.#readAt(now, after), at: now };
    return this.#reading.of;
  }

  async #readAt(now: number, after: number): Promise<Reading> {
    const { ledger } = this.#context;
    const doubts = await nearDoubts(ledger, now, after);
    this.#freed = await FreedDoubts.read(ledger, now, this.#freed);
    return { doubts, freed: this.#freed };
  }

  async #isOfFile({ other, beside }: LikeDoubt, key: string, parent: string | undefined): Promise<boolean> {
    const { runId, batchId, ledger } = this.#context;
    if (other.key === key) return true;
    if (other.runId !== runId && ![batchId, parent].includes(other.batchId)) return false;
    const keys = [key, other.key, ...(beside === undefined ? [] : [beside])];
    return !(await wereApart(ledger, keys, [batchId, parent]));
  }

  /** The ledger has heard of it after the look at the submission, and nobody has said by now that it wasn't paid. */
  async #isSince({ other }: LikeDoubt, alikeSince: number): Promise<boolean> {
    const { ledger } = this.#context;
    const last = (await ledger.entriesOf([other.key])).get(other.key)?.at(-1)?.number ?? 0;
    return last > alikeSince && MAYBE.has((await ledger.row(other.key))?.state ?? '');
  }
}
