// The rows of a submission as its host has read them, and their present status.
import { rowNote } from '../../messages.ts';
import type { KeptItem, QueuedRow, QueueItem } from '../../queue.ts';
import type { RunRowRecord } from '../../resolution-records.ts';
import { type RawRow } from '../../store/question.ts';
import { toRunRow } from '../../store/read-records.ts';
import { withResolutions } from '../../store/run-rows.ts';
import { numberOf } from '../../store/tables.ts';
import type { ServerSession } from '../connections.ts';
import { answerOver } from '../driver.ts';
import { AT_WORK } from '../lease.ts';
import type { Access, ServerTx } from '../transactions.ts';
import { type ItemRow, keptItems } from './seals.ts';

/**
 * A row of i that is not in the view `reported`. By its keys: for a join with the view the server would read the whole
 * run for each row.
 */
export const OPEN = `coalesce(
  (SELECT t.status = '' FROM run_rows t WHERE t.run_id = i.run_id AND t.sequence = i.sequence),
  NOT EXISTS (SELECT 1 FROM entries e WHERE e.run = ${numberOf('run', 'i.run_id')} AND e.sequence = i.sequence))`;
/** A chunk c has open rows. */
export const HAS_OPEN = `EXISTS (SELECT 1 FROM items i WHERE i.run_id = c.run_id AND i.chunk = c.chunk AND ${OPEN})`;
/** The request of a row i may be in progress. */
export const SENDING = `EXISTS (SELECT 1 FROM rows r JOIN submissions s ON s.run_id = i.run_id
  WHERE r.environment = s.environment AND r.key = i.key AND r.state = 'sending' AND r.run = ${numberOf('run', 'i.run_id')})`;

const PAGE = 500;

/** Keeps a row, and adds it to the hash chain. */
export function chainItem(
  { changes }: ServerTx,
  runId: string,
  { sequence, chunk, key, data }: QueueItem,
): void {
  const clean = data.replaceAll('\\u0000', '\\ufffd');
  const line = Number(/"line":(\d{1,9})/.exec(data)?.[1] ?? 0);
  changes.chainRow('items', { run_id: runId, sequence, chunk, key, data: clean, line });
}

/** Those of these ordinals that are kept. */
export async function keptSequences(
  query: ServerSession['query'],
  runId: string,
  sequences: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = await query<{ sequence: number }>(
    'SELECT sequence FROM items WHERE run_id = $1 AND sequence = ANY($2::bigint[])',
    [runId, sequences],
  );
  return new Set(found.map(({ sequence }) => sequence));
}

/** The open rows of a chunk. */
export async function openItems(
  query: ServerSession['query'],
  runId: string,
  chunk: number,
): Promise<KeptItem[]> {
  const found = await query<ItemRow>(
    `SELECT i.* FROM items i WHERE run_id = $1 AND chunk = $2 AND ${OPEN} ORDER BY sequence`,
    [runId, chunk],
  );
  return keptItems(query, found);
}

interface ItemStanding extends ItemRow {
  /** The row as the run has reported it. */
  readonly reported: RawRow | null;
  readonly sending: boolean;
  readonly at_work: boolean;
}

/** In file order, a page at a time. */
export async function* standingOf(
  { connections, environment }: Access,
  runId: string,
): AsyncGenerator<readonly QueuedRow[]> {
  const { query } = connections;
  for (let after = -1; ;) {
    const found = await query<ItemStanding>(STANDING, [runId, environment, after, PAGE]);
    const items = await keptItems(query, found);
    const reported = found.map((one, at) => rowOf(one, items[at]?.data ?? one.data));
    const rows = await answerOver(connections, withResolutions(environment, runId, reported));
    yield items.flatMap((item, at) => (rows[at] ? [{ ...item, row: rows[at] }] : []));
    if (found.length < PAGE) return;
    after = found.at(-1)?.sequence ?? after;
  }
}

/** The page first, then each row's records by their keys, whatever the planner's statistics are. */
const STANDING = `
  WITH i AS MATERIALIZED (SELECT * FROM items WHERE run_id = $1 AND sequence > $3 ORDER BY sequence LIMIT $4)
  SELECT i.*, row_to_json(t) AS reported, r.key IS NOT NULL AS sending, w.id IS NOT NULL AS at_work
  FROM i LEFT JOIN LATERAL (SELECT * FROM reported t WHERE t.run_id = i.run_id AND t.sequence = i.sequence LIMIT 1) t ON true
    LEFT JOIN LATERAL (SELECT * FROM rows r WHERE r.environment = $2 AND r.key = i.key LIMIT 1) r
      ON r.state = 'sending' AND r.run = ${numberOf('run', 'i.run_id')}
    LEFT JOIN LATERAL (SELECT * FROM intents n WHERE n.environment = $2 AND n.key = i.key LIMIT 1) n ON n.entry = r.intent_entry
    LEFT JOIN workers w ON w.id = n.worker AND ${AT_WORK}
  ORDER BY i.sequence`;

function rowOf(found: ItemStanding, data: string): RunRowRecord {
  if (found.reported) return { ...toRunRow(found.reported), resolved: null };
  const { line, reference, currency, amount } = JSON.parse(data) as RunRowRecord; // as Item says
  const { sequence, key } = found;
  const own = { sequence, key, line, reference, currency, amount, createdId: '', resolved: null };
  if (!found.sending || found.at_work) return { ...own, status: 'pending', message: undefined, code: '' };
  return { ...own, status: 'in_doubt', message: rowNote('unreported'), code: 'in_doubt' };
}
