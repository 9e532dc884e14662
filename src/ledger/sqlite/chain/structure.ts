// Whether the file is built as a ledger is: its tables and indexes are those of the schema, nothing else is in it, and what
// its indexes find is what its tables hold. Reads only.
import Database from 'libsql';

import { LedgerError } from '../../ledger-error.ts';
import type { Connection } from '../connection.ts';
import { INDEXES, SCHEMA_VERSION, STEPS } from '../schema.ts';
import type { Findings } from './findings.ts';

/** Errors: {@link LedgerError} for what is no ledger, or one without a chain, or of a later version. */
export function refuseOtherFiles(db: Connection, path: string): void {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }; // SQLite's own pragma
  const known = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'entries'`).get();
  if (!known || version === 0)
    throw new LedgerError(
      `${path} is not a ledger: it is another SQLite database`,
      undefined,
      'ledger_format',
    );
  if (version === SCHEMA_VERSION) return;
  throw new LedgerError(
    version < SCHEMA_VERSION
      ? `the ledger ${path} was last used by an earlier paybatch (schema ${version}), and verify changes nothing: any command that opens it, such as paybatch ledger show, brings it to schema ${SCHEMA_VERSION} and begins or continues its chain`
      : `the ledger ${path} was written by a newer paybatch (schema ${version}; this one knows ${SCHEMA_VERSION}): use that version`,
    undefined,
    'ledger_version',
  );
}

export function checkStructure(db: Connection, findings: Findings): void {
  const missing = new Map((expected ??= model()));
  for (const [name, sql] of objects(db)) {
    if (expected.get(name) !== sql) findings.add({ kind: 'damaged', where: name, detail: sql });
    missing.delete(name);
  }
  for (const name of missing.keys()) findings.add({ kind: 'missing', where: name });
  const said = db.prepare('PRAGMA integrity_check(20)').all() as { integrity_check: string }[]; // SQLite's own pragma
  for (const { integrity_check: detail } of said) {
    if (detail !== 'ok') findings.add({ kind: 'damaged', where: 'file', detail });
  }
}

let expected: ReadonlyMap<string, string> | undefined;

/** What the schema's steps define, in an empty database. */
function model(): ReadonlyMap<string, string> {
  const db = new Database(':memory:');
  try {
    for (const step of STEPS) db.exec(step);
    db.exec(INDEXES);
    return objects(db);
  } finally {
    db.close();
  }
}

/** What is defined, and how; spaces aside. */
function objects(db: Connection): Map<string, string> {
  const all = db.prepare('SELECT type, name, sql FROM sqlite_master').all() as {
    type: string;
    name: string;
    sql: string | null;
  }[]; // the columns above
  return new Map(all.map(({ type, name, sql }) => [`${type} ${name}`, (sql ?? '').replace(/\s+/g, ' ')]));
}
