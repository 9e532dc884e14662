// A ledger on Postgres as a file of SQLite: its contents at one moment, in the same tables. The file is verified as
// any ledger.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pagesOf } from '../copy/contents.ts';
import type { SeenHead } from '../evidence/finding.ts';
import { type Verified, verifyLedger } from '../evidence/verify.ts';
import { beginFilling, endFilling, insertInto } from '../file/schema.ts';
import { readMeta } from '../store/reads.ts';
import { LEDGER_TABLES } from '../store/tables.ts';
import type { PostgresAddress } from './address.ts';
import type { ServerSession } from './connections.ts';
import { answerOver } from './driver.ts';
import { HostMarks } from './host-marks.ts';
import { readStore } from './make.ts';
import { visit } from './packages.ts';

/**
 * Calls `work` with a file, which is removed afterwards. `held`: inside a transaction that holds the ledger's lock.
 */
export async function mirrored<T>(
  session: ServerSession,
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

async function fill(session: ServerSession, path: string): Promise<void> {
  const { id, createdAt } = await answerOver(session, readMeta());
  const db = beginFilling(path, id, createdAt);
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

/** `stateFolder`: of this host's marks. Errors: {@link LedgerError}. */
export async function verifyPostgres(
  address: PostgresAddress,
  stateFolder: string,
  seen: readonly SeenHead[] = [],
): Promise<Verified> {
  // Read before the ledger: other processes raise the mark.
  const mark = new HostMarks(stateFolder, address).read();
  return visit(address, async (session) => {
    await readStore(session, address, { moved: true });
    return mirrored(session, (path) => verifyLedger({ path, inUse: true, mark, seen }));
  });
}
