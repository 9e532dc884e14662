// What was sent lately, or may have been: rows with the bodies of their requests. Walks the rows of a kind, or those alone whose
// outcome isn't known; reads alone.
import { BODIES_PAGE, type BodiesAsked, type RowBody, sinceMs } from '../sent.ts';
import { FREE_STATES } from '../state.ts';
import { AMOUNT, amountText, DOUBTING, sentBody } from '../store/tables.ts';
import type { Connection } from './connection.ts';
import { list, MAYBE_PAID } from './likes.ts';
import { bodyText, type Raw, ROW_COLUMNS, toRow } from './rows.ts';
import { OPEN_ROWS } from './writes.ts';

const STATES = {
  made: "'created'",
  free: list(FREE_STATES),
  any: `${MAYBE_PAID}, ${list(FREE_STATES)}`,
} as const;

export function bodiesSince(
  db: Connection,
  environment: number,
  { kind, since, referencedSince, amounts, doubted, heardAfter }: BodiesAsked,
  after: string,
): RowBody[] {
  const states = doubted ? STATES[doubted.is] : MAYBE_PAID;
  const from = since === null ? `rows ${OPEN_ROWS} AND` : `rows WHERE state IN (${states}) AND`;
  const raws = db
    .prepare(
      `SELECT ${ROW_COLUMNS}, ${sentBody('rows')} AS body FROM ${from}
           environment = ?1 AND key > max(?2 || ':', ?5) AND key < ?2 || ';'
           AND (state IN ('sending', 'in_doubt') OR updated_at >= iif(reference IS NULL, ?3, ?6))
           ${doubted ? `AND key IN (SELECT key FROM entries WHERE environment = ?1 AND seq > ?7 AND ${DOUBTING})` : 'AND ?7 IS NULL'}
           ${heardAfter === undefined ? 'AND ?8 IS NULL' : 'AND EXISTS (SELECT 1 FROM entries e WHERE e.environment = ?1 AND e.key = rows.key AND e.seq > ?8)'}
           ${amounts === null ? 'AND ?4 IS NULL' : `AND ${AMOUNT} IN (SELECT value FROM json_each(?4))`}
         ORDER BY key LIMIT ${BODIES_PAGE}`,
    )
    .all(
      ...[environment, kind, sinceMs(since), amounts && JSON.stringify(amounts.map(amountText)), after],
      ...[sinceMs(referencedSince), doubted?.after ?? null, heardAfter ?? null],
    ) as Raw[]; // the columns above
  return raws.map((raw) => ({ row: toRow(raw), body: bodyText(raw) }));
}
