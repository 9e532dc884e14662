// Rows in doubt with what a person needs to find out about each. Only reads.
import type { LedgerEntry, RowRecord } from '../records.ts';
import { lastEntryOf, requestsIn } from '../requests.ts';
import { earliestNotCreated, lastAttemptAt, putBack } from '../resolution.ts';
import type { Doubt } from '../resolution-records.ts';
import { ask, type Dialect, json, type Question } from './question.ts';
import { entriesOf, lookup, ROW } from './reads.ts';
import { toRow } from './row.ts';

/** Rows whose outcome isn't known. The index finds them. */
export const openRows = (d: Dialect): string =>
  `rows r ${d.by('rows_open')} WHERE r.state IN ('sending', 'in_doubt') AND r.environment = $1`;

/** By run and line, as in the files. `keys`: these rows instead, in whatever state. */
export function* doubts(environment: number, keys?: readonly string[]): Question<Doubt[]> {
  const rows = keys
    ? [...(yield* lookup(environment, keys)).values()]
    : (yield* ask((d) => `SELECT ${ROW} FROM ${openRows(d)} AND r.state = 'in_doubt'`, environment)).map(
        toRow,
      );
  if (rows.length === 0) return [];
  const entries = yield* entriesOf(
    environment,
    rows.map(({ key }) => key),
  );
  const files = yield* ask(
    (d) => `SELECT r.id, r.file FROM ${d.each(d.texts(1), 'runs', 'r.id = q.value')}`,
    json([...new Set(rows.map(({ runId }) => runId))]),
  );
  const names = new Map(files.map(({ id, file }) => [id, String(file)]));
  const answered = yield* answeredIds(environment, rows);
  const found = rows.map((row) =>
    doubtOf(row, entries.get(row.key) ?? [], names.get(row.runId) ?? '', answered.get(row.key) ?? ''),
  );
  // Ids begin with the time: the oldest run comes first.
  return found.sort((a, b) => (a.runId === b.runId ? a.line - b.line : a.runId < b.runId ? -1 : 1));
}

/** Ids of rows in doubt that a later run of the batch has read in the results. */
function* answeredIds(environment: number, rows: readonly RowRecord[]): Question<Map<string, string>> {
  const found = yield* ask(
    (d) =>
      `SELECT q.value ->> 0 AS key, t.created_id FROM ${d.lists(2)}
         JOIN runs ON runs.environment = $1 AND runs.batch_id = q.value ->> 1
         JOIN reported t ON t.run_id = runs.id AND t.sequence = CAST(q.value ->> 2 AS bigint) AND t.key = q.value ->> 0
       WHERE t.status = 'in_doubt' AND t.created_id <> ''`,
    ...[environment, json(rows.map(({ key, batchId, sequence }) => [key, batchId, sequence]))],
  );
  return new Map(found.map((raw) => [String(raw['key']), String(raw['created_id'])]));
}

function doubtOf(row: RowRecord, entries: readonly LedgerEntry[], file: string, answered: string): Doubt {
  const { intent, outcome: heard } = requestsIn(entries).current ?? {};
  const outcome = heard?.type === 'in_doubt' ? heard : undefined;
  const lastAttempt = lastAttemptAt(entries) ?? row.updatedAt;
  return {
    ...row,
    body: intent?.body ?? null,
    payee: intent?.data.payee ?? '',
    file,
    idempotencyKey: intent?.idempotencyKey ?? null,
    idempotencyHeader: intent?.idempotencyHeader ?? null,
    httpStatus: outcome?.httpStatus ?? null,
    answer: outcome?.answer ?? null,
    message: outcome?.data.message,
    answeredId: answered,
    putBack: putBack(entries),
    requestedAt: entries.filter(({ type }) => type === 'intent').map(({ at }) => at),
    lastAttemptAt: lastAttempt,
    earliestNotCreated: earliestNotCreated(lastAttempt),
    lastEntry: lastEntryOf(entries),
  };
}
