// Chunks as they come to be: written with their rows, and queued at once or when their documents are uploaded. Inside a
// transaction that holds the ledger's lock: the rows are in the hash chain.
import type { Session } from '../postgres/connections.ts';
import type { Tx } from '../postgres/transactions.ts';
import type { Item, KeptItem } from '../queue.ts';
import { chainItem, keptSequences } from './items.ts';
import { giveJobs, type Unhanded } from './tending.ts';

export type Job = Unhanded & { readonly job: string };

/** `jobs`: of the chunks that nothing is missing of. A chunk that is there is whole: none of its rows is added. */
export async function addChunks(
  tx: Tx,
  runId: string,
  items: readonly Item[],
  jobs: readonly Job[],
): Promise<void> {
  const chunks = [...new Set(items.flatMap(({ chunk }) => (chunk === null ? [] : [chunk])))];
  const made = await tx.query<{ chunk: number }>(
    `INSERT INTO chunks (run_id, chunk, state) SELECT $1, n, CASE WHEN n = ANY($3::bigint[]) THEN 'queued' ELSE 'waiting' END
     FROM unnest($2::bigint[]) AS n ON CONFLICT DO NOTHING RETURNING chunk`,
    [runId, chunks, jobs.map(({ chunk }) => chunk)],
  );
  const isNew = new Set(made.map(({ chunk }) => chunk));
  const sequences = items.map(({ sequence }) => sequence);
  const there = await keptSequences(tx.query, runId, sequences);
  for (const item of items) {
    const isOwn = item.chunk === null || isNew.has(item.chunk);
    if (isOwn && !there.has(item.sequence)) chainItem(tx, runId, item);
  }
  await giveJobs(tx.query, jobs);
}

/** A chunk that has waited, with its items as they are by now. */
export async function readyChunk(tx: Tx, job: Job, items: readonly KeptItem[]): Promise<void> {
  const { runId, chunk } = job;
  const queued = await tx.query(
    `UPDATE chunks SET state = 'queued' WHERE run_id = $1 AND chunk = $2 AND state = 'waiting' RETURNING chunk`,
    [runId, chunk],
  );
  if (queued.length > 0) {
    // What was altered before stays what it is.
    for (const item of items) if (!item.isAltered) chainItem(tx, runId, item);
  }
  await giveJobs(tx.query, [job]);
}

export async function waitingChunks(query: Session['query'], runId: string): Promise<number[]> {
  const found = await query<{ chunk: number }>(
    `SELECT chunk FROM chunks WHERE run_id = $1 AND state = 'waiting' ORDER BY chunk`,
    [runId],
  );
  return found.map(({ chunk }) => chunk);
}
