// Rows in doubt with what a person needs to find out about each. Nothing here writes.
import type { Doubt, LedgerEntry, RowRecord } from '../records.ts';
import { earliestNotCreated, lastAttemptAt } from '../resolution.ts';
import type { Connection } from './connection.ts';

interface Place {
  readonly db: Connection;
  readonly environment: number;
}

export function doubtsOf(
  place: Place,
  rows: readonly RowRecord[],
  entries: ReadonlyMap<string, readonly LedgerEntry[]>,
): Doubt[] {
  const files = place.db.prepare('SELECT file FROM runs WHERE id = ?');
  return rows
    .map((row): Doubt => {
      const own = entries.get(row.key) ?? [];
      const intent = own.findLast((entry) => entry.type === 'intent');
      const outcome = own.findLast((entry) => entry.type === 'in_doubt');
      const run = files.get(row.runId) as { file: string } | undefined; // one column
      const lastAttempt = lastAttemptAt(own) ?? row.updatedAt;
      return {
        ...row,
        body: intent?.body ?? null,
        file: run?.file ?? '',
        idempotencyKey: intent?.idempotencyKey ?? null,
        idempotencyHeader: intent?.idempotencyHeader ?? null,
        httpStatus: outcome?.httpStatus ?? null,
        answer: outcome?.answer ?? null,
        message: outcome?.data.message ?? '',
        answeredId: answeredId(place, row),
        lastAttemptAt: lastAttempt,
        earliestNotCreated: earliestNotCreated(lastAttempt),
      };
    })
    .sort((a, b) => a.lastAttemptAt.getTime() - b.lastAttemptAt.getTime() || a.line - b.line);
}

/** What a run of the same batch noted of a row in doubt: an id that could not be recorded when it came. */
function answeredId({ db, environment }: Place, { key, batchId, sequence }: RowRecord): string {
  const found = db
    .prepare(
      `SELECT created_id FROM runs JOIN run_rows ON run_id = id AND sequence = ?
       WHERE environment = ? AND batch_id = ? AND key = ? AND status = 'in_doubt' AND created_id <> '' LIMIT 1`,
    )
    .get(sequence, environment, batchId, key) as { created_id: string } | undefined; // one column
  return found?.created_id ?? '';
}
