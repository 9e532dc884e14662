// What is queued, held against what the hash chain tells of it: every row of every submission, and what decides about them. For
// ledger verify; whoever takes a row compares it anyway. It changes nothing.
import type { Found } from '../evidence/finding.ts';
import type { Session } from '../postgres/connections.ts';
import { ITEM, type ItemRow } from './items.ts';
import { allSeals, compared, isAsSubmitted } from './seals.ts';

type Query = Session['query'];

/** Ordinals that are held at once. */
const PAGE = 10_000;

/** Inside one transaction that sees one moment. */
export async function* queueFindings(query: Query): AsyncGenerator<Found> {
  // What a version without seals has queued says nothing any more once its run has ended.
  const runs = await query<{ run_id: string }>(
    `SELECT s.run_id FROM submissions s
     WHERE ended_at IS NULL OR EXISTS (SELECT 1 FROM run_parts p WHERE p.run_id = s.run_id AND p.kind = 'queue_settings')
     ORDER BY s.run_id`,
  );
  for (const { run_id: runId } of runs) {
    if (!(await isAsSubmitted(query, runId))) yield { kind: 'changed', where: 'submissions', key: runId };
    yield* rowFindings(query, runId);
  }
  const over = await query<{ run_id: string }>(
    `SELECT s.run_id FROM submissions s JOIN runs r ON r.id = s.run_id
     WHERE s.ended_at IS NULL AND r.finished_at IS NOT NULL ORDER BY s.run_id`,
  );
  for (const { run_id: runId } of over) yield { kind: 'changed', where: 'submissions', key: runId };
  const gone = await query<{ run_id: string }>(
    `SELECT run_id FROM run_parts p WHERE kind = 'queue_settings' AND NOT EXISTS (SELECT 1 FROM submissions s WHERE s.run_id = p.run_id)
       AND p.link > coalesce((SELECT max(link) FROM moves), 0) ORDER BY run_id`,
  );
  // A ledger that came from a file has left its queue behind.
  for (const { run_id: runId } of gone) yield { kind: 'missing', where: 'submissions', key: runId };
}

async function* rowFindings(query: Query, runId: string): AsyncGenerator<Found> {
  const told = new Set<number>();
  const named = (sequence: number): string => JSON.stringify([runId, sequence]);
  for await (const seals of allSeals(query, runId)) {
    const items = await query<ItemRow>(
      `SELECT ${ITEM} FROM items i WHERE run_id = $1 AND sequence = ANY($2::bigint[])`,
      [runId, [...seals.keys()]],
    );
    const there = new Map(items.map((item) => [item.sequence, item]));
    for (const sequence of seals.keys()) {
      told.add(sequence);
      const item = there.get(sequence);
      if (!item) yield { kind: 'missing', where: 'items', key: named(sequence) };
      else if (compared(item, seals).isAltered)
        yield { kind: 'changed', where: 'items', key: named(sequence) };
    }
  }
  for (let last = Number.MIN_SAFE_INTEGER; ;) {
    const page = await query<{ sequence: number }>(
      `SELECT sequence FROM items WHERE run_id = $1 AND sequence > $2 ORDER BY sequence LIMIT ${PAGE}`,
      [runId, last],
    );
    for (const { sequence } of page) {
      last = sequence;
      if (!told.has(sequence)) yield { kind: 'added', where: 'items', key: named(sequence) };
    }
    if (page.length < PAGE) return;
  }
}
