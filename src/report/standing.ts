// How a row of a run stands now: what a person has said of it since, or what a later run found out, comes before what the
// run saw when it ended.
import { oneLine } from '../client/explain.ts';
import type { Ledger, Resolved, RunRowRecord } from '../ledger/ledger.ts';

export interface Standing extends RunRowRecord {
  /** What the run saw, where that is no longer so. */
  readonly was?: RunRowRecord['status'];
}

export async function* standings(ledger: Ledger, runId: string): AsyncGenerator<Standing> {
  for await (const row of ledger.eachRunRow(runId)) yield await standing(ledger, row);
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
