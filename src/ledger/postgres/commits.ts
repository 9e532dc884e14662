// Commits groups of writes, each in one transaction, whose questions are sent in the same turn as the lock.
import { countDoubts, reopenChunks } from '../queue/submissions.ts';
import { decide, OwnWrites, workingSet } from '../store/group.ts';
import type { RowWrite, WriteResult } from '../store/row-write.ts';
import type { WorkingSet } from '../store/working-set.ts';
import { HostState } from './host-state.ts';
import type { Beaten } from './lease.ts';
import { goOn } from './runs.ts';
import { answerOver } from './statement.ts';
import { olderLease, type Transactions } from './transactions.ts';

export class Commits {
  readonly #transactions: Transactions;
  readonly #environment: number;
  readonly #own: OwnWrites;

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
        const writer = this.#own.actual(writes, tx.before);
        const isKnown = writer.ownAfter === expected.ownAfter || expected.ownAfter === Infinity;
        const set = isKnown ? known.set : await answerOver(tx, workingSet(writes, writer), { isOften: true });
        const made = decide(tx, writes, { writer, set, hosts: known.hosts });
        const { doubts, unreported, goingOn } = made.rows;
        await countDoubts(tx, doubts);
        await reopenChunks(tx, unreported);
        for (const runId of goingOn) await goOn(tx, runId);
        return made;
      },
      async (session) => {
        const [set, hosts] = await Promise.all([
          answerOver(session, workingSet(writes, expected), { isOften: true }),
          answerOver(session, HostState.fetch(this.#environment, worker, writes), { isOften: true }),
        ]);
        return { set, hosts };
      },
    );
    this.#own.committed(writes, result, tip);
    return result.results;
  }
}
