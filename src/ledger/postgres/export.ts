// Exports a run of a ledger on Postgres, in one transaction that holds the ledger's lock.
import { collect, type Gathered, seal, type ToExport } from '../evidence/archive/collect.ts';
import type { PostgresAddress } from './address.ts';
import { answerOver, writeChained } from './driver.ts';
import { beginLong, readStore } from './make.ts';
import { visit } from './packages.ts';

/** Errors: {@link LedgerError}. */
export async function gatherPostgres(address: PostgresAddress, job: ToExport): Promise<Gathered> {
  return visit(address, async (session) => {
    await session.query(beginLong(address));
    // Under the lock: a ledger that was moved meanwhile takes no link.
    await readStore(session, address);
    const { result, tip } = await writeChained(session, job.now(), (tx) => collect(tx, job));
    const gathered = await answerOver(session, seal(result, tip.link));
    await session.query('COMMIT');
    return gathered;
  });
}
