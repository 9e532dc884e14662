// Rows in doubt with what a person needs to find out about each. Nothing here writes.
import type { Doubt, LedgerEntry, RowRecord } from '../records.ts';
import { earliestNotCreated, lastAttemptAt, putBack } from '../resolution.ts';
import { lastEntryOf, sendingsIn } from '../sendings.ts';
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
  return inOrder(
    rows.map((row) => {
      const run = files.get(row.runId) as { file: string } | undefined; // one column
      return doubtOf(row, entries.get(row.key) ?? [], run?.file ?? '', answeredId(place, row));
    }),
  );
}

/** Oldest first. */
export const inOrder = (doubts: Doubt[]): Doubt[] =>
  doubts.sort((a, b) => a.lastAttemptAt.getTime() - b.lastAttemptAt.getTime() || a.line - b.line);

/** `answered`: the id that only a run's row knows. Pure. */
export function doubtOf(
  row: RowRecord,
  entries: readonly LedgerEntry[],
  file: string,
  answered: string,
): Doubt {
  const { intent, outcome: heard } = sendingsIn(entries).current ?? {};
  const outcome = heard?.type === 'in_doubt' ? heard : undefined;
  const lastAttempt = lastAttemptAt(entries) ?? row.updatedAt;
  return {
    ...row,
    body: intent?.body ?? null,
    file,
    idempotencyKey: intent?.idempotencyKey ?? null,
    idempotencyHeader: intent?.idempotencyHeader ?? null,
    httpStatus: outcome?.httpStatus ?? null,
    answer: outcome?.answer ?? null,
    message: outcome?.data.message ?? '',
    answeredId: answered,
    putBack: putBack(entries),
    lastAttemptAt: lastAttempt,
    earliestNotCreated: earliestNotCreated(lastAttempt),
    lastEntry: lastEntryOf(entries),
  };
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
