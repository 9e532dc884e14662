// A run begins: what dead runs left is cleared up, and its own keys are claimed, in one transaction of the caller's.
import { hostname } from 'node:os';

import type { BeginResult, NewRun } from '../ledger.ts';
import type { Connection } from './open.ts';
import { isAlive } from './presence.ts';
import { type Raw, toRun } from './rows.ts';
import type { RowWrites } from './writes.ts';

const CLAIMS_AT_ONCE = 5_000;

/** A run with the name of its environment. */
export const RUNS =
  'SELECT runs.*, environments.name AS environment_name FROM runs JOIN environments ON environments.id = runs.environment';

export function claim(
  db: Connection,
  path: string,
  environment: number,
  writes: RowWrites,
  run: NewRun,
  keyHashes: BigInt64Array,
): BeginResult {
  const unfinished = db
    .prepare(`${RUNS} WHERE runs.environment = ? AND finished_at IS NULL`)
    .all(environment) as Raw[]; // shape: RUN_COLUMNS
  const others = unfinished.map((raw) => toRun(raw, isAlive(path, String(raw.id))));
  // A run may have ended in good order and still have left an intent open: when the ledger could not take its outcome.
  const sending = db
    .prepare(`SELECT DISTINCT run_id FROM rows WHERE environment = ? AND state = 'sending'`)
    .all(environment) as { run_id: string }[]; // one column
  for (const { run_id: id } of sending) if (!isAlive(path, id)) writes.orphan(id, run.startedAt);
  for (const dead of others.filter((other) => !other.alive)) {
    db.prepare('DELETE FROM claims WHERE environment = ? AND run_id = ?').run(environment, dead.id);
    db.prepare('UPDATE runs SET finished_at = ? WHERE id = ?').run(run.startedAt.getTime(), dead.id);
  }
  db.prepare(
    `INSERT INTO runs (id, environment, kind, batch_id, file, rows, started_at, host, pid) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    run.id,
    environment,
    run.kind,
    run.batchId,
    run.file,
    run.rows,
    run.startedAt.getTime(),
    hostname(),
    process.pid,
  );
  const insert = db.prepare(
    `INSERT INTO claims (environment, hash, run_id) SELECT ?, value, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`,
  );
  let claimed = 0;
  for (let at = 0; at < keyHashes.length; at += CLAIMS_AT_ONCE) {
    const some = keyHashes.subarray(at, at + CLAIMS_AT_ONCE);
    claimed += insert.run(environment, run.id, `[${some.join(',')}]`).changes;
  }
  return { held: keyHashes.length - claimed, holders: others.filter((other) => other.alive) };
}
