// Chunks as they come to be: written with their rows, and queued at once or when their documents are uploaded. Each is one
// transaction that may be repeated when its answer was lost.
import type { Item } from '../../queue.ts';
import type { Session } from '../connections.ts';
import { addItems, changeItems } from './items.ts';
import { giveJobs, type Unhanded } from './tending.ts';

export type Job = Unhanded & { readonly job: string };

/** `jobs`: of the chunks that nothing is missing of. */
export async function addChunks(
  session: Session,
  runId: string,
  items: readonly Item[],
  jobs: readonly Job[],
): Promise<void> {
  const chunks = [...new Set(items.flatMap(({ chunk }) => (chunk === null ? [] : [chunk])))];
  await session.query('BEGIN');
  await addItems(session, runId, items);
  await session.query(
    `INSERT INTO chunks (run_id, chunk, state) SELECT $1, n, CASE WHEN n = ANY($3::bigint[]) THEN 'queued' ELSE 'waiting' END
     FROM unnest($2::bigint[]) AS n ON CONFLICT DO NOTHING`,
    [runId, chunks, jobs.map(({ chunk }) => chunk)],
  );
  await giveJobs(session.query, jobs);
  await session.query('COMMIT');
}

/** A chunk that has waited, with its items as they are by now. */
export async function readyChunk(session: Session, job: Job, items: readonly Item[]): Promise<void> {
  const { runId, chunk } = job;
  await session.query('BEGIN');
  await changeItems(session, runId, items);
  await session.query(
    `UPDATE chunks SET state = 'queued' WHERE run_id = $1 AND chunk = $2 AND state = 'waiting'`,
    [runId, chunk],
  );
  await giveJobs(session.query, [job]);
  await session.query('COMMIT');
}

export async function waitingChunks(query: Session['query'], runId: string): Promise<number[]> {
  const found = await query<{ chunk: number }>(
    `SELECT chunk FROM chunks WHERE run_id = $1 AND state = 'waiting' ORDER BY chunk`,
    [runId],
  );
  return found.map(({ chunk }) => chunk);
}
