// What open runs have still to send, as if it were being sent: for whoever looks for payments like theirs.
import { canonicalDecimal } from '../../interface/decimal.ts';
import type { RowRecord } from '../records.ts';
import { BODIES_PAGE, type BodiesAsked, type RowBody } from '../sent.ts';
import { MAYBE_PAID } from '../store/tables.ts';
import type { Connections, Row } from './connections.ts';
import { OPEN } from './queue/items.ts';

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
export async function* bodiesQueued(
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
