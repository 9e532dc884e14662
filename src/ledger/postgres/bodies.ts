// What was sent lately, or may have been: rows with the bodies of their requests. Walks the rows of a kind; reads alone.
import { BODIES_PAGE, type BodiesAsked, type RowBody } from '../sent.ts';
import { bodyText, type Raw, toRow } from '../sqlite/rows.ts';
import { MAYBE_PAID } from './at-hand.ts';
import type { Connections } from './connections.ts';

/** Where the text is none, SQLite reckons with zero; here it is no number. */
const AMOUNT = `CASE WHEN r.amount ~ '^[0-9]+([.][0-9]+)?$' THEN r.amount::numeric ELSE 0 END`;

export async function bodiesSince(
  db: Connections,
  environment: number,
  { kind, since, amounts, referenced }: BodiesAsked,
  after: string,
): Promise<RowBody[]> {
  const values = amounts.map((amount) => (/^\d+(?:\.\d+)?$/.test(amount) ? amount : '0'));
  const raws = await db.query<Raw>(
    `SELECT r.*, (SELECT body FROM entries WHERE seq = r.intent_entry) AS body FROM rows r
     WHERE r.environment = $1 AND r.kind = $2 AND r.state IN (${MAYBE_PAID})
       AND (r.state <> 'created' OR r.updated_at >= $3${referenced ? '' : ' AND r.reference IS NULL'})
       AND ${AMOUNT} = ANY($4::numeric[]) AND r.key > $5 ORDER BY r.key LIMIT ${BODIES_PAGE}`,
    [environment, kind, since.getTime(), values, after],
  );
  return raws.map((raw) => ({ row: toRow(raw), body: bodyText(raw) }));
}
