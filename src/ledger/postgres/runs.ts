// The runs of a ledger and the hosts that work on them: a run begins, ends, or is found dead. Whatever writes is
// called in a transaction that holds the ledger's lock.
import { setTimeout } from 'node:timers/promises';

import type { BeginResult, HostRecord, NewRun, OpenRun, RunRecord, StatusCounts } from '../run-records.ts';
import { type RawRow } from '../store/question.ts';
import { toRun } from '../store/read-records.ts';
import { ROW } from '../store/reads.ts';
import { change, claimKeys, end as endRun, endDeadRuns, putInDoubt, type RunEnding } from '../store/runs.ts';
import type { ServerRow, ServerSession } from './connections.ts';
import { answerOver } from './driver.ts';
import { AT_WORK } from './lease.ts';
import { countDoubts } from './queue/submissions.ts';
import type { Access, ServerTx } from './transactions.ts';

const ALIVE = `(EXISTS (SELECT 1 FROM presences p JOIN workers w ON w.id = p.worker WHERE p.run_id = runs.id AND ${AT_WORK})
  OR EXISTS (SELECT 1 FROM submissions o WHERE o.run_id = runs.id AND o.ended_at IS NULL))`;
/** The state of a run that is open to several hosts. */
const STATE = `CASE WHEN s.run_id IS NULL THEN NULL WHEN s.stopped IS NOT NULL THEN 'stopping' WHEN s.queued_at IS NOT NULL THEN 'queued'
  WHEN EXISTS (SELECT 1 FROM workers w WHERE w.id = s.submitter AND ${AT_WORK}) THEN 'submitting' ELSE 'cut_off' END`;
/** Reported rows by status. A late response of a host may have resolved a doubt of a run that has ended. */
const REPORTED = `CASE WHEN s.run_id IS NOT NULL OR runs.counts LIKE '%in_doubt%' THEN (SELECT json_object_agg(status, n) FROM
  (SELECT status, count(*) AS n FROM reported t WHERE t.run_id = runs.id GROUP BY status) c) END`;
const RUNS = `SELECT runs.*, environments.name AS environment_name, finished_at IS NULL AND ${ALIVE} AS alive,
    ${STATE} AS open_state, s.version AS open_version, ${REPORTED} AS reported
  FROM runs JOIN environments ON environments.id = runs.environment
    LEFT JOIN submissions s ON s.run_id = runs.id AND s.ended_at IS NULL WHERE runs.environment = $1`;

/** Runs of the environment that meet a further condition. */
export async function readRuns(
  session: Pick<ServerSession, 'query'>,
  environment: number,
  condition: string,
  ...values: readonly unknown[]
): Promise<RunRecord[]> {
  const found = await session.query<RawRow & { alive: never }>(`${RUNS} ${condition}`, [
    environment,
    ...values,
  ]);
  return found.map((raw) => withOpen(toRun(raw, (raw['alive'] as unknown) === true), raw)); // the server's own boolean
}

function withOpen(run: RunRecord, raw: ServerRow): RunRecord {
  const { open_state: state, open_version: version, reported } = raw;
  const counts = (reported ?? {}) as StatusCounts; // the server's own JSON, by status
  if (typeof state !== 'string') return reported ? { ...run, counts } : run;
  const pending = run.rows - Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    ...run,
    counts: pending > 0 ? { ...counts, pending } : counts,
    open: { state: state as OpenRun['state'], version: String(version) }, // one of those above
  };
}

/** Puts the requests of hosts whose lease has expired in doubt. Returns how many. */
export async function sweep(tx: ServerTx, environment: number, at: Date): Promise<number> {
  await tx.query(
    `UPDATE workers SET closed_at = clock_timestamp() WHERE environment = $1 AND closed_at IS NULL AND lease_until <= clock_timestamp()`,
    [environment],
  );
  const orphans = await tx.query<RawRow>(
    `SELECT ${ROW} FROM rows r WHERE environment = $1 AND state = 'sending' AND NOT EXISTS
       (SELECT 1 FROM intents i JOIN workers w ON w.id = i.worker
        WHERE i.environment = r.environment AND i.key = r.key AND i.entry = r.intent_entry AND w.closed_at IS NULL)`,
    [environment],
  );
  await countDoubts(tx, await answerOver(tx, putInDoubt(tx, environment, orphans, at)));
  return orphans.length;
}

/** A host's requests that may be in progress or are in doubt. */
const HELD = `FROM intents i JOIN rows r ON r.environment = i.environment AND r.key = i.key
  AND r.intent_entry = i.entry AND r.state IN ('sending', 'in_doubt') WHERE i.worker = w.id`;

/** Hosts at work, and lost hosts with requests that they have not reported. */
export const readHosts = (query: ServerSession['query'], environment: number): Promise<HostRecord[]> =>
  query<HostRecord & ServerRow>(
    `SELECT w.id, w.host, w.pid, environments.name AS environment, w.version,
       CASE WHEN ${AT_WORK} THEN 'alive' ELSE 'lost' END AS state, w.lease_until AS "leaseUntil",
       (SELECT count(*) ${HELD}) AS rows
     FROM workers w JOIN environments ON environments.id = w.environment
     WHERE w.environment = $1 AND (closed_at IS NULL OR EXISTS (SELECT 1 ${HELD}))
     ORDER BY w.lease_until`,
    [environment],
  );

/** Ends dead runs. Returns the live runs, and how many rows are now in doubt. */
export async function recover(
  tx: ServerTx,
  environment: number,
  at: Date,
): Promise<{ alive: RunRecord[]; orphans: number }> {
  const orphans = await sweep(tx, environment, at);
  const open = await readRuns(tx, environment, 'AND finished_at IS NULL');
  const dead = open.filter((run) => !run.alive).map(({ id }) => id);
  await forgetPresences(tx, dead);
  await answerOver(tx, endDeadRuns(tx, dead, at));
  return { alive: open.filter((run) => run.alive), orphans };
}

async function forgetPresences(tx: ServerTx, runs: readonly string[]): Promise<void> {
  if (runs.length > 0) await tx.query('DELETE FROM presences WHERE run_id = ANY($1)', [runs]);
}

export async function end(tx: ServerTx, ...ending: RunEnding): Promise<void> {
  await forgetPresences(tx, [ending[0]]);
  await answerOver(tx, endRun(tx, ...ending));
}

/** Opens a run that has ended, since a row of it is open again. It ends once more when that row is reported. */
export async function reopenRun(tx: ServerTx, id: string): Promise<void> {
  await tx.query('UPDATE submissions SET ended_at = NULL WHERE run_id = $1', [id]);
  tx.changes.unchainRow('run_parts', [id, 'facts', 1]);
  await answerOver(tx, change(tx, [id], { finished_at: null, exit_code: null, counts: null, paid: null }));
}

const POLL_MS = 250;

/** Claims of runs that have ended come from a restored copy. */
async function freeClaims(query: ServerSession['query'], environment: number): Promise<void> {
  await query(
    'DELETE FROM claims c USING runs r WHERE c.environment = $1 AND r.id = c.run_id AND r.finished_at IS NOT NULL',
    [environment],
  );
}

/**
 * A run begins and claims its keys. If a run that may have been killed holds some of them, it waits until that is
 * known. `register` is called in the transaction that ends dead runs. It returns false if the run must not begin.
 */
export async function beginRun(
  { connections: { query }, environment, write }: Access,
  run: NewRun,
  keyHashes: BigInt64Array,
  register: (tx: ServerTx) => Promise<boolean>,
): Promise<BeginResult> {
  const alive = await write(async (tx) => {
    const found = await recover(tx, environment, run.startedAt);
    return (await register(tx)) ? found.alive : undefined;
  });
  if (!alive) return { keysOfOthers: 0, holders: [] };
  // This needs no lock: the table's primary key gives each key one owner.
  let claimed = await answerOver({ query }, claimKeys(environment, run.id, keyHashes));
  if (claimed < keyHashes.length) {
    await freeClaims(query, environment);
    claimed = await answerOver({ query }, claimKeys(environment, run.id, keyHashes));
  }
  let holders = alive;
  // A killed run holds its keys until its lease expires. A host that renews its lease is at work.
  const first = new Map<string, number>();
  while (claimed < keyHashes.length && (await mayBeDead(query, holders, first))) {
    await setTimeout(POLL_MS);
    holders = (await write((tx) => recover(tx, environment, run.startedAt))).alive;
    holders = holders.filter(({ id }) => id !== run.id);
    claimed = await answerOver({ query }, claimKeys(environment, run.id, keyHashes));
  }
  return { keysOfOthers: keyHashes.length - claimed, holders };
}

/** Whether any of these runs has not renewed its lease since it was first looked at. */
async function mayBeDead(
  query: ServerSession['query'],
  runs: readonly RunRecord[],
  first: Map<string, number>,
): Promise<boolean> {
  const found = await query<{ run_id: string; lease_until: Date }>(
    'SELECT p.run_id, w.lease_until FROM presences p JOIN workers w ON w.id = p.worker WHERE p.run_id = ANY($1)',
    [runs.map(({ id }) => id)],
  );
  const stalled = found.filter(({ run_id: id, lease_until: lease }) => {
    if (!first.has(id)) first.set(id, lease.getTime());
    return first.get(id) === lease.getTime();
  });
  return stalled.length > 0;
}
