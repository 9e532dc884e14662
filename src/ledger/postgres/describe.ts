// What a ledger on Postgres holds, over all environments: for the person who asks which ledger this is. It changes nothing.
import type { LedgerDescription } from '../file/describe.ts';
import { contents } from '../store/describe.ts';
import type { PostgresAddress } from './address.ts';
import type { Session } from './connections.ts';
import { objectionTo, objectionToRows, placeOf, together } from './database-identity.ts';
import { HostMarks } from './host-marks.ts';
import { readStore } from './make.ts';
import type { ServerFacts } from './safety.ts';
import { answerOver } from './statement.ts';
import { visit } from './visit.ts';

/**
 * Errors: LedgerError, `no_ledger` where there is none. `stateFolder`: where this host remembers what it has seen, if that counts.
 * `objection`: why a run would not use it.
 */
export async function describePostgres(
  address: PostgresAddress,
  stateFolder: string | null,
): Promise<LedgerDescription & { readonly objection: string | undefined }> {
  let timeline = '';
  const judge = async (session: Session, facts: ServerFacts): Promise<void> => {
    ({ timeline } = facts);
    await readStore(session, address);
  };
  return visit(address, judge, (connections) =>
    connections.steady(async (session) => {
      const store = await readStore(session, address);
      const { ledger_id: id, created_at: createdAt } = store;
      const moved = objectionTo(store, { timeline, place: await placeOf(session) });
      const witness = stateFolder === null ? undefined : new HostMarks(stateFolder, address);
      const anew = await objectionToRows(session);
      const seen = await witness?.object(session, store);
      return {
        path: address.shown,
        objection: together([seen, moved, anew])?.text,
        id,
        createdAt: new Date(createdAt),
        mark: null,
        ...(await answerOver(session, contents())),
      };
    }),
  );
}
