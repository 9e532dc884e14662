// Rows that the entries tell of and the table of rows doesn't: it was emptied or put back as it was before, or a row of it was
// deleted or altered by hand. Whoever went by that table alone would pay them again.
import { ASIDE, type EntryType, TRANSITIONS } from '../state.ts';
import { listed } from '../store/tables.ts';
import type { Connection } from './connection.ts';

/** An intent of its key that the row has not heard of. */
const BEHIND = 'r.intent_entry < i.seq';

/** Rows that were told of last, each with its last intent and the last that was said of it. */
const LAST_TOLD = `WITH told AS (SELECT DISTINCT environment, key FROM (SELECT environment, key FROM entries ORDER BY seq DESC LIMIT 20)),
  i AS (SELECT environment, key,
    (SELECT max(seq) FROM entries e WHERE e.environment = told.environment AND e.key = told.key AND e.type = 'intent') AS seq,
    (SELECT type FROM entries e WHERE e.environment = told.environment AND e.key = told.key AND e.type NOT IN (${listed(ASIDE)})
      ORDER BY e.seq DESC LIMIT 1) AS type FROM told)
  SELECT i.type, r.state, r.key IS NULL OR (${BEHIND}) AS behind
    FROM i LEFT JOIN rows r ON r.environment = i.environment AND r.key = i.key`;

interface Told {
  readonly type: string | null;
  readonly state: string | null;
  /** SQLite's truth; `null` for a row that was never sent. */
  readonly behind: number | null;
}

/** Whether a row of those that were told of last is missing, or stands otherwise than its entries say. */
export function hasLostRows(db: Connection): boolean {
  const told = db.prepare(LAST_TOLD).all() as Told[]; // the columns above
  return told.some(({ type, state, behind }) => behind === 1 || !isState(type, state));
}

/** Of an entry that is unknown here nothing is said. */
const isState = (type: string | null, state: string | null): boolean =>
  type === null || !isEntryType(type) || TRANSITIONS[type].to === state;

const isEntryType = (type: string): type is EntryType => Object.hasOwn(TRANSITIONS, type);
