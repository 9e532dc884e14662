// Verifies a ledger on Postgres: what it holds at one moment is judged by the rules of every ledger, against what this host
// remembers of it and what others have seen. It writes nothing there.
import Database from 'libsql';

import type { Seen } from '../evidence/finding.ts';
import { type Verified, verifyOpened } from '../evidence/verify.ts';
import type { MarkRecord } from '../file/mark.ts';
import type { PostgresAddress } from './address.ts';
import { visit } from './driver.ts';
import { HostMarks } from './host-marks.ts';
import { readStore } from './make.ts';
import { mirrored } from './mirror.ts';

/** `stateFolder`: where this host remembers what it has seen of it; `null` where that doesn't count. Errors: {@link LedgerError}. */
export async function verifyPostgres(
  address: PostgresAddress,
  stateFolder: string | null,
  seen: readonly Seen[] = [],
): Promise<Verified> {
  // What was remembered was there before anything below is read.
  const mark = stateFolder === null ? null : new HostMarks(stateFolder, address).read();
  const look = (path: string): Verified => verifyFile(path, stateFolder !== null, seen, mark);
  return visit(address, async (session) => {
    await readStore(session, address, { moved: true });
    return mirrored(session, look);
  });
}

function verifyFile(path: string, inUse: boolean, seen: readonly Seen[], mark: MarkRecord | null): Verified {
  const db = new Database(path);
  try {
    db.exec('BEGIN');
    return verifyOpened(db, { inUse, isFile: false, seen }, mark);
  } finally {
    db.close();
  }
}
