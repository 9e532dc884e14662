// Makes a ledger on Postgres, or says why the one that is there must not be used: what its schema is, whether it is the one
// that was meant, and on the timeline that it was on.
import { LedgerError } from '../ledger-error.ts';
import { refuseMoved } from '../moved.ts';
import { genesis } from '../sqlite/chain/record.ts';
import { NO_TIP } from '../tip.ts';
import type { PostgresAddress } from './address.ts';
import { Changes } from './changes.ts';
import { Connections, type Session } from './connections.ts';
import type { Driver } from './driver.ts';
import { readMove } from './moves.ts';
import { placeOf } from './place.ts';
import { makeQueue } from './queue/boss.ts';
import { renewFingerprints } from './renewed-fingerprints.ts';
import type { ServerFacts } from './safety.ts';
import { SCHEMA_VERSION, STEPS } from './schema.ts';

/** What the ledger says of itself. */
export interface StoreFacts {
  readonly ledger_id: string;
  readonly created_at: number;
  readonly version: number;
  readonly timeline: string;
  /** As place.ts has it. */
  readonly place: string;
}

/** Two numbers for the server's advisory locks: ours, and the schema's. */
export const lockOf = (schema: string): string => `1885433186, hashtext('${schema}')`;

/**
 * Looks whether the ledger is there, still there, and fits this version. `moved`: also one that was moved elsewhere. Errors:
 * {@link LedgerError}, `no_ledger`, `ledger_version` or `ledger_moved`.
 */
export async function readStore(
  session: Session,
  { shown, schema }: PostgresAddress,
  { moved = false } = {},
): Promise<StoreFacts> {
  const [there] = await session.query<{ there: boolean }>(
    `SELECT to_regclass('"${schema}".store') IS NOT NULL AS there`,
  );
  if (there?.there !== true) throw new LedgerError(`there is no ledger at ${shown}`, undefined, 'no_ledger');
  const [facts] = (await session.query(
    'SELECT store.*, ledger_id, created_at FROM store, meta',
  )) as unknown as StoreFacts[]; // the columns above
  if (!facts)
    throw new LedgerError(
      `${shown} holds no whole ledger: its own row is missing`,
      undefined,
      'ledger_format',
    );
  if (facts.version !== SCHEMA_VERSION) throw otherVersion(shown, facts.version);
  if (!moved) refuseMoved(await readMove(session), shown);
  return facts;
}

function otherVersion(shown: string, version: number): LedgerError {
  return new LedgerError(
    version > SCHEMA_VERSION
      ? `the ledger ${shown} was written by a newer paybatch (schema ${version}; this one knows ${SCHEMA_VERSION}): use that version`
      : `the ledger ${shown} has schema ${version}, and this paybatch needs ${SCHEMA_VERSION}: paybatch ledger init migrates it, while nobody is at work`,
    undefined,
    'ledger_version',
  );
}

export interface Making {
  readonly driver: Driver;
  readonly address: PostgresAddress;
  readonly newId: () => string;
  readonly now: () => Date;
  /** For crash tests: called at each named point of a migration. */
  readonly at?: (point: MigrationPoint) => void;
}

export const MIGRATION_POINTS = [
  'begun',
  'tables',
  'half-renewed',
  'renewed',
  'before-commit',
  'committed',
] as const;
export type MigrationPoint = (typeof MIGRATION_POINTS)[number];
/** The version that has the fingerprints of today. */
const RENEWED = 4;

/** What became of the ledger; `there`: it was, and was left as it is. */
export type Made = 'made' | 'renewed' | 'there';

/** Makes the ledger, or brings its schema up to date; again, or on two hosts at once, it does no harm. */
export async function makeStore({
  driver,
  address,
  newId,
  now,
  at = () => undefined,
}: Making): Promise<Made> {
  let timeline = '';
  let before = 0;
  const judge = (_: Session, facts: ServerFacts): Promise<void> => {
    timeline = facts.timeline;
    return Promise.resolve();
  };
  const connections = new Connections(driver, { address, patienceMs: 0, judge });
  const { schema } = address;
  try {
    await connections.steady(async (session) => {
      await session.query(`BEGIN; SELECT pg_advisory_xact_lock(${lockOf(schema)})`);
      at('begun');
      const version = await makeTables(session, address);
      before = version;
      at('tables');
      if (version === 0) {
        await begin(session, newId(), now().getTime());
        await beginStore(session, timeline);
      } else {
        if (version < RENEWED) await renewFingerprints(session, now().getTime(), () => at('half-renewed'));
        at('renewed');
        // Only where nobody has said yet: a restored one is accepted by a person, not by a start script.
        await session.query(
          `UPDATE store SET version = $1, place = CASE WHEN place = '' THEN $2 ELSE place END`,
          [SCHEMA_VERSION, await placeOf(session)],
        );
      }
      at('before-commit');
      await session.query('COMMIT');
      at('committed');
      await makeQueue(session, schema);
    });
  } finally {
    await connections.close();
  }
  return before === 0 ? 'made' : before < SCHEMA_VERSION ? 'renewed' : 'there';
}

/** Brings the tables up to date, in a transaction that holds the ledger's lock. Returns their version before: 0 for none. */
export async function makeTables(session: Session, address: PostgresAddress): Promise<number> {
  const { schema, shown } = address;
  // Not IF NOT EXISTS: that asks for the right to make one where it is there already.
  const [missing] = await session.query<{ none: boolean }>(
    `SELECT to_regnamespace('"${schema}"') IS NULL AS none`,
  );
  if (missing?.none === true) await session.query(`CREATE SCHEMA "${schema}"`);
  const version = await versionOf(session, schema);
  if (version > SCHEMA_VERSION) throw otherVersion(shown, version);
  if (version > 0 && version < SCHEMA_VERSION) await refuseWhileAtWork(session, address);
  for (const step of STEPS.slice(version)) await session.query(step);
  return version;
}

/** Where the ledger is from now on. */
export async function beginStore(session: Session, timeline: string): Promise<void> {
  await session.query('INSERT INTO store (one, version, timeline, place) VALUES (1, $1, $2, $3)', [
    ...[SCHEMA_VERSION, timeline, await placeOf(session)],
  ]);
}

/** The ledger's name, and the first link of its chain. */
async function begin(session: Session, id: string, at: number): Promise<void> {
  await session.query('INSERT INTO meta VALUES (1, $1, $2)', [id, at]);
  const changes = new Changes({ ...NO_TIP, head: genesis(id, at) }, at);
  changes.told('history_mark', [1], [1, 0]);
  changes.seal();
  const statement = changes.statement();
  if (statement) await session.query(statement.text, statement.values);
}

async function versionOf(session: Session, schema: string): Promise<number> {
  const [there] = await session.query<{ there: boolean }>(
    `SELECT to_regclass('"${schema}".store') IS NOT NULL AS there`,
  );
  if (there?.there !== true) return 0;
  const [store] = await session.query<{ version: number }>('SELECT version FROM store');
  return store?.version ?? 0;
}

async function refuseWhileAtWork(session: Session, { shown }: PostgresAddress): Promise<void> {
  const [open] = await session.query<{ host: string; pid: number }>(
    'SELECT host, pid FROM workers WHERE closed_at IS NULL AND lease_until > clock_timestamp() LIMIT 1',
  );
  if (!open) return;
  throw new LedgerError(
    `the ledger ${shown} is in use by process ${open.pid} on ${open.host}: its schema is migrated when that has ended`,
    undefined,
    'ledger_version',
  );
}
