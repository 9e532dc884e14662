// Brings a ledger's schema up to date in one transaction: a process that is killed anywhere in it leaves the ledger as it
// was. What a step computes is computed from stored rows alone.
import { storedFingerprint } from '../../interface/fingerprint.ts';
import { kindOfKey, untagged } from '../keys.ts';
import { LedgerError } from '../ledger-error.ts';
import { Chain } from './chain/chain.ts';
import { snapshot } from './chain/snapshot.ts';
import type { Connection } from './connection.ts';
import { oddFold } from './folded.ts';
import { mergeEnvironments } from './merge-environments.ts';
import { renewFingerprints } from './renewed-fingerprints.ts';
import { INDEXES, SCHEMA_VERSION, STEPS } from './schema.ts';

const AT_ONCE = 1_000;

export interface Migration {
  readonly path: string;
  readonly now: Date;
  readonly newId: () => string;
  /** Whether a run of this id is going on now. */
  readonly isAlive: (runId: string) => boolean;
  /** For crash tests: called at each named point. */
  readonly at: (point: MigrationPoint) => void;
}

export const MIGRATION_POINTS = [
  'begun',
  'tables',
  'environments',
  'half-fingerprints',
  'fingerprints',
  'words',
  'half-chain',
  'chain',
  'half-renewed',
  'renewed',
  'indexes',
  'before-commit',
  'committed',
] as const;
export type MigrationPoint = (typeof MIGRATION_POINTS)[number];

export function schemaVersion(db: Connection): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version; // SQLite's own pragma
}

/** Errors: {@link LedgerError} for a file that is not a ledger, or one of a newer version. */
export function migrate(db: Connection, migration: Migration): void {
  if (schemaVersion(db) === SCHEMA_VERSION) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    migration.at('begun');
    const version = schemaVersion(db); // another process may have been here meanwhile
    refuseUnfit(db, version, migration);
    for (const step of STEPS.slice(version)) db.exec(step);
    migration.at('tables');
    if (version < 2) toVersion2(db, migration);
    else if (version < 7) fillFingerprints(db, () => undefined);
    if (version < 4) foldReferences(db);
    if (version < 7) beginChain(db, migration);
    else continueChain(db, version, migration);
    db.exec(INDEXES);
    migration.at('indexes');
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    migration.at('before-commit');
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
  migration.at('committed');
}

function refuseUnfit(db: Connection, version: number, { path, isAlive }: Migration): void {
  if (version > SCHEMA_VERSION) {
    throw new LedgerError(
      `the ledger ${path} was written by a newer paybatch (schema ${version}; this one knows ${SCHEMA_VERSION}): use that version`,
      undefined,
      'ledger_version',
    );
  }
  const tables = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all() as {
    name: string;
  }[]; // one column
  const isLedger = version === 0 ? tables.length === 0 : tables.some(({ name }) => name === 'entries');
  if (!isLedger) {
    throw new LedgerError(
      `${path} is not a ledger: it is an SQLite database with other tables`,
      undefined,
      'ledger_format',
    );
  }
  if (version === 0) return;
  const open = db.prepare('SELECT id FROM runs WHERE finished_at IS NULL').all() as { id: string }[]; // one column
  const alive = open.find(({ id }) => isAlive(id));
  if (alive) {
    throw new LedgerError(
      `the ledger ${path} is in use by run ${alive.id} of an earlier paybatch: wait until it has ended`,
      undefined,
      'ledger_version',
    );
  }
}

function toVersion2(db: Connection, { now, newId, at }: Migration): void {
  db.prepare('INSERT INTO meta (one, ledger_id, created_at) VALUES (1, ?, ?)').run(newId(), now.getTime());
  mergeEnvironments(db);
  at('environments');
  fillFingerprints(db, () => at('half-fingerprints'));
  at('fingerprints');
  db.exec(`
    UPDATE rows SET by_person = 1 WHERE (environment, key) IN (
      SELECT e.environment, e.key FROM entries e JOIN rows r ON r.environment = e.environment AND r.key = e.key
      WHERE e.type IN ('resolved_created', 'resolved_not_created') AND e.seq > r.intent_entry)`);
  at('words');
}

/** Of what is there: from now on each transaction adds a link. */
function beginChain(db: Connection, { now, at }: Migration): void {
  snapshot(db, new Chain(db, () => now.getTime()), () => {
    at('half-chain');
  });
  at('chain');
}

/** Steps that change what the chain of an earlier version told of. Errors: LedgerError for a ledger that was moved. */
function continueChain(db: Connection, version: number, { now, at }: Migration): void {
  const chain = new Chain(db, () => now.getTime());
  if (version < 9) tellOfHistory(chain);
  renewFingerprints(db, chain, () => at('half-renewed'));
  at('renewed');
}

/** The chain of schema 7 and 8 told of no history. */
function tellOfHistory(chain: Chain): void {
  chain.begin();
  chain.changed('history_mark', 1);
  chain.seal();
}

/** Of ASCII, SQL folds by itself. */
function foldReferences(db: Connection): void {
  const odd = db
    .prepare(`SELECT environment, key, reference FROM rows WHERE reference GLOB '*[^ -~]*'`)
    .all() as { environment: number; key: string; reference: string }[]; // the columns above
  const update = db.prepare('UPDATE rows SET folded = ? WHERE environment = ? AND key = ?');
  for (const { environment, key, reference } of odd) update.run(oddFold(reference), environment, key);
}

/** Of the body that each row sent last. Rows that never had an intent keep an empty one. */
function fillFingerprints(db: Connection, halfway: () => void): void {
  const select = db.prepare(
    `SELECT seq, environment, key, body FROM entries WHERE seq > ? AND type = 'intent' ORDER BY seq LIMIT ${AT_ONCE}`,
  );
  const update = db.prepare(
    'UPDATE rows SET fingerprint = ?, intent_entry = ? WHERE environment = ? AND key = ?',
  );
  for (let after = 0; ;) {
    const intents = select.all(after) as {
      seq: number;
      environment: number;
      key: string;
      body: string | null;
    }[]; // the columns above
    for (const { seq, environment, key, body } of intents) {
      update.run(storedFingerprint(kindOfKey(key), untagged(body ?? '', key)), seq, environment, key);
      after = seq;
    }
    if (intents.length > 0) halfway();
    if (intents.length < AT_ONCE) return;
  }
}
