// How a row of a run stands now: what a person has said of it since, or what a later run found out, comes before what the
// run saw when it ended.
import { oneLine } from '../client/explain.ts';
import {
  type Ledger,
  type Resolved,
  type RowRecord,
  type RowStatus,
  type RunRecord,
  type RunRowRecord,
  type StatusCounts,
  UNPAID,
} from '../ledger/ledger.ts';
import { Since } from './since.ts';

export interface Standing extends RunRowRecord {
  /** What the run saw, where that is no longer so. */
  readonly was?: RowStatus;
  /** A later run's word on a row that this one did not pay. */
  readonly since?: RowRecord;
}

const PAGE = 500;

/** `only`: rows with another status may be left out. */
export async function* standings(
  ledger: Ledger,
  run: RunRecord,
  only?: readonly RowStatus[],
): AsyncGenerator<Standing> {
  const since = new Since(ledger, run);
  let page: Standing[] = [];
  for await (const row of ledger.eachRunRow(run.id, only)) {
    page.push(await settled(ledger, row));
    if (page.length < PAGE) continue;
    yield* later(page, since);
    page = [];
  }
  yield* later(page, since);
}

/** Rows by status as they stand now; `null` for a run that has not ended. */
export async function countsNow(ledger: Ledger, run: RunRecord): Promise<StatusCounts | null> {
  if (run.counts === null) return null;
  const counts = new Map(Object.entries(run.counts));
  const add = (status: string, count: number): unknown =>
    counts.set(status, (counts.get(status) ?? 0) + count);
  // No row that ended otherwise ever stands differently.
  const movable = (['in_doubt', ...UNPAID] as const).filter((status) => counts.has(status));
  if (movable.length === 0) return run.counts;
  for await (const { status, was } of standings(ledger, run, movable)) {
    if (!movable.some((then) => then === was)) continue;
    add(was ?? '', -1);
    add(status, 1);
  }
  return Object.fromEntries([...counts].filter(([, count]) => count > 0));
}

/** A row that was in doubt, as a person or its key has settled it. */
async function settled(ledger: Ledger, row: RunRowRecord): Promise<Standing> {
  if (row.status !== 'in_doubt') return row;
  const { resolved } = row;
  if (resolved) {
    const status = resolved.as === 'created' ? 'created' : 'not_sent';
    return {
      ...row,
      status,
      was: row.status,
      createdId: resolved.createdId ?? '',
      message: resolvedText(resolved),
    };
  }
  const now = row.key === null ? undefined : await ledger.row(row.key);
  if (now?.state !== 'created') return row;
  const message = `run ${now.runId} sent it again under its idempotency key: created`;
  return { ...row, status: 'created', was: row.status, createdId: now.createdId ?? '', message };
}

async function* later(page: readonly Standing[], since: Since): AsyncGenerator<Standing> {
  const known = await since.of(page.filter(({ status }) => UNPAID.includes(status)));
  for (const row of page) {
    const record = UNPAID.includes(row.status) ? known.get(row.key ?? '') : undefined;
    yield record ? standingSince(row, record) : row;
  }
}

/** A request whose answer nobody has recorded yet may have been executed. */
function standingSince(row: Standing, since: RowRecord): Standing {
  const isPaid = since.state === 'created';
  return {
    ...row,
    since,
    was: row.was ?? row.status,
    status: isPaid ? 'created' : 'in_doubt',
    createdId: since.createdId ?? '',
    message: `${row.resolved ? row.message : `${row.status} in this run`}; ${isPaid ? 'paid since by' : 'in doubt since'} run ${since.runId} (line ${since.line})`,
  };
}

function resolvedText({ as, createdId, by, at, reason, corrected }: Resolved): string {
  const id = createdId === null ? '' : ` (${createdId})`;
  const day = at.toISOString().slice(0, 10);
  return `${corrected ? 'corrected to' : 'resolved as'} ${as}${id} by ${by ?? 'somebody'} on ${day}: ${oneLine(reason, 80)}`;
}
