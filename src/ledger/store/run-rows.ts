// The rows of a run in file order, with requests in progress and later resolutions, and the pages of its report.
import { packed } from '../../message.ts';
import { rowNote } from '../messages.ts';
import { resolvedFor } from '../resolution.ts';
import type { RunRowRecord } from '../resolution-records.ts';
import type { RowStatus, RunPart, RunRecord, RunRow } from '../run-records.ts';
import { openRows } from './doubts.ts';
import { ask, asText, json, type Question } from './question.ts';
import { toRunRow } from './read-records.ts';
import { entriesOf } from './reads.ts';

/** Rows that are held at once. */
export const PAGE = 2_000;

/** Rows after an ordinal: those that the run has reported or is sending. `only`: others may be left out. */
export function* runRowsPage(
  environment: number,
  { id, alive }: Pick<RunRecord, 'id' | 'alive'>,
  { after, only }: { readonly after: number; readonly only: readonly RowStatus[] | undefined },
): Question<RunRowRecord[]> {
  const message = packed(rowNote(alive ? 'row_in_progress' : 'unreported'));
  const raws = yield* ask(
    (d) => `SELECT sequence, line, key, reference, status, created_id, currency, amount, message, code
         FROM run_rows WHERE run_id = $2 AND sequence > $3
         ${only === undefined ? '' : `AND status IN (SELECT q.value FROM ${d.texts(5)})`}
       UNION ALL SELECT r.sequence, r.line, r.key, NULL, 'in_doubt', '', r.currency, r.amount, CAST($4 AS text), 'in_doubt'
         FROM ${openRows(d)} AND r.state = 'sending' AND r.run_id = $2 AND r.sequence > $3
           AND NOT EXISTS (SELECT 1 FROM run_rows t WHERE t.run_id = r.run_id AND t.sequence = r.sequence)
       ORDER BY sequence LIMIT ${PAGE}`,
    ...[environment, id, after, message, ...(only === undefined ? [] : [json(only)])],
  );
  return yield* withResolutions(environment, id, raws.map(toRunRow));
}

export function* withResolutions(
  environment: number,
  runId: string,
  rows: readonly RunRow[],
): Question<RunRowRecord[]> {
  const keys = rows.flatMap((row) => (row.status === 'in_doubt' && row.key !== null ? [row.key] : []));
  const entries = yield* entriesOf(environment, keys);
  return rows.map((row) => {
    const own = row.status === 'in_doubt' && row.key !== null ? entries.get(row.key) : undefined;
    return { ...row, resolved: own ? resolvedFor(own, runId) : null };
  });
}

/** One page at a time: a run of a million rows has thousands. */
export function* nextPart(
  runId: string,
  kind: RunPart['kind'],
  after: number,
): Question<RunPart | undefined> {
  const [page] = yield* ask(
    'SELECT part, data FROM run_parts WHERE run_id = $1 AND kind = $2 AND part > $3 ORDER BY part LIMIT 1',
    ...[runId, kind, after],
  );
  return page && { runId, kind, part: Number(page['part']), data: asText(page['data']) };
}
