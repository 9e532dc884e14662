// A ledger on Postgres as a file of SQLite: all that it holds at one moment, in the same tables. What looks at whole ledgers
// (verify, export, backup) looks at that.
import Database from 'libsql';

import { pagesOf } from '../copy/contents.ts';
import type { Connection } from '../sqlite/connection.ts';
import { makeIndexes, makeTables } from '../sqlite/schema.ts';
import { LEDGER_TABLES } from '../store/tables.ts';
import type { Session } from './connections.ts';
import { insertInto } from './scratch.ts';
import { answerOver } from './statement.ts';

/** How a whole ledger is looked at. */
export interface Mirroring {
  /** Inside a transaction that holds the ledger's lock. */
  readonly held?: boolean;
  /** What is looked at in the same moment. */
  readonly beside?: (session: Session) => Promise<void>;
}

/** Writes it into a file that isn't there yet, or is empty. It can't be repeated over the same file. */
export async function mirror(
  session: Session,
  path: string,
  { held = false, beside }: Mirroring = {},
): Promise<void> {
  const db = new Database(path);
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    makeTables(db);
    if (!held) await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    insertInto(db, 'meta', await session.query('SELECT * FROM meta'));
    for (const name of Object.keys(LEDGER_TABLES)) {
      for await (const page of pagesOf((question) => answerOver(session, question), name))
        insertInto(db, name, page);
    }
    await beside?.(session);
    if (!held) await session.query('COMMIT');
    finish(db);
  } finally {
    db.close();
  }
}

/** One file, synced: no log lies beside it. */
function finish(db: Connection): void {
  makeIndexes(db);
  db.exec('PRAGMA synchronous = FULL');
  db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
}
