// Makes a ledger on Postgres, and reads which ledger it is.
import { otherVersion } from '../file/schema.ts';
import { refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import { refuseMoved } from '../move.ts';
import { readMove } from '../store/reads.ts';
import type { PostgresAddress } from './address.ts';
import type { ServerSession } from './connections.ts';
import { placeOf } from './database-identity.ts';
import { answerOver } from './driver.ts';
import { postgresMessage } from './messages.ts';
import { visit } from './packages.ts';
import { makeQueue } from './queue/boss.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

/** Which ledger it is, and where it was made or last accepted. */
export interface StoreFacts {
  readonly ledger_id: string;
  readonly created_at: number;
  readonly version: number;
  readonly timeline: string;
  /** As database-identity.ts has it. */
  readonly place: string;
}

/** The two numbers of an advisory lock: paybatch's, and the schema's. */
export const lockOf = (schema: string): string => `1885433186, hashtext('${schema}')`;

/** A copy may pause for long between two questions. If it hangs, other hosts do not wait for ever. */
export const beginLong = ({ schema }: PostgresAddress): string =>
  `BEGIN; SET LOCAL idle_in_transaction_session_timeout TO '10min'; SELECT pg_advisory_xact_lock(${lockOf(schema)})`;

export async function hasStore(session: ServerSession, schema: string): Promise<boolean> {
  const [found] = await session.query<{ there: boolean }>(
    `SELECT to_regclass('"${schema}".store') IS NOT NULL AS there`,
  );
  return found?.there === true;
}

/**
 * `moved`: also for a moved ledger. Errors: {@link LedgerError}, `no_ledger`, `ledger_version` or `ledger_moved`.
 */
export async function readStore(
  session: ServerSession,
  { shown, schema }: PostgresAddress,
  { moved = false } = {},
): Promise<StoreFacts> {
  if (!(await hasStore(session, schema)))
    throw refusal('no_ledger', ledgerMessage('no_ledger_at', { ledger: shown, isEmptyFile: false }));
  const [facts] = (await session.query(
    'SELECT store.*, ledger_id, created_at FROM store, meta',
  )) as unknown as StoreFacts[]; // the columns above
  if (!facts) throw refusal('ledger_format', postgresMessage('no_whole_ledger', { ledger: shown }));
  if (facts.version !== SCHEMA_VERSION) throw otherVersion(shown, facts.version, SCHEMA_VERSION);
  if (!moved) refuseMoved(await answerOver(session, readMove()), shown);
  return facts;
}

interface NewStore {
  readonly address: PostgresAddress;
  readonly newId: () => string;
  readonly now: () => Date;
}

/** `there`: it existed already, and is unchanged. */
export type Made = 'made' | 'there';

/** Makes the ledger unless there is one. Two hosts may do so at once. Errors: {@link LedgerError}. */
export async function makeStore({ address, newId, now }: NewStore): Promise<Made> {
  const { schema } = address;
  return visit(address, async (session) => {
    await session.query(`BEGIN; SELECT pg_advisory_xact_lock(${lockOf(schema)})`);
    const isNew = await makeTables(session, address);
    if (isNew) await beginStore(session, newId(), now().getTime());
    await session.query('COMMIT');
    await makeQueue(session, schema);
    return isNew ? 'made' : 'there';
  });
}

/** In a transaction that holds the ledger's lock. False if there is a ledger. Errors: {@link LedgerError}. */
export async function makeTables(
  session: ServerSession,
  { schema, shown }: PostgresAddress,
): Promise<boolean> {
  // IF NOT EXISTS would need the right to create a schema even if the schema exists.
  const [missing] = await session.query<{ none: boolean }>(
    `SELECT to_regnamespace('"${schema}"') IS NULL AS none`,
  );
  if (missing?.none === true) await session.query(`CREATE SCHEMA "${schema}"`);
  const [store] = (await hasStore(session, schema))
    ? await session.query<{ version: number }>('SELECT version FROM store')
    : [];
  if (store?.version === SCHEMA_VERSION) return false;
  if (store) throw otherVersion(shown, store.version, SCHEMA_VERSION);
  await session.query(SCHEMA);
  return true;
}

/** Records which ledger this is, and where it is. */
export async function beginStore(session: ServerSession, ledgerId: string, createdAt: number): Promise<void> {
  await session.query('INSERT INTO meta VALUES (1, $1, $2)', [ledgerId, createdAt]);
  await session.query('INSERT INTO store (one, version, timeline, place) VALUES (1, $1, $2, $3)', [
    ...[SCHEMA_VERSION, session.timeline, await placeOf(session)],
  ]);
}
