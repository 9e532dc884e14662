// Groups of writes, one after the other, each in one transaction: what it has to know is asked in the same turn as the lock.
import { countDoubts, reopenChunks } from '../queue/submissions.ts';
import { decide, OwnWrites, workingSet } from '../store/group.ts';
import type { RowWrite, WriteResult } from '../store/row-write.ts';
import type { WorkingSet } from '../store/working-set.ts';
import { HostState } from './host-state.ts';
import type { Beaten } from './lease.ts';
import { goOn } from './runs.ts';
import { answerOver } from './statement.ts';
import { olderLease, type Transactions, type Tx } from './transactions.ts';

export class Commits {
  readonly #transactions: Transactions;
  readonly #environment: number;
  readonly #own: OwnWrites;
  /** The head after the last of them: whatever else this process writes is as others' writes. */
  #head = '';

  constructor(transactions: Transactions, environment: number) {
    this.#transactions = transactions;
    this.#environment = environment;
    this.#own = new OwnWrites(environment);
  }

  /** `worker`: this process, as the other hosts know it. */
  async commit(writes: readonly RowWrite[], { id: worker, until }: Beaten): Promise<readonly WriteResult[]> {
    const sends = writes.some((write) => write.do === 'intend');
    const expected = this.#own.expected(writes);
    const { result, tip } = await this.#transactions.run(
      async (tx, known: { set: WorkingSet; hosts: HostState } | undefined) => {
        if (!known) throw new Error('nothing was asked ahead');
        if (sends && known.hosts.until < until) throw olderLease();
        const own = this.#own.actual(writes, tx.before, this.#head);
        const isKnown = own.ownAfter === expected.ownAfter || expected.ownAfter === Infinity;
        const set = isKnown ? known.set : await answerOver(tx, workingSet(writes, own), { isOften: true });
        const made = decide(tx, writes, { writer: own, set, hosts: known.hosts });
        await this.#follow(tx, made.writes);
        return { writer: own, decided: made };
      },
      async (session) => {
        const [set, hosts] = await Promise.all([
          answerOver(session, workingSet(writes, expected), { isOften: true }),
          answerOver(session, HostState.fetch(this.#environment, worker, writes), { isOften: true }),
        ]);
        return { set, hosts };
      },
    );
    this.#own.committed(writes, result.writer, result.decided);
    this.#head = tip.head;
    return result.decided.results;
  }

  async #follow(tx: Tx, { doubts, unreported, goingOn }: ReturnType<typeof decide>['writes']): Promise<void> {
    await countDoubts(tx, doubts);
    await reopenChunks(tx, unreported);
    for (const runId of goingOn) await goOn(tx, runId);
  }
}
