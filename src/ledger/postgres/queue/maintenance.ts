// Every host does this each second for all hosts: chunks of dead hosts are handed out again, rows of stopped runs are
// reported, complete runs end. Each step first looks whether there is anything to do. Two hosts may do it at once.
import { packed, unpacked } from '../../../message.ts';
import { rowNote } from '../../messages.ts';
import type { Maintenance } from '../../queue.ts';
import type { RowStatus, StatusCounts } from '../../run-records.ts';
import { MAYBE_PAID } from '../../store/tables.ts';
import { AT_WORK } from '../lease.ts';
import { end, sweep } from '../runs.ts';
import type { Access, ServerTx } from '../transactions.ts';
import { HAS_OPEN, OPEN, SENDING } from './items.ts';
import { type ItemRow, keptItems } from './seals.ts';
import { stopRun } from './submissions.ts';

/** Rows in one transaction. More would keep other hosts waiting. */
const NOTES = 500;

/** Frees the chunks of hosts whose lease has expired. Returns whether there were any. */
export async function sweepHosts({ connections, environment, write }: Access, at: Date): Promise<boolean> {
  const [dead] = await connections.query(
    'SELECT 1 AS there FROM workers WHERE environment = $1 AND closed_at IS NULL AND lease_until <= clock_timestamp() LIMIT 1',
    [environment],
  );
  if (dead) await write((tx) => sweep(tx, environment, at));
  const freed = await connections.query(
    `UPDATE chunks c SET worker = NULL FROM workers w
     WHERE w.id = c.worker AND w.environment = $1 AND w.closed_at IS NOT NULL RETURNING c.chunk`,
    [environment],
  );
  return freed.length > 0;
}

/** Closes free chunks without open rows. */
export async function closeChunks({ connections, environment }: Access): Promise<void> {
  await connections.query(
    `UPDATE chunks c SET state = 'done' FROM submissions s
     WHERE s.run_id = c.run_id AND s.environment = $1 AND s.ended_at IS NULL AND c.state <> 'done' AND c.worker IS NULL
       AND NOT ${HAS_OPEN}`,
    [environment],
  );
}

/** Reports open rows of stopped runs as not sent, and rows that may have been paid before as in doubt. */
export async function reportStopped({ connections, environment, write }: Access): Promise<void> {
  const stopped = await connections.query<{ run_id: string; stopped: string }>(
    'SELECT run_id, stopped FROM submissions WHERE environment = $1 AND ended_at IS NULL AND stopped IS NOT NULL',
    [environment],
  );
  for (const { run_id: runId, stopped: reason } of stopped) {
    while (await write((tx) => reportSome(tx, environment, runId, reason)));
    await connections.query(
      `UPDATE chunks c SET state = 'done' WHERE run_id = $1 AND state <> 'done' AND worker IS NULL
         AND NOT ${HAS_OPEN}`,
      [runId],
    );
  }
}

async function reportSome(
  tx: ServerTx,
  environment: number,
  runId: string,
  stopped: string,
): Promise<boolean> {
  const reason = unpacked(stopped);
  const note = reason && rowNote('run_stopped_first', { reason });
  const open = await tx.query<ItemRow & { readonly may_be_paid: boolean }>(
    `SELECT i.*, EXISTS (SELECT 1 FROM rows r
       WHERE r.environment = $2 AND r.key = i.key AND r.state IN (${MAYBE_PAID})) AS may_be_paid
     FROM items i LEFT JOIN chunks c ON c.run_id = i.run_id AND c.chunk = i.chunk
     WHERE i.run_id = $1 AND c.worker IS NULL AND ${OPEN} AND NOT ${SENDING} ORDER BY i.sequence LIMIT ${NOTES}`,
    [runId, environment],
  );
  const items = await keptItems(tx.query, open);
  for (const [at, { sequence, key, data }] of items.entries()) {
    const { line, reference, currency, amount } = JSON.parse(data) as Readonly<
      Record<string, string | number>
    >; // as Item says
    tx.changes.chainRow('run_rows', {
      ...{ run_id: runId, sequence, key, line, reference, currency, amount, created_id: '' },
      // The row may wait for its resend.
      status: open[at]?.may_be_paid === true ? 'in_doubt' : 'not_sent',
      ...{ message: packed(note), code: 'stopped' },
    });
  }
  return open.length === NOTES;
}

/** Stops runs that have no chunks left, but rows that were never reported: queued rows were deleted. */
export async function stopIncomplete({ connections, environment, write }: Access): Promise<void> {
  const found = await connections.query<{ run_id: string }>(
    `SELECT s.run_id FROM submissions s JOIN runs r ON r.id = s.run_id
     WHERE s.environment = $1 AND ended_at IS NULL AND queued_at IS NOT NULL AND stopped IS NULL
       AND NOT EXISTS (SELECT 1 FROM chunks c WHERE c.run_id = s.run_id AND c.state <> 'done')
       AND (SELECT count(*) FROM reported t WHERE t.run_id = s.run_id) < r.rows`,
    [environment],
  );
  for (const { run_id: runId } of found) {
    // A row of a chunk that was done may be open again, after a host came back.
    const again = await connections.query(
      `UPDATE chunks c SET state = 'queued' WHERE run_id = $1 AND state = 'done' AND ${HAS_OPEN} RETURNING chunk`,
      [runId],
    );
    if (again.length === 0) await write((tx) => stopRun(tx, runId, rowNote('queued_rows_gone')));
  }
}

/** Closes submissions of runs that have ended: these come from a restored copy. */
async function closeOver({ connections, environment }: Access): Promise<void> {
  await connections.query(
    `UPDATE submissions s SET ended_at = clock_timestamp() FROM runs r
     WHERE r.id = s.run_id AND s.environment = $1 AND s.ended_at IS NULL AND r.finished_at IS NOT NULL`,
    [environment],
  );
}

/** Ends the runs of which every row is reported. */
export async function endRuns(access: Access, maintenance: Maintenance): Promise<void> {
  const { connections, environment, write } = access;
  await closeOver(access);
  const ready = await connections.query<{ run_id: string }>(
    `SELECT run_id FROM submissions s WHERE environment = $1 AND ended_at IS NULL
       AND (queued_at IS NOT NULL OR stopped IS NOT NULL AND NOT EXISTS
         (SELECT 1 FROM workers w WHERE w.id = s.submitter AND ${AT_WORK}))
       AND NOT EXISTS (SELECT 1 FROM chunks c WHERE c.run_id = s.run_id AND c.state <> 'done')`,
    [environment],
  );
  for (const { run_id: runId } of ready) await write((tx) => endRun(tx, runId, maintenance));
}

async function endRun(tx: ServerTx, runId: string, { at, exitOf }: Maintenance): Promise<void> {
  const [run] = await tx.query<{ stopped: string | null; rows: number }>(
    'SELECT s.stopped, r.rows FROM submissions s JOIN runs r ON r.id = s.run_id WHERE s.run_id = $1 AND ended_at IS NULL',
    [runId],
  );
  if (!run) return;
  const byStatus = await tx.query<{ status: RowStatus; count: number; held: number }>(
    `SELECT status, count(*) AS count, count(*) FILTER (WHERE code = 'alike') AS held FROM reported WHERE run_id = $1 GROUP BY status`,
    [runId],
  );
  const all = byStatus.reduce((sum, { count }) => sum + count, 0);
  if (all < run.rows && run.stopped === null) return;
  const counts: StatusCounts = Object.fromEntries(byStatus.map(({ status, count }) => [status, count]));
  const held = byStatus.reduce((sum, one) => sum + one.held, 0);
  const paid = await tx.query<{ currency: string; total: string }>(
    `SELECT currency, sum(amount::numeric)::text AS total FROM reported
     WHERE run_id = $1 AND status = 'created' AND amount <> '' GROUP BY currency`,
    [runId],
  );
  const totals = Object.fromEntries(paid.map(({ currency, total }) => [currency, total]));
  await end(tx, runId, at, exitOf(counts, run.stopped !== null, held), counts, totals);
  const facts = JSON.stringify({ stopped: unpacked(run.stopped ?? '') });
  tx.changes.chainRow('run_parts', { run_id: runId, kind: 'facts', part: 1, data: facts });
  await tx.query('UPDATE submissions SET ended_at = clock_timestamp() WHERE run_id = $1', [runId]);
}
