// Commits groups of writes, each in one transaction. Its questions are sent together with the request for the lock.
import { OwnWrites } from '../store/own-writes.ts';
import type { RowWrite, WriteResult } from '../store/row-write.ts';
import { decideGroup } from '../store/row-writes.ts';
import { type WorkingSet, workingSet } from '../store/working-set.ts';
import { answerOver } from './driver.ts';
import { HostState } from './host-state.ts';
import type { LeaseEnd } from './lease.ts';
import { countDoubts, reopenChunks } from './queue/submissions.ts';
import { reopenRun } from './runs.ts';
import { olderLease, type Transactions } from './transactions.ts';

/** `worker`: the id and lease of this process. */
type CommitWrites = (writes: readonly RowWrite[], worker: LeaseEnd) => Promise<readonly WriteResult[]>;

export function postgresCommitter(transactions: Transactions, environment: number): CommitWrites {
  const own = new OwnWrites(environment);
  return async (writes, { id: worker, until }) => {
    const sends = writes.some((write) => write.do === 'intend');
    const expected = own.expected(writes);
    const { result, tip } = await transactions.run(
      async (tx, { set: known, hosts }: { set: WorkingSet; hosts: HostState }) => {
        if (sends && hosts.until < until) throw olderLease();
        const writer = own.actual(writes, tx.before);
        const isKnown = writer.ownAfter === expected.ownAfter || expected.ownAfter === Infinity;
        const set = isKnown ? known : await answerOver(tx, workingSet(writes, writer), { isOften: true });
        const decided = decideGroup(tx, writes, { writer, set, hosts });
        const { doubts, unreported, reopened } = decided.rows;
        await countDoubts(tx, doubts);
        await reopenChunks(tx, unreported);
        for (const runId of reopened) await reopenRun(tx, runId);
        return decided;
      },
      async (session) => {
        const [set, hosts] = await Promise.all([
          answerOver(session, workingSet(writes, expected), { isOften: true }),
          answerOver(session, HostState.fetch(environment, worker, writes), { isOften: true }),
        ]);
        return { set, hosts };
      },
    );
    own.committed(writes, result, tip);
    return result.results;
  };
}
