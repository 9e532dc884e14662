// Who holds which chunk. Every change is one statement with its condition in it, so that of two hosts one has it.
import type { Session } from '../postgres/connections.ts';
import type { ChunkName, Left } from '../queue.ts';
import { OPEN } from './items.ts';
import { AT_WORK } from './submissions.ts';

type Query = Session['query'];

/** This host, while it isn't swept: whoever sweeps it waits, and finds what it holds. */
const ME = 'me AS MATERIALIZED (SELECT id FROM workers WHERE id = $1 AND closed_at IS NULL FOR SHARE)';
/** Of a chunk c: some of its rows are open. */
export const HAS_OPEN = `EXISTS (SELECT 1 FROM items i WHERE i.run_id = c.run_id AND i.chunk = c.chunk AND ${OPEN})`;
/** Its run goes on, and is of this host's version. */
const GOING = `EXISTS (SELECT 1 FROM submissions s WHERE s.run_id = c.run_id AND s.stopped IS NULL AND s.ended_at IS NULL
  AND s.version = (SELECT version FROM workers WHERE id = $1))`;

export async function claim(query: Query, worker: string, { runId, chunk }: ChunkName): Promise<boolean> {
  const taken = await query(
    `WITH ${ME} UPDATE chunks c SET worker = me.id FROM me
     WHERE c.run_id = $2 AND c.chunk = $3 AND c.state = 'queued' AND c.worker IS NULL AND ${GOING} RETURNING c.chunk`,
    [worker, runId, chunk],
  );
  return taken.length > 0;
}

/** The first of a run that nobody holds. */
export async function claimOf(query: Query, worker: string, runId: string): Promise<number | undefined> {
  const [taken] = await query<{ chunk: number }>(
    `WITH ${ME}, free AS (SELECT chunk FROM chunks c WHERE run_id = $2 AND state = 'queued' AND worker IS NULL AND ${GOING}
       ORDER BY chunk LIMIT 1 FOR UPDATE SKIP LOCKED)
     UPDATE chunks c SET worker = me.id FROM me, free WHERE c.run_id = $2 AND c.chunk = free.chunk AND c.worker IS NULL
     RETURNING c.chunk`,
    [worker, runId],
  );
  return taken?.chunk;
}

/** Gives it back, done if none of its rows is open. Returns the job that handed it out. */
export async function giveBack(
  query: Query,
  worker: string,
  { runId, chunk }: ChunkName,
): Promise<string | null> {
  const [given] = await query<{ job: string | null }>(
    `UPDATE chunks c SET worker = NULL, job = NULL, state = CASE
         WHEN ${HAS_OPEN} THEN 'queued' ELSE 'done' END
     FROM (SELECT job FROM chunks WHERE run_id = $2 AND chunk = $3) before
     WHERE c.run_id = $2 AND c.chunk = $3 AND c.worker = $1 RETURNING before.job`,
    [worker, runId, chunk],
  );
  return given?.job ?? null;
}

/** Whose rows are open again may have been done by then: whoever waits until nothing is left waits for them. */
export async function reopenChunks(
  { query }: Pick<Session, 'query'>,
  rows: readonly { readonly runId: string; readonly sequence: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await query(
    `UPDATE chunks c SET state = 'queued' FROM items i JOIN unnest($1::text[], $2::bigint[]) AS o(r, n) ON i.run_id = o.r AND i.sequence = o.n
     WHERE c.run_id = i.run_id AND c.chunk = i.chunk AND c.state = 'done'`,
    [rows.map(({ runId }) => runId), rows.map(({ sequence }) => sequence)],
  );
}

/** Chunks of a run that were done and of which rows are open again. Returns whether there were any. */
export async function reopenRun(query: Query, runId: string): Promise<boolean> {
  const again = await query(
    `UPDATE chunks c SET state = 'queued' WHERE run_id = $1 AND state = 'done' AND ${HAS_OPEN} RETURNING chunk`,
    [runId],
  );
  return again.length > 0;
}

/** Chunks that this host holds by the table and not by its own memory: the answer to a claim was lost. */
export async function giveBackUnknown(
  query: Query,
  worker: string,
  known: readonly ChunkName[],
): Promise<void> {
  await query(
    `UPDATE chunks c SET worker = NULL, job = NULL WHERE worker = $1 AND NOT EXISTS
       (SELECT 1 FROM unnest($2::text[], $3::bigint[]) AS k(r, n) WHERE k.r = c.run_id AND k.n = c.chunk)`,
    [worker, known.map(({ runId }) => runId), known.map(({ chunk }) => chunk)],
  );
}

interface LeftRow extends Readonly<Record<string, unknown>> {
  readonly run_id: string;
  readonly version: string;
  readonly chunks: number;
  readonly others: number;
}

/** Chunks of runs that go on, and those that somebody still holds of one that was stopped. */
export async function leftOf(
  query: Query,
  environment: number,
  worker: string,
  version: string,
  runId: string | null,
): Promise<Left> {
  const found = await query<LeftRow>(
    `SELECT c.run_id, s.version, count(*) AS chunks, count(*) FILTER (WHERE c.worker <> $2) AS others
     FROM submissions s JOIN chunks c ON c.run_id = s.run_id
     WHERE s.environment = $1 AND s.ended_at IS NULL AND c.state = 'queued' AND (s.stopped IS NULL OR c.worker IS NOT NULL)
       AND ($3::text IS NULL OR s.run_id = $3) GROUP BY c.run_id, s.version`,
    [environment, worker, runId],
  );
  const own = found.filter((one) => one.version === version);
  const sum = (name: 'chunks' | 'others'): number => own.reduce((all, one) => all + one[name], 0);
  const foreign = found.filter((one) => one.version !== version);
  return {
    ...{ chunks: sum('chunks'), others: sum('others') },
    foreign: foreign.map((one) => ({ runId: one.run_id, version: one.version })),
  };
}

/** Hosts of this version that may take what this one leaves. */
export async function othersAtWork(
  query: Query,
  environment: number,
  worker: string,
  version: string,
): Promise<number> {
  const [found] = await query<{ others: number }>(
    `SELECT count(*) AS others FROM workers WHERE environment = $1 AND id <> $2 AND version = $3
       AND ${AT_WORK}`,
    [environment, worker, version],
  );
  return found?.others ?? 0;
}
