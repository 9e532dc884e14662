// Rows that were queued, and that what has come to be in doubt since may be: hours may lie between the look at the submission
// and a row's turn. What was in doubt by then was judged with the whole file at hand (plan/alike); here each row is judged alone.
import type { RowBody, RowRecord } from '../../ledger/ledger.ts';
import { type LikeDoubt, NearDoubts, settledSince } from '../plan/alike/near-doubts.ts';
import type { RunContext } from '../send/context.ts';
import type { QueuedPayout } from './item.ts';

const DOUBT: ReadonlySet<string> = new Set(['in_doubt', 'corrected_in_doubt']);
const MAYBE: ReadonlySet<string> = new Set(['created', 'sending', 'in_doubt']);

export class DoubtsSince {
  readonly #context: RunContext;
  /** The ledger's height at the look before; what was settled up to here is known. `null`: all is meant. */
  #height: number | null;
  readonly #settled: RowBody[] = [];

  constructor(context: RunContext) {
    this.#context = context;
    this.#height = context.alikeSince;
  }

  /**
   * By their places in the file: the doubt that each may be. Of this run, its batch, and the batch that it is a retry of, nothing:
   * those are rows of one file. Nothing where whoever has submitted it said that all is meant. Errors: LedgerError.
   */
  async of(payouts: readonly QueuedPayout[]): Promise<ReadonlyMap<number, RowRecord>> {
    const held = new Map<number, RowRecord>();
    if (this.#height === null || payouts.length === 0) return held;
    const doubts = await this.#read(this.#height);
    if (doubts.size === 0) return held;
    for (const { row, key } of payouts) {
      for (const found of doubts.like(row)) {
        if (this.#isOfFile(found, key.key, row.retryOf?.batchId) || !(await this.#isSince(found))) continue;
        held.set(key.sequence, found.other);
        break;
      }
    }
    return held;
  }

  async #read(after: number): Promise<NearDoubts> {
    const { ledger, clock } = this.#context;
    // Entries that come while it reads are read again the next time.
    const height = await ledger.sequence();
    for await (const one of settledSince(ledger, clock.now(), Math.max(1, after))) this.#settled.push(one);
    this.#height = height;
    return NearDoubts.read(ledger, clock.now(), this.#settled);
  }

  #isOfFile({ other, isNext }: LikeDoubt, key: string, parent: string | undefined): boolean {
    const { runId, batchId } = this.#context;
    return isNext || other.key === key || other.runId === runId || [batchId, parent].includes(other.batchId);
  }

  /** It came after the look at the submission, and nobody has said by now that it wasn't paid. */
  async #isSince({ other }: LikeDoubt): Promise<boolean> {
    const { ledger, alikeSince } = this.#context;
    const entries = (await ledger.entriesOf([other.key])).get(other.key) ?? [];
    const isNew = entries.some(({ type, number }) => DOUBT.has(type) && number > (alikeSince ?? Infinity));
    return isNew && MAYBE.has((await ledger.row(other.key))?.state ?? '');
  }
}
