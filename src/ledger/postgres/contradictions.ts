// Answers that came after a person had said otherwise, until that word is corrected. They change nothing of a row's state; whoever
// is about to send the row is told.
import type { EntryData, RowRecord } from '../records.ts';
import { AFTER_ALARM } from '../resolution.ts';
import type { Contradiction } from '../said.ts';
import type { Raw } from '../sqlite/rows.ts';
import { isFree, type RowState } from '../state.ts';
import type { Session } from './connections.ts';

const SEEN = AFTER_ALARM.map((type) => `'${type}'`).join(', ');

/** Oldest first. */
export async function contradictionsOf(
  query: Session['query'],
  environment: number,
): Promise<Contradiction[]> {
  const found = await query<Raw>(
    `SELECT e.key, r.reference, e.run_id, e.line, e.at, e.data, r.state FROM entries e
       JOIN rows r ON r.environment = e.environment AND r.key = e.key
     WHERE e.environment = $1 AND e.type = 'contradicted' AND NOT EXISTS
       (SELECT 1 FROM entries c WHERE c.environment = e.environment AND c.key = e.key AND c.seq > e.seq
          AND c.type IN (${SEEN}))
     ORDER BY e.seq`,
    [environment],
  );
  return found.map((raw) => ({
    key: String(raw['key']),
    reference: raw['reference'] === null ? null : String(raw['reference']),
    runId: String(raw['run_id']),
    line: Number(raw['line']),
    at: new Date(Number(raw['at'])),
    createdId: (JSON.parse(String(raw['data'])) as EntryData).createdId ?? null, // as its entry was written
    state: raw['state'] as RowState, // likewise
  }));
}

/** The same rows; those that a person called not created, and their host created, bear its id. Asked only where a row is free. */
export async function withContradictions(
  query: Session['query'],
  environment: number,
  rows: readonly RowRecord[],
): Promise<RowRecord[]> {
  if (!rows.some(({ state }) => isFree(state))) return [...rows];
  const ids = new Map(
    (await contradictionsOf(query, environment)).map(({ key, createdId }) => [key, createdId ?? undefined]),
  );
  return rows.map((row) => {
    const contradictedBy = isFree(row.state) ? ids.get(row.key) : undefined;
    return contradictedBy === undefined ? row : { ...row, contradictedBy };
  });
}
