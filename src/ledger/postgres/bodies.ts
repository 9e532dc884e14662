// What was sent lately, or may have been, and what is queued: rows with the bodies of their requests. Walks the rows of a kind
// and what open runs have still to send; reads alone.
import { canonicalDecimal } from '../../interface/decimal.ts';
import type { RowRecord } from '../records.ts';
import { BODIES_PAGE, type BodiesAsked, type RowBody, sinceMs } from '../sent.ts';
import { list } from '../sqlite/likes.ts';
import { bodyText, type Raw, toRow } from '../sqlite/rows.ts';
import { FREE_STATES } from '../state.ts';
import { AMOUNT, amountText, DOUBTING, sentBody } from '../store/tables.ts';
import { MAYBE_PAID, OPEN } from './at-hand.ts';
import type { Connections, Row } from './connections.ts';

const STATES = {
  made: "'created'",
  free: list(FREE_STATES),
  any: `${MAYBE_PAID}, ${list(FREE_STATES)}`,
} as const;

/** What is queued comes ahead of the first page. */
export async function bodiesSince(
  db: Connections,
  environment: number,
  asked: BodiesAsked,
  after: string,
): Promise<RowBody[]> {
  const made = await bodiesMade(db, environment, asked, after);
  const { kind, since, doubted, heardAfter } = asked;
  if (after !== '' || kind !== 'payouts' || since === null || doubted || heardAfter !== undefined)
    return made;
  const queued: RowBody[] = [];
  for await (const one of bodiesQueued(db, environment, asked)) queued.push(one);
  return [...queued, ...made];
}

async function bodiesMade(
  db: Connections,
  environment: number,
  { kind, since, referencedSince, amounts, doubted, heardAfter }: BodiesAsked,
  after: string,
): Promise<RowBody[]> {
  const states = doubted ? STATES[doubted.is] : MAYBE_PAID;
  const raws = await db.query<Raw>(
    `SELECT r.*, ${sentBody('r')} AS body FROM rows r
     WHERE r.environment = $1 AND r.kind = $2 AND r.state IN (${since === null ? "'sending', 'in_doubt'" : states})
       AND (r.state IN ('sending', 'in_doubt') OR r.updated_at >= CASE WHEN r.reference IS NULL THEN $3::bigint ELSE $6::bigint END)
       ${doubted ? `AND r.key IN (SELECT key FROM entries WHERE environment = $1 AND seq > $7::bigint AND ${DOUBTING})` : 'AND $7::bigint IS NULL'}
       ${heardAfter === undefined ? 'AND $8::bigint IS NULL' : 'AND EXISTS (SELECT 1 FROM entries e WHERE e.environment = $1 AND e.key = r.key AND e.seq > $8::bigint)'}
       AND ($4::text[] IS NULL OR ${AMOUNT} = ANY($4)) AND r.key > $5 ORDER BY r.key LIMIT ${BODIES_PAGE}`,
    [
      ...[
        environment,
        kind,
        sinceMs(since),
        amounts?.map(amountText) ?? null,
        after,
        sinceMs(referencedSince),
      ],
      ...[doubted?.after ?? null, heardAfter ?? null],
    ],
  );
  return raws.map((raw) => ({ row: toRow(raw), body: bodyText(raw) }));
}

interface QueuedItem extends Row {
  readonly sequence: number;
  readonly key: string;
  readonly data: string;
  readonly run_id: string;
  readonly batch_id: string;
  readonly started_at: number;
}

/** As the store may read of an item (queue.ts). */
interface ItemData extends Pick<RowRecord, 'line' | 'currency' | 'amount' | 'content' | 'fingerprint'> {
  readonly reference: string;
  readonly body: unknown;
}

/** What open runs have still to send, of these amounts by value. A row whose request was begun is told by the rows themselves. */
async function* bodiesQueued(
  db: Connections,
  environment: number,
  { amounts }: BodiesAsked,
): AsyncGenerator<RowBody> {
  const values = new Set(amounts?.map(canonicalDecimal));
  for (let [run, sequence] = ['', -1]; ;) {
    const found = await db.query<QueuedItem>(
      `SELECT i.run_id, i.sequence, i.key, i.data, s.batch_id, u.started_at
       FROM submissions s JOIN runs u ON u.id = s.run_id JOIN items i ON i.run_id = s.run_id
       WHERE s.environment = $1 AND s.ended_at IS NULL AND s.stopped IS NULL AND i.chunk IS NOT NULL AND i.key IS NOT NULL
         AND ${OPEN} AND NOT EXISTS (SELECT 1 FROM rows r WHERE r.environment = $1 AND r.key = i.key AND r.state IN (${MAYBE_PAID}))
         AND (i.run_id, i.sequence) > ($2, $3::bigint) ORDER BY i.run_id, i.sequence LIMIT ${BODIES_PAGE}`,
      [environment, run, sequence],
    );
    for (const item of found) {
      [run, sequence] = [item.run_id, item.sequence];
      const queued = queuedRow(item);
      if (queued && values.has(canonicalDecimal(queued.row.amount))) yield queued;
    }
    if (found.length < BODIES_PAGE) return;
  }
}

/** `undefined` where somebody has put something else there: it is never sent. */
function queuedRow({ run_id, batch_id, started_at, sequence, key, data }: QueuedItem): RowBody | undefined {
  let item: ItemData;
  try {
    item = JSON.parse(data) as ItemData; // as it was submitted
  } catch {
    return undefined;
  }
  const { line, currency, amount, content, fingerprint, reference, body } = item;
  if (typeof amount !== 'string') return undefined;
  const row: RowRecord = {
    ...{ key, state: 'sending', byPerson: false, content, fingerprint, line, sequence, currency, amount },
    ...{ runId: run_id, batchId: batch_id, createdId: null, updatedAt: new Date(started_at) },
    reference: reference === '' ? null : reference,
  };
  return { row, body: JSON.stringify(body), isQueued: true };
}
