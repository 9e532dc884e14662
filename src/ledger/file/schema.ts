// The schema of a ledger in a file: made in an empty file, or filled from another ledger. Any other file is refused.
import { randomUUID } from 'node:crypto';

import Database from 'libsql';

import { LedgerError, refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import type { RawRow } from '../store/question.ts';
import { INDEXES, LEDGER_TABLES, type LedgerTable, quoted, REPORTED, tableSql } from '../store/tables.ts';
import { type Connection, transaction } from './connection.ts';
import { fileMessage } from './messages.ts';

/** Any other version is refused: there are no migrations. */
export const SCHEMA_VERSION = 28;

/** Tables with rowids: their keys are numbers, or their rows are long or read in the order of writing. */
const BY_ROWID = new Set(
  'entries rows links run_parts runs environments acceptances backups exports moves'.split(' '),
);

const TYPES = { text: 'TEXT', number: 'INTEGER' };
const created = (name: string, table: LedgerTable): string =>
  `${tableSql(name, table, TYPES)}${BY_ROWID.has(name) ? '' : ' WITHOUT ROWID'};`;

const TABLES = `
  ${Object.entries(LEDGER_TABLES)
    .map(([name, table]) => created(name, table))
    .join('\n')}
  ${REPORTED};
  -- Which ledger this is: one row.
  CREATE TABLE meta (one INTEGER PRIMARY KEY CHECK (one = 1), ledger_id TEXT NOT NULL, created_at INTEGER NOT NULL);
  -- When the source recorded the arrival of a move. It is not in the hash chain.
  ALTER TABLE moves ADD COLUMN done INTEGER;
  -- Keys that a live run has claimed. They are deleted when it ends.
  CREATE TABLE claims (
    environment INTEGER NOT NULL, hash INTEGER NOT NULL, run_id TEXT NOT NULL, PRIMARY KEY (environment, hash)
  ) WITHOUT ROWID;
`;

/** After that the file is a ledger of this version. */
function makeIndexes(db: Connection): void {
  db.exec(`${INDEXES.join(';')}; PRAGMA user_version = ${SCHEMA_VERSION}`);
}

/** An empty ledger in memory. */
export function scratch(): Connection {
  const db = new Database(':memory:');
  db.exec(TABLES);
  db.exec(INDEXES.join(';'));
  return db;
}

function versionOf(db: Connection): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version; // SQLite's own pragma
}

/** Errors: {@link LedgerError}, `ledger_version` or `ledger_format`. */
export function refuseOtherVersions(db: Connection, path: string): void {
  const version = versionOf(db);
  if (version === SCHEMA_VERSION) return;
  const known = db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'entries'`).get();
  if (version === 0 || known === undefined)
    throw refusal('ledger_format', fileMessage('not_a_ledger', { path }));
  throw otherVersion(path, version, SCHEMA_VERSION);
}

export const otherVersion = (ledger: string, version: number, own: number): LedgerError =>
  refusal('ledger_version', ledgerMessage('other_schema', { ledger, version, own }));

/** Errors: as above, for a file that is not empty. */
export function makeOrRefuse(db: Connection, path: string, now: number): void {
  const version = versionOf(db);
  if (version === SCHEMA_VERSION) return;
  if (version > 0) refuseOtherVersions(db, path);
  transaction(db, () => {
    // Another process may have made it since.
    if (db.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() !== undefined) return;
    db.exec(TABLES);
    makeIndexes(db);
    name(db, randomUUID(), now);
  });
  refuseOtherVersions(db, path);
}

const name = (db: Connection, id: string, createdAt: number): void =>
  void db.prepare('INSERT INTO meta (one, ledger_id, created_at) VALUES (1, ?, ?)').run(id, createdAt);

/** Makes the tables in a new or empty file. endFilling syncs it. */
export function beginFilling(path: string, ledgerId: string, createdAt: number): Connection {
  const db = new Database(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  db.exec(TABLES);
  name(db, ledgerId, createdAt);
  return db;
}

export function insertInto(db: Connection, table: string, rows: readonly RawRow[]): void {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const insert = db.prepare(
    `INSERT INTO ${table} (${quoted(columns)}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  transaction(db, () => {
    for (const row of rows) insert.run(columns.map((column) => row[column]));
  });
}

/** Then everything is in one file, without a log. */
export function endFilling(db: Connection): void {
  makeIndexes(db);
  db.exec('PRAGMA synchronous = FULL');
  db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
}
