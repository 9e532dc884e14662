// The rows of a submission as its host has read them, and how each stands now.
import type { Connections, Session } from '../postgres/connections.ts';
import { answerOver } from '../postgres/statement.ts';
import type { Item, KeptItem, QueuedRow } from '../queue.ts';
import { UNREPORTED } from '../resolution.ts';
import type { RunRowRecord } from '../resolution-records.ts';
import { type Raw } from '../store/question.ts';
import { toRunRow } from '../store/read-records.ts';
import { startOf, withWords } from '../store/run-rows.ts';
import { compared, sealsOfRows } from './seals.ts';
import { AT_WORK } from './submissions.ts';

/** A row that the run has said nothing of, of a table or subquery i. */
export const OPEN =
  'NOT EXISTS (SELECT 1 FROM run_rows t WHERE t.run_id = i.run_id AND t.sequence = i.sequence)';
/** Its request is under way, or nobody has told yet that it isn't. */
export const SENDING = `EXISTS (SELECT 1 FROM rows r JOIN submissions s ON s.run_id = i.run_id
  WHERE r.environment = s.environment AND r.key = i.key AND r.state = 'sending' AND r.run_id = i.run_id)`;

const PAGE = 500;
export const ITEM = 'i.sequence, i.chunk, i.key, i.data, i.raw';

export type ItemRow = Readonly<Item> & Readonly<Record<string, unknown>>;

const itemOf = ({ sequence, chunk, key, data, raw }: ItemRow): Item => ({ sequence, chunk, key, data, raw });

/** As Postgres can hold it. */
const cleanItem = (item: Item): Item => ({
  ...item,
  data: item.data.replaceAll('\\u0000', '\\ufffd'),
  raw: item.raw.replaceAll('\0', '\uFFFD').toWellFormed(),
});

/** What is there already stays. Returns what was written, as it was. */
export async function addItems(
  query: Session['query'],
  runId: string,
  items: readonly Item[],
): Promise<Item[]> {
  if (items.length === 0) return [];
  const clean = items.map(cleanItem);
  const added = await query<{ sequence: number }>(
    `INSERT INTO items (run_id, sequence, chunk, key, data, raw)
     SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[]) ON CONFLICT DO NOTHING
     RETURNING sequence`,
    [
      runId,
      clean.map(({ sequence }) => sequence),
      clean.map(({ chunk }) => chunk),
      clean.map(({ key }) => key),
      clean.map(({ data }) => data),
      clean.map(({ raw }) => raw),
    ],
  );
  const own = new Set(added.map(({ sequence }) => sequence));
  return clean.filter(({ sequence }) => own.has(sequence));
}

export async function changeItems(
  query: Session['query'],
  runId: string,
  items: readonly Item[],
): Promise<void> {
  await query(
    `UPDATE items SET data = q.d FROM unnest($2::bigint[], $3::text[]) AS q(s, d) WHERE run_id = $1 AND sequence = q.s`,
    [runId, items.map(({ sequence }) => sequence), items.map(({ data }) => data)],
  );
}

/** Ordinals of those among these that are there. */
export async function keptItems(
  query: Session['query'],
  runId: string,
  sequences: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = await query<{ sequence: number }>(
    'SELECT sequence FROM items WHERE run_id = $1 AND sequence = ANY($2::bigint[])',
    [runId, sequences],
  );
  return new Set(found.map(({ sequence }) => sequence));
}

/** Those of a chunk that are open. */
export async function openItems(query: Session['query'], runId: string, chunk: number): Promise<KeptItem[]> {
  const telling = sealsOfRows(query, runId, [{ sequence: 0, chunk }]);
  telling.catch(() => undefined); // said below
  const found = await query<ItemRow>(
    `SELECT ${ITEM} FROM items i WHERE run_id = $1 AND chunk = $2 AND ${OPEN} ORDER BY sequence`,
    [runId, chunk],
  );
  const seals = await telling;
  return found.map((one) => compared(itemOf(one), seals));
}

interface Standing extends ItemRow {
  readonly told: boolean;
  readonly sending: boolean;
  readonly at_work: boolean;
}

/** In file order, a page at a time. */
export async function* standingOf(
  db: Connections,
  environment: number,
  runId: string,
): AsyncGenerator<readonly QueuedRow[]> {
  const startedAt = await answerOver(db, startOf(runId));
  const { query } = db;
  const read = async (after: number): Promise<readonly [QueuedRow[], number | undefined]> => {
    const found = await query<Standing>(STANDING, [runId, environment, after, PAGE]);
    const seals = await sealsOfRows(query, runId, found);
    const items = found.map((one) => compared(itemOf(one), seals));
    const told = found.map((one, at) => rowOf(one, items[at]?.data ?? one.data));
    const rows = await answerOver(db, withWords(environment, runId, startedAt, told));
    // As many as were found.
    const page = items.flatMap((item, at) => (rows[at] ? [{ ...item, row: rows[at] }] : []));
    return [page, found.length < PAGE ? undefined : found.at(-1)?.sequence];
  };
  // While one page is looked at, the next is on its way.
  for (let next: ReturnType<typeof read> | undefined = read(-1); next;) {
    const [page, last]: Awaited<ReturnType<typeof read>> = await next;
    next = last === undefined ? undefined : read(last);
    next?.catch(() => undefined); // said when its turn comes
    if (page.length > 0) yield page;
  }
}

/** A page is cut off before anything is looked up for it, and each row's things are looked up by their keys (by-key.ts says why). */
const STANDING = `
  WITH i AS MATERIALIZED (SELECT * FROM items WHERE run_id = $1 AND sequence > $3 ORDER BY sequence LIMIT $4)
  SELECT ${ITEM}, t.line, t.key AS told_key, t.reference, t.status, t.created_id, t.currency, t.amount, t.message, t.code,
    t.run_id IS NOT NULL AS told, r.key IS NOT NULL AS sending, w.id IS NOT NULL AS at_work
  FROM i LEFT JOIN LATERAL (SELECT * FROM run_rows t WHERE t.run_id = i.run_id AND t.sequence = i.sequence LIMIT 1) t ON true
    LEFT JOIN LATERAL (SELECT * FROM rows r WHERE r.environment = $2 AND r.key = i.key LIMIT 1) r
      ON r.state = 'sending' AND r.run_id = i.run_id
    LEFT JOIN LATERAL (SELECT * FROM intents n WHERE n.environment = $2 AND n.key = i.key LIMIT 1) n ON n.entry = r.intent_entry
    LEFT JOIN workers w ON w.id = n.worker AND ${AT_WORK}
  ORDER BY i.sequence`;

function rowOf(found: Standing, data: string): RunRowRecord {
  // Its columns under their own names.
  if (found.told)
    return { ...toRunRow({ ...found, key: found['told_key'] } as unknown as Raw), resolved: null };
  const { line, reference, currency, amount } = JSON.parse(data) as RunRowRecord; // as Item says
  const { sequence, key } = found;
  const own = { sequence, key, line, reference, currency, amount, createdId: '', resolved: null };
  if (!found.sending || found.at_work) return { ...own, status: 'pending', message: '', code: '' };
  return { ...own, status: 'in_doubt', message: UNREPORTED, code: 'in_doubt' };
}
