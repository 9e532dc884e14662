// Verifies a ledger on Postgres: what it holds at one moment is judged by the rules of every ledger, against what this host
// remembers of it and what others have seen. It writes nothing in the ledger.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Database from 'libsql';

import type { Seen } from '../finding.ts';
import { type Verified, verifyOpened } from '../sqlite/chain/verify.ts';
import type { PostgresAddress } from './address.ts';
import { mirror } from './mirror.ts';
import { evenMoved, visit } from './visit.ts';
import { Witness } from './witness.ts';

/** A moment of the ledger as a file, for whoever looks at it; the file is gone afterwards. Errors: {@link LedgerError}. */
export async function withMirror<T>(
  address: PostgresAddress,
  work: (path: string) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'paybatch-ledger-'));
  try {
    const path = join(folder, 'ledger.db');
    await visit(address, evenMoved(address), (connections) =>
      connections.steady((session) => mirror(session, path)),
    );
    return await work(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `stateFolder`: where this host remembers what it has seen of it; `null` where that doesn't count. */
export function verifyPostgres(
  address: PostgresAddress,
  stateFolder: string | null,
  seen: readonly Seen[],
): Promise<Verified> {
  // What was remembered was there before anything below is read.
  const mark = stateFolder === null ? null : new Witness(stateFolder, address).read();
  return withMirror(address, (path) => {
    const db = new Database(path);
    try {
      db.exec('BEGIN');
      return verifyOpened(db, { inUse: stateFolder !== null, seen }, mark);
    } finally {
      db.close();
    }
  });
}
