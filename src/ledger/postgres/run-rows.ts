// The rows of a run as it saw them, in file order, with those whose request is under way and what a person has said since.
import type { RunRow, RunRowRecord } from '../records.ts';
import { UNREPORTED } from '../resolution.ts';
import { resolvedFor } from '../resolution.ts';
import { type Raw, toRunRow } from '../sqlite/rows.ts';
import type { Connections } from './connections.ts';
import type { Reads } from './reads.ts';

/** Rows that are held at once. */
const PAGE = 2_000;

/** `alive`: whether somebody is at work on the run. */
export async function* runRowsOf(
  db: Connections,
  reads: Reads,
  id: string,
  alive: boolean,
): AsyncGenerator<RunRowRecord> {
  const under = await underWay(reads, id, alive);
  const told = await toldAmong(db, id, [...under.keys()]);
  const untold = [...under.values()]
    .filter(({ key }) => !told.has(key ?? ''))
    .sort((a, b) => a.sequence - b.sequence);
  const startedAt = await startOf(db, id);
  for (let last = -1, ended = false; !ended;) {
    const raws = await db.query<Raw>(
      `SELECT * FROM run_rows WHERE run_id = $1 AND sequence > $2 ORDER BY sequence LIMIT ${PAGE}`,
      [id, last],
    );
    const rows = raws.map(toRunRow);
    last = rows.at(-1)?.sequence ?? last;
    ended = rows.length < PAGE;
    const whole = rows.map((row) => under.get(row.key ?? '') ?? row);
    while (untold[0] && (ended || untold[0].sequence < last)) whole.push(...untold.splice(0, 1));
    whole.sort((a, b) => a.sequence - b.sequence);
    yield* await withWords(reads, id, startedAt, whole);
  }
}

async function underWay(reads: Reads, id: string, alive: boolean): Promise<Map<string, RunRow>> {
  const message = alive ? 'under way' : UNREPORTED;
  const open = await reads.underWay(id);
  return new Map(
    open.map(({ key, line, sequence, currency, amount, reference }) => {
      const row = { key, line, sequence, currency, amount, message, reference: reference ?? '' };
      return [key, { ...row, createdId: '', status: 'in_doubt', code: 'in_doubt' }];
    }),
  );
}

async function toldAmong(db: Connections, id: string, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const found = await db.query<{ key: string }>(
    'SELECT key FROM run_rows WHERE run_id = $1 AND key = ANY($2)',
    [id, keys],
  );
  return new Set(found.map(({ key }) => key));
}

export async function startOf(db: Connections, id: string): Promise<Date> {
  const [run] = await db.query<{ started_at: number }>('SELECT started_at FROM runs WHERE id = $1', [id]);
  return new Date(run?.started_at ?? 0);
}

/** With what a person has said since. */
export async function withWords(
  reads: Reads,
  runId: string,
  startedAt: Date,
  rows: readonly RunRow[],
): Promise<RunRowRecord[]> {
  const keys = rows.flatMap((row) => (row.status === 'in_doubt' && row.key !== null ? [row.key] : []));
  const entries = keys.length === 0 ? new Map<string, never[]>() : await reads.entriesOf(keys);
  return rows.map((row) => {
    const own = row.status === 'in_doubt' && row.key !== null ? entries.get(row.key) : undefined;
    return { ...row, resolved: own ? resolvedFor(own, runId, startedAt) : null };
  });
}
