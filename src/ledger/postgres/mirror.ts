// A ledger on Postgres as a file of SQLite: all that it holds at one moment, in the same tables. What looks at whole ledgers
// (verify, export, backup) looks at that.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pagesOf } from '../copy/contents.ts';
import { beginFilling, endFilling, insertInto } from '../file/schema.ts';
import { LEDGER_TABLES } from '../store/tables.ts';
import type { Session } from './connections.ts';
import { answerOver } from './statement.ts';

/** Writes it into a file of its own for `work`, which is gone afterwards. `held`: in a transaction that holds the ledger's lock. */
export async function mirrored<T>(
  session: Session,
  work: (path: string) => T,
  { held = false } = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'paybatch-ledger-'));
  try {
    const path = join(folder, 'ledger.db');
    if (!held) await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await fill(session, path);
    if (!held) await session.query('COMMIT');
    return work(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(session: Session, path: string): Promise<void> {
  const [meta] = await session.query<{ ledger_id: string; created_at: number }>('SELECT * FROM meta');
  const db = beginFilling(path, meta?.ledger_id ?? '', meta?.created_at ?? 0);
  try {
    for (const [name, table] of Object.entries(LEDGER_TABLES)) {
      for await (const page of pagesOf({ read: (question) => answerOver(session, question) }, name, table))
        insertInto(db, name, page);
    }
    endFilling(db);
  } finally {
    db.close();
  }
}
