// What a ledger on Postgres holds, over all environments: for the person who asks which ledger this is. It changes nothing.
import { genesis } from '../store/record.ts';
import type { BackupRecord, EnvironmentDescription, LedgerDescription } from '../sqlite/describe.ts';
import type { RowState } from '../state.ts';
import type { PostgresAddress } from './address.ts';
import type { Session } from './connections.ts';
import { readStore } from './opening.ts';
import { objectionTo, objectionToRows, placeOf, together } from './place.ts';
import type { ServerFacts } from './safety.ts';
import { readTip } from './transactions.ts';
import { visit } from './visit.ts';
import { Witness } from './witness.ts';

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
      const { sequence, head } = await readTip(session, genesis(id, createdAt));
      const moved = objectionTo(store, { timeline, place: await placeOf(session) });
      const witness = stateFolder === null ? undefined : new Witness(stateFolder, address);
      const anew = await objectionToRows(session);
      const seen = await witness?.object(session, store);
      return {
        path: address.shown,
        objection: together([seen, moved, anew])?.text,
        id,
        createdAt: new Date(createdAt),
        ...{ sequence, head },
        lastBackup: await lastBackup(session),
        mark: null,
        acceptances: await count(session, 'SELECT count(*) AS count FROM acceptances'),
        environments: await environments(session),
      };
    }),
  );
}

async function lastBackup(session: Session): Promise<BackupRecord | null> {
  const [last] = await session.query<{ at: number; path: string; sequence: number }>(
    'SELECT at, path, sequence FROM backups ORDER BY id DESC LIMIT 1',
  );
  return last ? { ...last, at: new Date(last.at) } : null;
}

async function environments(session: Session): Promise<EnvironmentDescription[]> {
  const names = await session.query<{ id: number; name: string; runs: number }>(
    `SELECT id, name, (SELECT count(*) FROM runs WHERE environment = environments.id) AS runs FROM environments ORDER BY name`,
  );
  const states = await session.query<{ environment: number; state: RowState; count: number }>(
    'SELECT environment, state, count(*) AS count FROM rows GROUP BY environment, state ORDER BY state',
  );
  return names.map(({ id, name, runs }) => {
    const own = states.filter(({ environment }) => environment === id);
    return { name, runs, rows: Object.fromEntries(own.map((one) => [one.state, one.count])) };
  });
}

async function count(session: Session, sql: string): Promise<number> {
  const [found] = await session.query<{ count: number }>(sql);
  return found?.count ?? 0;
}
