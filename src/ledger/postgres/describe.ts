// What a ledger on Postgres holds, over all environments (ledger show). It changes nothing.
import type { Message } from '../../message.ts';
import type { LedgerDescription } from '../file/describe.ts';
import { contents } from '../store/describe.ts';
import type { PostgresAddress } from './address.ts';
import { together } from './database-identity.ts';
import { visit } from './driver.ts';
import { HostMarks } from './host-marks.ts';
import { readStore } from './make.ts';
import { objectionsTo } from './open.ts';
import { answerOver } from './statement.ts';

/** `stateFolder`: of this host's marks, if they count. `objection`: why a run would refuse it. Errors: LedgerError. */
export async function describePostgres(
  address: PostgresAddress,
  stateFolder: string | null,
): Promise<LedgerDescription & { readonly objection: Message | undefined }> {
  return visit(address, async (session) => {
    const store = await readStore(session, address);
    const { ledger_id: id, created_at: createdAt } = store;
    const marks = stateFolder === null ? undefined : new HostMarks(stateFolder, address);
    const objections = await objectionsTo(session, store, marks);
    return {
      path: address.shown,
      objection: together(objections)?.message,
      id,
      createdAt: new Date(createdAt),
      mark: null,
      ...(await answerOver(session, contents())),
    };
  });
}
