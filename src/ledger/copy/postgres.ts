// The two sides of a copy that are on Postgres. The copy holds the ledger's lock of a source. A target is filled,
// verified and made the ledger in one transaction: an interrupted copy leaves nothing there.
import { setTimeout } from 'node:timers/promises';

import { verifyLedger } from '../evidence/verify.ts';
import { refusal } from '../ledger-error.ts';
import type { PostgresAddress } from '../postgres/address.ts';
import type { ServerSession } from '../postgres/connections.ts';
import { answerOver, POSTGRES_TABLES, writeChained } from '../postgres/driver.ts';
import { HostMarks } from '../postgres/host-marks.ts';
import { beginLong, beginStore, hasStore, makeTables, readStore } from '../postgres/make.ts';
import { mirrored } from '../postgres/mirror.ts';
import type { OpenStoreOptions } from '../postgres/open.ts';
import { visit } from '../postgres/packages.ts';
import { PostgresLedger } from '../postgres/postgres-ledger.ts';
import { makeQueue } from '../postgres/queue/boss.ts';
import type { RawRow } from '../store/question.ts';
import { quoted, table } from '../store/tables.ts';
import { copyMessage } from './messages.ts';
import type { CopySource, CopyTarget } from './sides.ts';

/** With requests whose host has not reported back, these hosts, and the limits. They are not in the hash chain. */
const COPIED = {
  ...POSTGRES_TABLES,
  workers: table('id', 'id environment host pid version lease_until closed_at'),
  bucket: table('environment', 'environment rate concurrency paid_until'),
};

/** How a ledger on Postgres is opened by this host. */
export type SourceOptions = Omit<OpenStoreOptions, 'environment'>;

/** A ledger is copied only when no run is open. The facts of a run have the reason why it was stopped. */
const END_SUBMISSIONS = `UPDATE submissions s SET queued_at = clock_timestamp(), ended_at = clock_timestamp(), stopped =
  (SELECT nullif(data::json ->> 'stopped', '') FROM run_parts p WHERE p.run_id = s.run_id AND kind = 'facts' AND part = 1)`;

/** Errors: {@link LedgerError}, also for whatever would keep a run from using it. */
export function withPostgresSource<T>(
  opening: SourceOptions,
  work: (source: CopySource) => Promise<T>,
): Promise<T> {
  const { address, now, stateFolder } = opening;
  return visit(address, async (session) => {
    const { ledger_id: id } = await readStore(session, address, { moved: true });
    return work({
      name: address.shown,
      tables: COPIED,
      read: (question) => answerOver(session, question),
      open: (environment) => PostgresLedger.open({ ...opening, environment }),
      hold: async () => {
        await session.query(beginLong(address));
      },
      write: async (change) => (await writeChained(session, now(), change)).result,
      commit: async () => {
        await session.query('COMMIT');
        await answerOver(session, new HostMarks(stateFolder, address).learn(id));
      },
    });
  });
}

export function withPostgresTarget<T>(
  address: PostgresAddress,
  now: () => Date,
  work: (target: CopyTarget) => Promise<T>,
): Promise<T> {
  return visit(address, async (session) => {
    await hold(session, address);
    return work({
      name: address.shown,
      tables: COPIED,
      read: (question) => answerOver(session, question),
      look: async () => {
        if (!(await hasStore(session, address.schema))) return undefined;
        return (await readStore(session, address, { moved: true })).ledger_id;
      },
      begin: (id, createdAt) => begin(session, address, id, createdAt),
      insert: (table, rows) => insert(session, table, rows),
      verify: () =>
        mirrored(session, (path) => verifyLedger({ path, inUse: false, seen: [] }), { held: true }),
      arrive: async (change) => {
        await session.query(END_SUBMISSIONS);
        const { tip } = await writeChained(session, now(), change);
        await session.query('COMMIT');
        return tip;
      },
    });
  });
}

/** The server needs a moment to see that the connection of an interrupted copy is gone. */
const TRIES = 50;

/** The lock ends with the connection. */
async function hold(session: ServerSession, { schema, shown }: PostgresAddress): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const [lock] = await session.query<{ had: boolean }>(
      `SELECT pg_try_advisory_lock(1885433187, hashtext('${schema}')) AS had`,
    );
    if (lock?.had === true) return;
    await setTimeout(100);
  }
  throw refusal('ledger_busy', copyMessage('copying_there', { ledger: shown }));
}

async function begin(
  session: ServerSession,
  address: PostgresAddress,
  id: string,
  createdAt: number,
): Promise<void> {
  // It makes its own transactions.
  await makeQueue(session, address.schema);
  await session.query(beginLong(address));
  if (!(await makeTables(session, address))) throw new Error('a ledger was made at the target meanwhile');
  await beginStore(session, id, createdAt);
}

async function insert(session: ServerSession, table: string, rows: readonly RawRow[]): Promise<void> {
  const columns = quoted(Object.keys(rows[0] ?? {}));
  await session.query(
    `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1)`,
    [JSON.stringify(rows)],
  );
}
