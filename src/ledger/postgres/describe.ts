// What a ledger on Postgres holds, over all environments: for the person who asks which ledger this is. It changes nothing.
import { genesis } from '../sqlite/chain/record.ts';
import type { BackupRecord, EnvironmentDescription, LedgerDescription } from '../sqlite/describe.ts';
import type { RowState } from '../state.ts';
import type { PostgresAddress } from './address.ts';
import { Connections, type Session } from './connections.ts';
import { loadDriver } from './driver.ts';
import { readStore } from './opening.ts';
import { readTip } from './transactions.ts';

/** Errors: LedgerError, `no_ledger` where there is none. */
export async function describePostgres(address: PostgresAddress): Promise<LedgerDescription> {
  const driver = await loadDriver();
  const judge = async (session: Session): Promise<void> => {
    await readStore(session, address);
  };
  const connections = new Connections(driver, { address, patienceMs: 0, judge });
  try {
    return await connections.steady(async (session) => {
      const { ledger_id: id, created_at: createdAt } = await readStore(session, address);
      const { sequence, head } = await readTip(session, genesis(id, createdAt));
      return {
        path: address.shown,
        id,
        createdAt: new Date(createdAt),
        ...{ sequence, head },
        lastBackup: await lastBackup(session),
        mark: null,
        acceptances: await count(session, 'SELECT count(*) AS count FROM acceptances'),
        environments: await environments(session),
      };
    });
  } finally {
    await connections.close();
  }
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
