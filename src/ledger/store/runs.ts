// A run begins, ends, or is found dead, inside a transaction. Each store knows from a lock or a lease whether a run is
// alive.
import { type Message, packed } from '../../message.ts';
import type { Ledger } from '../ledger.ts';
import type { NewRun } from '../run-records.ts';
import type { Tx } from './changes.ts';
import { ask, json, type Question, type RawRow } from './question.ts';
import { toRow } from './row.ts';
import { noRun } from './row-write.ts';
import { RowWrites } from './row-writes.ts';
import { WorkingSet } from './working-set.ts';

/** The run's process, and where the ledger's file was when the run began: the run's lock is next to that path. */
interface RunPlace {
  readonly host: string;
  readonly pid: number;
  readonly ledgerPath?: string;
  readonly ledgerInode?: string;
}

export function register(tx: Tx, environment: number, place: RunPlace, run: NewRun): void {
  const { id, kind, batchId, fileHash, parent, file, rows } = run;
  tx.changes.chainRow('runs', {
    ...{ id, environment, kind, batch_id: batchId, file_hash: fileHash, parent, file, rows },
    ...{
      started_at: run.startedAt.getTime(),
      begun: tx.changes.number,
      settings: JSON.stringify(run.settings),
    },
    ...{ host: place.host, pid: place.pid, ledger_path: place.ledgerPath, ledger_inode: place.ledgerInode },
  });
}

export type RunEnding = Parameters<Ledger['finish']>;

export function* end(tx: Tx, ...[id, at, exitCode, counts, paid]: RunEnding): Question<void> {
  yield* freeKeys([id]);
  yield* change(tx, [id], {
    finished_at: at.getTime(),
    exit_code: exitCode,
    counts: JSON.stringify(counts),
    paid: paid === undefined ? null : JSON.stringify(paid),
  });
}

const CLAIMS_AT_ONCE = 5_000;

/** A key has one owner. Returns how many keys the run has now. */
export function* claimKeys(environment: number, runId: string, keyHashes: BigInt64Array): Question<number> {
  for (let at = 0; at < keyHashes.length; at += CLAIMS_AT_ONCE) {
    const some = Array.from(keyHashes.subarray(at, at + CLAIMS_AT_ONCE), String);
    yield* ask(
      (d) =>
        `INSERT INTO claims (environment, hash, run_id)
           SELECT $1, CAST(q.value AS bigint), $2 FROM ${d.texts(3)} WHERE true ON CONFLICT DO NOTHING`,
      ...[environment, runId, json(some)],
    );
  }
  const [own] = yield* ask('SELECT count(*) AS own FROM claims WHERE run_id = $1', runId);
  return Number(own?.['own'] ?? 0);
}

/** Ends dead runs, and frees their keys. */
export function* endDeadRuns(tx: Tx, dead: readonly string[], at: Date): Question<void> {
  if (dead.length === 0) return;
  yield* freeKeys(dead);
  yield* change(tx, dead, { finished_at: at.getTime() });
}

export function* change(tx: Tx, runs: readonly string[], values: RawRow): Question<void> {
  const raws = yield* ask(
    (d) => `SELECT r.* FROM ${d.each(d.texts(1), 'runs', 'r.id = q.value')}`,
    json(runs),
  );
  for (const raw of raws) tx.changes.chainRow('runs', { ...raw, ...values });
}

function* freeKeys(runs: readonly string[]): Question<void> {
  yield* ask((d) => `DELETE FROM claims WHERE run_id IN (SELECT q.value FROM ${d.texts(1)})`, json(runs));
}

/** Rows that are being sent without a live run are in doubt. Returns how many, by run. */
export function* putInDoubt(
  tx: Tx,
  environment: number,
  sending: readonly RawRow[],
  at: Date,
): Question<ReadonlyMap<string, number>> {
  if (sending.length === 0) return new Map();
  const rows = sending.map(toRow);
  const set = yield* WorkingSet.fetch(environment, {
    keys: rows.map(({ key }) => key),
    runRows: rows,
  });
  const writes = new RowWrites(tx.changes, set, noRun(environment));
  for (const { key } of rows) writes.putInDoubt(key, at);
  return writes.doubts;
}

/** A person accepted the ledger in spite of an objection. */
export function* accept(tx: Tx, reason: Message, at: Date): Question<void> {
  const id = yield* nextId(tx, 'acceptances');
  const { sequence } = tx.before;
  tx.changes.chainRow('acceptances', { id, at: at.getTime(), reason: packed(reason), sequence });
}

/** Valid while the ledger's lock is held. */
export function* nextId(
  tx: Tx,
  table: 'acceptances' | 'environments' | 'backups' | 'exports' | 'moves',
): Question<number> {
  const [last] = yield* ask(`SELECT coalesce(max(id), 0) AS id FROM ${table}`);
  return Number(last?.['id'] ?? 0) + 1 + (tx.changes.puts.get(table)?.size ?? 0);
}

/** Adds the environment if it is new. */
export function* environmentOf(tx: Tx, name: string): Question<number> {
  const known = yield* findEnvironment(name);
  if (known !== undefined) return known;
  const id = yield* nextId(tx, 'environments');
  tx.changes.chainRow('environments', { id, name });
  return id;
}

export function* findEnvironment(name: string): Question<number | undefined> {
  const [known] = yield* ask('SELECT id FROM environments WHERE name = $1', name);
  return known && Number(known['id']);
}
