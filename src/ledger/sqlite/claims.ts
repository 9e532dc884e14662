// A run begins: what dead runs left is cleared up, and its own keys are claimed. To be run in one transaction.
import { hostname } from 'node:os';

import type { BalanceMove } from '../balance-move.ts';
import type { BeginResult, NewRun, RunRecord, StatusCounts } from '../records.ts';
import type { Links } from './chain/chain.ts';
import type { Connection } from './connection.ts';
import type { Place } from './place.ts';
import { type Raw, toRun } from './rows.ts';
import { OPEN_ROWS, type RowWrites } from './writes.ts';

const CLAIMS_AT_ONCE = 5_000;

/** A run with the name of its environment. */
const RUNS =
  'SELECT runs.*, environments.name AS environment_name FROM runs JOIN environments ON environments.id = runs.environment';

export interface Claiming {
  readonly db: Connection;
  readonly links: Links;
  readonly place: Place;
  readonly environment: number;
  readonly writes: RowWrites;
  readonly isAlive: (runId: string) => boolean;
}

/** What dead runs left becomes in_doubt, their claims end. Returns the runs that are alive, and the rows now in doubt. */
export function recover(claiming: Claiming, at: Date): { alive: RunRecord[]; orphans: number } {
  const { db, links, environment, writes, isAlive } = claiming;
  const runs = readRuns(claiming, 'AND finished_at IS NULL');
  // A run may have ended in good order and still have left an intent open: when the ledger could not take its outcome.
  const sending = db
    .prepare(`SELECT DISTINCT run_id FROM rows ${OPEN_ROWS} AND environment = ? AND state = 'sending'`)
    .all(environment) as { run_id: string }[]; // one column
  let orphans = 0;
  for (const { run_id: id } of sending) if (!isAlive(id)) orphans += writes.orphan(id, at);
  for (const dead of runs.filter((run) => !run.alive)) {
    db.prepare('DELETE FROM claims WHERE environment = ? AND run_id = ?').run(environment, dead.id);
    db.prepare('UPDATE runs SET finished_at = ? WHERE id = ?').run(at.getTime(), dead.id);
    links.changed('runs', dead.id);
  }
  return { alive: runs.filter((run) => run.alive), orphans };
}

export function claim(claiming: Claiming, run: NewRun, keyHashes: BigInt64Array): BeginResult {
  const { db, environment } = claiming;
  const { alive } = recover(claiming, run.startedAt);
  register(claiming, run);
  const insert = db.prepare(
    `INSERT INTO claims (environment, hash, run_id) SELECT ?, value, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`,
  );
  let claimed = 0;
  for (let at = 0; at < keyHashes.length; at += CLAIMS_AT_ONCE) {
    const some = keyHashes.subarray(at, at + CLAIMS_AT_ONCE);
    claimed += insert.run(environment, run.id, `[${some.join(',')}]`).changes;
  }
  return { held: keyHashes.length - claimed, holders: alive };
}

function register({ db, links, environment, place }: Claiming, run: NewRun): void {
  const { id, kind, batchId, fileHash, parent, file, rows } = run;
  const settings = JSON.stringify(run.settings);
  const startedAt = run.startedAt.getTime();
  // The first run of a batch says what the batch is; a later one, even under other settings, adds nothing to that.
  const first = db
    .prepare(
      `INSERT INTO batches (environment, kind, id, file_hash, parent, settings, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    )
    .run(environment, kind, batchId, fileHash, parent, settings, startedAt);
  if (first.changes > 0) links.changed('batches', environment, kind, batchId);
  db.prepare(
    `INSERT INTO runs (id, environment, kind, batch_id, file, rows, started_at, begun, host, pid, file_hash, parent, settings, ledger_path, ledger_inode)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ...[
      id,
      environment,
      kind,
      batchId,
      file,
      rows,
      startedAt,
      links.number,
      hostname(),
      process.pid,
      fileHash,
      parent,
      settings,
    ],
    ...[place.path, place.inode()],
  );
  links.changed('runs', id);
}

/** The run is over: its keys are free, its end is written down. */
export function end(
  { db, links, environment }: Claiming,
  id: string,
  at: Date,
  exitCode: number,
  counts: StatusCounts,
  balances: readonly BalanceMove[],
): void {
  db.prepare('DELETE FROM claims WHERE environment = ? AND run_id = ?').run(environment, id);
  db.prepare('UPDATE runs SET finished_at = ?, exit_code = ?, counts = ?, balances = ? WHERE id = ?').run(
    at.getTime(),
    exitCode,
    JSON.stringify(counts),
    balances.length === 0 ? null : JSON.stringify(balances),
    id,
  );
  links.changed('runs', id);
}

/** Runs of this environment that meet a further condition. */
export function readRuns(
  { db, environment, isAlive }: Claiming,
  condition: string,
  ...values: readonly (string | number)[]
): RunRecord[] {
  const found = db
    .prepare(`${RUNS} WHERE runs.environment = ? ${condition}`)
    .all(environment, ...values) as Raw[]; // shape: RUNS
  return found.map((raw) => toRun(raw, raw.finished_at === null && isAlive(String(raw.id))));
}
