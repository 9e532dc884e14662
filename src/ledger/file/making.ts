// Whether a file holds a ledger of this version; in a file that holds nothing, one is made, in one transaction.
import { LedgerError } from '../ledger-error.ts';
import { type Connection, transaction } from './connection.ts';
import { makeIndexes, makeTables, SCHEMA_VERSION } from './schema.ts';

function versionOf(db: Connection): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version; // SQLite's own pragma
}

/** Errors: {@link LedgerError}, `ledger_version` or `ledger_format`. */
export function refuseOtherVersions(db: Connection, path: string): void {
  const version = versionOf(db);
  if (version === SCHEMA_VERSION) return;
  const known = db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'entries'`).get();
  if (version === 0 || known === undefined)
    throw new LedgerError(
      `${path} is not a ledger: it is another SQLite database`,
      undefined,
      'ledger_format',
    );
  throw otherVersion(path, version, SCHEMA_VERSION);
}

export const otherVersion = (ledger: string, version: number, own: number): LedgerError =>
  new LedgerError(
    `the ledger ${ledger} has schema ${version}, and this paybatch reads and writes schema ${own} alone: use the paybatch that made it`,
    undefined,
    'ledger_version',
  );

/** Errors: as above, for a file that is not empty. */
export function makeOrRefuse(db: Connection, path: string, newId: () => string, now: () => number): void {
  const version = versionOf(db);
  if (version === SCHEMA_VERSION) return;
  if (version > 0) refuseOtherVersions(db, path);
  transaction(db, () => {
    // Another process may have made it meanwhile.
    if (db.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() === undefined) make(db, newId(), now);
  });
  refuseOtherVersions(db, path);
}

function make(db: Connection, id: string, now: () => number): void {
  makeTables(db);
  makeIndexes(db);
  db.prepare('INSERT INTO meta (one, ledger_id, created_at) VALUES (1, ?, ?)').run(id, now());
}
