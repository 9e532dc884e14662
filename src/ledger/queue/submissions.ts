// Runs that are open to all hosts: submitted, gone on with, stopped. What of them is in the hash chain (the run itself, its
// rows) is written inside a transaction that holds the ledger's lock.
import type { Row, Session } from '../postgres/connections.ts';
import type { Tx } from '../postgres/transactions.ts';
import type { NewSubmission, Submission } from '../queue.ts';
import type { NewRun, RunKind } from '../run-records.ts';
import { asChained } from './seals.ts';

/** Hosts whose lease is open. */
export const AT_WORK = 'closed_at IS NULL AND lease_until > clock_timestamp()';

const SUBMISSIONS = `
  SELECT s.*, r.rows, r.file, r.started_at, r.exit_code, queued_at IS NOT NULL AS is_queued, ended_at IS NOT NULL AS is_over,
    queued_at IS NULL AND NOT EXISTS (SELECT 1 FROM workers w WHERE w.id = s.submitter AND ${AT_WORK}) AS is_cut_off
  FROM submissions s JOIN runs r ON r.id = s.run_id WHERE s.environment = $1`;

export async function readSubmissions(
  query: Session['query'],
  environment: number,
  condition: string,
  ...values: readonly unknown[]
): Promise<Submission[]> {
  const found = await query<Row>(`${SUBMISSIONS} ${condition}`, [environment, ...values]);
  const chained = await asChained(query, 'submissions', found);
  return found.map((raw) => submissionOf(raw, !chained.has(raw)));
}

/** Every cast trusts what was written below, under the schema. */
function submissionOf(raw: Row, isAltered: boolean): Submission {
  const text = (name: string): string => (typeof raw[name] === 'string' ? raw[name] : '');
  return {
    runId: text('run_id'),
    kind: text('kind') as RunKind,
    batchId: text('batch_id'),
    version: text('version'),
    settings: settingsIn(text('settings')),
    rows: Number(raw['rows']),
    file: text('file'),
    startedAt: new Date(Number(raw['started_at'])),
    isQueued: raw['is_queued'] === true,
    isCutOff: raw['is_cut_off'] === true && raw['is_over'] === false,
    stopped: text('stopped'),
    ended: raw['is_over'] === true,
    exitCode: typeof raw['exit_code'] === 'number' ? raw['exit_code'] : null,
    isAltered,
  };
}

/** What somebody else has written there decides about nothing: it is altered. */
function settingsIn(text: string): Submission['settings'] {
  try {
    return JSON.parse(text) as Submission['settings'];
  } catch {
    return {};
  }
}

export async function openRunOf(
  query: Session['query'],
  environment: number,
  { kind, batchId, fileHash }: Pick<NewRun, 'kind' | 'batchId' | 'fileHash'>,
): Promise<Submission | undefined> {
  const condition =
    'AND s.kind = $2 AND s.batch_id = $3 AND r.file_hash = $4 AND s.ended_at IS NULL ORDER BY r.started_at DESC LIMIT 1';
  return (await readSubmissions(query, environment, condition, kind, batchId, fileHash))[0];
}

/** Beside the run's own record, in one transaction. */
export async function openToAll(
  tx: Tx,
  environment: number,
  worker: string,
  { id, kind, batchId }: NewRun,
  { version, settings, maxInDoubt }: NewSubmission,
): Promise<void> {
  await tx.query('INSERT INTO submissions (run_id, submitter) VALUES ($1, $2)', [id, worker]);
  tx.changes.chainRow('submissions', {
    ...{ run_id: id, environment, kind, batch_id: batchId, version },
    ...{ settings: JSON.stringify(settings), max_in_doubt: maxInDoubt },
  });
}

/** False where another host is at it, or it isn't cut off any more. The same again is true. */
export async function takeOver(query: Session['query'], runId: string, worker: string): Promise<boolean> {
  const taken = await query(
    `UPDATE submissions s SET submitter = $2 WHERE run_id = $1 AND queued_at IS NULL AND ended_at IS NULL AND stopped IS NULL
       AND (submitter = $2 OR NOT EXISTS (SELECT 1 FROM workers w WHERE w.id = s.submitter AND ${AT_WORK})) RETURNING run_id`,
    [runId, worker],
  );
  return taken.length > 0;
}

export async function allQueued(query: Session['query'], runId: string): Promise<void> {
  await query('UPDATE submissions SET queued_at = coalesce(queued_at, clock_timestamp()) WHERE run_id = $1', [
    runId,
  ]);
}

/** Under the ledger's lock: whatever intent was taken is written by now, and no other will be. */
export async function stopRun(tx: Tx, runId: string, reason: string): Promise<void> {
  await tx.query(
    'UPDATE submissions SET stopped = coalesce(stopped, $2) WHERE run_id = $1 AND (ended_at IS NULL OR doubts > 0)',
    [runId, reason],
  );
}

/** Rows of a run that have come to be in doubt, or no longer are: enough of them stop it. */
export async function countDoubts(tx: Tx, byRun: ReadonlyMap<string, number>): Promise<void> {
  for (const [runId, more] of byRun) {
    if (more === 0) continue;
    await tx.query(
      `UPDATE submissions SET doubts = doubts + $2, stopped = CASE
         WHEN stopped IS NULL AND ended_at IS NULL AND $2 > 0 AND doubts + $2 >= max_in_doubt
         THEN (doubts + $2) || CASE WHEN doubts + $2 = 1 THEN ' row is' ELSE ' rows are' END
           || ' in doubt (--max-in-doubt ' || max_in_doubt || ')' ELSE stopped END
       WHERE run_id = $1`,
      [runId, more],
    );
  }
}

/** Whose creation goes alone: one host's at a time, until one was answered. A host that is given up goes no more. */
export async function goAlone(
  query: Session['query'],
  runId: string,
  worker: string,
): Promise<'mine' | 'taken' | 'free'> {
  const [mine] = await query(
    `UPDATE submissions s SET alone = $2 WHERE run_id = $1 AND NOT answered
       AND (alone IS NULL OR alone = $2 OR NOT EXISTS (SELECT 1 FROM workers w WHERE w.id = s.alone AND w.closed_at IS NULL))
     RETURNING run_id`,
    [runId, worker],
  );
  if (mine) return 'mine';
  const [found] = await query<{ answered: boolean }>('SELECT answered FROM submissions WHERE run_id = $1', [
    runId,
  ]);
  return found?.answered === false ? 'taken' : 'free';
}

export async function wentAlone(
  query: Session['query'],
  runId: string,
  worker: string,
  answered: boolean,
): Promise<void> {
  await query(
    `UPDATE submissions SET answered = answered OR $3, alone = CASE WHEN alone = $2 THEN NULL ELSE alone END WHERE run_id = $1`,
    [runId, worker, answered],
  );
}
