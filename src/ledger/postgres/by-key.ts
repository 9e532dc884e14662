// Rows and entries by their keys: a subquery for each key, which the planner can't turn into a walk through the table. Of a
// table that was never analysed it believes that next to nothing is in it, and would read all that an environment has.
import type { LedgerEntry } from '../records.ts';
import { type Raw, toEntry } from '../sqlite/rows.ts';
import type { Session } from './connections.ts';

/** Of an environment ($1), by $2. */
const ROWS = `SELECT r.* FROM unnest($2::text[]) AS q(k)
  CROSS JOIN LATERAL (SELECT * FROM rows r WHERE r.environment = $1 AND r.key = q.k LIMIT 1) r`;
const ENTRIES = `SELECT e.* FROM unnest($2::text[]) AS q(k)
  CROSS JOIN LATERAL (SELECT * FROM entries e WHERE e.environment = $1 AND e.key = q.k OFFSET 0) e ORDER BY e.seq`;

/** As they are stored; those that are there. */
export function rowsByKey(
  query: Session['query'],
  environment: number,
  keys: readonly string[],
): Promise<Raw[]> {
  return query<Raw>(ROWS, [environment, [...new Set(keys)]]);
}

/** In the order in which they were written. */
export async function entriesByKey(
  query: Session['query'],
  environment: number,
  keys: readonly string[],
): Promise<Map<string, LedgerEntry[]>> {
  const entries = new Map<string, LedgerEntry[]>();
  for (const raw of await query<Raw>(ENTRIES, [environment, [...new Set(keys)]])) {
    const known = entries.get(String(raw['key']));
    if (known) known.push(toEntry(raw));
    else entries.set(String(raw['key']), [toEntry(raw)]);
  }
  return entries;
}
