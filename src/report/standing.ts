// How a row of a run stands now: what a person has said of it since, or what a later run found out, comes before what the
// run saw when it ended.
import { oneLine } from '../client/explain.ts';
import type { Ledger, Resolved, RunRecord, RunRowRecord, StatusCounts } from '../ledger/ledger.ts';

export interface Standing extends RunRowRecord {
  /** What the run saw, where that is no longer so. */
  readonly was?: RunRowRecord['status'];
}

export async function* standings(ledger: Ledger, runId: string): AsyncGenerator<Standing> {
  for await (const row of ledger.eachRunRow(runId)) yield await standing(ledger, row);
}

/** Rows by status as they stand now; `null` for a run that has not ended. */
export async function countsNow(ledger: Ledger, run: RunRecord): Promise<StatusCounts | null> {
  const then = run.counts;
  // Nothing but a row in doubt ever stands otherwise than its run saw it.
  if (then === null || (then.in_doubt ?? 0) === 0) return then;
  const counts = new Map(Object.entries(then));
  const add = (status: string, count: number): unknown =>
    counts.set(status, (counts.get(status) ?? 0) + count);
  for await (const row of ledger.eachRunRow(run.id, 'in_doubt')) {
    const { status, was } = await standing(ledger, row);
    if (was === undefined) continue;
    add(was, -1);
    add(status, 1);
  }
  return Object.fromEntries([...counts].filter(([, count]) => count > 0));
}

async function standing(ledger: Ledger, row: RunRowRecord): Promise<Standing> {
  if (row.status !== 'in_doubt') return row;
  const { resolved } = row;
  if (resolved) {
    const status = resolved.as === 'created' ? 'created' : 'not_sent';
    return {
      ...row,
      status,
      was: row.status,
      createdId: resolved.createdId ?? '',
      message: resolvedText(resolved),
    };
  }
  const now = row.key === null ? undefined : await ledger.row(row.key);
  if (now?.state !== 'created') return row;
  const message = `run ${now.runId} sent it again under its idempotency key: created`;
  return { ...row, status: 'created', was: row.status, createdId: now.createdId ?? '', message };
}

function resolvedText({ as, createdId, by, at, reason, corrected }: Resolved): string {
  const id = createdId === null ? '' : ` (${createdId})`;
  const day = at.toISOString().slice(0, 10);
  return `${corrected ? 'corrected to' : 'resolved as'} ${as}${id} by ${by ?? 'somebody'} on ${day}: ${oneLine(reason, 80)}`;
}
