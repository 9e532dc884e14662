// What one process has written and still has under way, from one group to the next: whether others have written since it
// looked, and which requests are its own when their outcomes come, however late.
import type { RowWrite, WriteResults } from '../sqlite/row-write.ts';
import { applyGroup, atHand } from './apply-group.ts';
import type { AtHand } from './at-hand.ts';
import type { Beaten } from './lease.ts';
import type { Writer } from './row-store.ts';
import { olderLease, type Transactions } from './transactions.ts';

export class Commits {
  readonly #transactions: Transactions;
  readonly #environment: number;
  /** Requests under way: the entries of their intents, by key. */
  readonly #held = new Map<string, number>();
  /** Whether others had written before the last group. */
  #others = false;
  /** The run of the last intents here, and the entry after which none but its own were written. */
  #run = { id: '', after: 0 };

  constructor(transactions: Transactions, environment: number) {
    this.#transactions = transactions;
    this.#environment = environment;
  }

  /** One group after the other. `worker`: this process, as the other hosts know it. */
  async commit(
    writes: readonly RowWrite[],
    { id: worker, until }: Beaten,
  ): Promise<WriteResults[RowWrite['do']][]> {
    const intents = writes.flatMap((write) => (write.do === 'intend' ? [write.intent.runId] : []));
    const run = intents.every((id) => id === intents[0]) ? (intents[0] ?? this.#run.id) : '';
    const { id, after } = this.#run;
    const { head } = this.#transactions.tip;
    const writer: Omit<Writer, 'ownAfter'> = {
      ...{ environment: this.#environment, worker, held: this.#held },
      run: run === id ? id : '',
    };
    // What others may have written is asked for as well where they wrote before the last group.
    const [expectsOthers, alone] = [this.#others || run !== id, { ...writer, ownAfter: after }];
    let since = after;
    const { results, made } = await this.#transactions.run(
      (tx, hand: AtHand | undefined) => {
        if (intents.length > 0 && (hand?.until ?? 0) < until) throw olderLease();
        const isAlone = run === id && tx.before.head === head;
        since = isAlone ? after : tx.before.sequence;
        return applyGroup(
          tx,
          writes,
          { ...writer, ownAfter: since },
          isAlone || expectsOthers ? hand : undefined,
        );
      },
      (session) => atHand(session, writes, expectsOthers ? { ...alone, ownAfter: Infinity } : alone),
    );
    this.#others = since !== after;
    this.#run = { id: run, after: since };
    for (const [at, write] of writes.entries()) {
      if (write.do === 'record' && results[at]?.ok === true) this.#held.delete(write.outcome.key);
    }
    for (const [key, entry] of made) this.#held.set(key, entry);
    return results;
  }
}
