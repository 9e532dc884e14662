// Runs that are open to all hosts: their state, their rows, and how they stop.
import { type Message, packed, unpacked } from '../../../message.ts';
import { rowNote } from '../../messages.ts';
import type { RemainingWork, RunQueue, Submission } from '../../queue.ts';
import type { NewRun, RunKind } from '../../run-records.ts';
import type { ServerRow, ServerSession } from '../connections.ts';
import { AT_WORK, type Lease } from '../lease.ts';
import type { Access, ServerTx } from '../transactions.ts';
import { keptSequences, standingOf } from './items.ts';
import { chainedRows } from './seals.ts';

const SUBMISSIONS = `
  SELECT s.*, r.rows, r.file, r.started_at, r.exit_code, queued_at IS NOT NULL AS is_queued, ended_at IS NOT NULL AS is_over,
    queued_at IS NULL AND NOT EXISTS (SELECT 1 FROM workers w WHERE w.id = s.submitter AND ${AT_WORK}) AS is_cut_off
  FROM submissions s JOIN runs r ON r.id = s.run_id WHERE s.environment = $1`;

interface LeftRow extends ServerRow {
  readonly run_id: string;
  readonly version: string;
  readonly chunks: number;
  readonly others: number;
}

export class Submissions {
  protected readonly access: Access;
  protected readonly query: ServerSession['query'];
  protected readonly version: string;
  readonly #lease: Lease;

  constructor(access: Access, version: string, lease: Lease) {
    [this.access, this.query] = [access, access.connections.query];
    [this.version, this.#lease] = [version, lease];
  }

  get worker(): string {
    return this.#lease.id;
  }

  openRun(
    { kind, batchId, fileHash }: Pick<NewRun, 'kind' | 'batchId' | 'fileHash'>,
    query = this.query,
  ): Promise<Submission | undefined> {
    const condition =
      'AND s.kind = $2 AND s.batch_id = $3 AND r.file_hash = $4 AND s.ended_at IS NULL ORDER BY r.started_at DESC LIMIT 1';
    return this.#read(query, condition, kind, batchId, fileHash);
  }

  submission(runId: string): Promise<Submission | undefined> {
    return this.#read(this.query, 'AND s.run_id = $2', runId);
  }

  async #read(
    query: ServerSession['query'],
    condition: string,
    ...values: readonly unknown[]
  ): Promise<Submission | undefined> {
    const found = await query<ServerRow>(`${SUBMISSIONS} ${condition}`, [this.access.environment, ...values]);
    const chained = await chainedRows(query, 'submissions', found);
    return found[0] && submissionOf(found[0], !chained.has(found[0]));
  }

  /** Also true if this process has resumed it before. */
  async resume(runId: string): Promise<boolean> {
    const taken = await this.query(
      `UPDATE submissions s SET submitter = $2 WHERE run_id = $1 AND queued_at IS NULL AND ended_at IS NULL AND stopped IS NULL
         AND (submitter = $2 OR NOT EXISTS (SELECT 1 FROM workers w WHERE w.id = s.submitter AND ${AT_WORK})) RETURNING run_id`,
      [runId, await this.#lease.open()],
    );
    return taken.length > 0;
  }

  kept(runId: string, sequences: readonly number[]): Promise<ReadonlySet<number>> {
    return keptSequences(this.query, runId, sequences);
  }

  rows(runId: string): ReturnType<RunQueue['rows']> {
    return standingOf(this.access, runId);
  }

  async queued(runId: string): Promise<void> {
    await this.query(
      'UPDATE submissions SET queued_at = coalesce(queued_at, clock_timestamp()) WHERE run_id = $1',
      [runId],
    );
  }

  /** Chunks of open runs. Of a stopped run, the chunks that a host still holds. */
  async left(runId: string | null = null): Promise<RemainingWork> {
    const found = await this.query<LeftRow>(
      `SELECT c.run_id, s.version, count(*) AS chunks, count(*) FILTER (WHERE c.worker <> $2) AS others
       FROM submissions s JOIN chunks c ON c.run_id = s.run_id
       WHERE s.environment = $1 AND s.ended_at IS NULL AND c.state = 'queued' AND (s.stopped IS NULL OR c.worker IS NOT NULL)
         AND ($3::text IS NULL OR s.run_id = $3) GROUP BY c.run_id, s.version`,
      [this.access.environment, this.worker, runId],
    );
    const own = found.filter((one) => one.version === this.version);
    const sum = (name: 'chunks' | 'others'): number => own.reduce((all, one) => all + one[name], 0);
    const foreign = found.filter((one) => one.version !== this.version);
    return {
      ...{ chunks: sum('chunks'), others: sum('others') },
      foreign: foreign.map((one) => ({ runId: one.run_id, version: one.version })),
    };
  }

  async othersAtWork(): Promise<number> {
    const [found] = await this.query<{ others: number }>(
      `SELECT count(*) AS others FROM workers WHERE environment = $1 AND id <> $2 AND version = $3 AND ${AT_WORK}`,
      [this.access.environment, this.worker, this.version],
    );
    return found?.others ?? 0;
  }

  /** One host sends one transfer at a time, until a response comes. */
  async claimProbe(runId: string): Promise<'mine' | 'taken' | 'free'> {
    const [mine] = await this.query(
      `UPDATE submissions s SET alone = $2 WHERE run_id = $1 AND NOT answered
         AND (alone IS NULL OR alone = $2 OR NOT EXISTS (SELECT 1 FROM workers w WHERE w.id = s.alone AND w.closed_at IS NULL))
       RETURNING run_id`,
      [runId, this.worker],
    );
    if (mine) return 'mine';
    const text = 'SELECT answered FROM submissions WHERE run_id = $1';
    const [found] = await this.query<{ answered: boolean }>(text, [runId]);
    return found?.answered === false ? 'taken' : 'free';
  }

  async endProbe(runId: string, answered: boolean): Promise<void> {
    await this.query(
      `UPDATE submissions SET answered = answered OR $3, alone = CASE WHEN alone = $2 THEN NULL ELSE alone END WHERE run_id = $1`,
      [runId, this.worker, answered],
    );
  }
}

/** The casts trust what this file has written. */
function submissionOf(raw: ServerRow, isAltered: boolean): Submission {
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
    stopped: unpacked(text('stopped')),
    ended: raw['is_over'] === true,
    exitCode: typeof raw['exit_code'] === 'number' ? raw['exit_code'] : null,
    isAltered,
  };
}

/** Altered settings may be unreadable. They decide about nothing. */
function settingsIn(text: string): Submission['settings'] {
  try {
    return JSON.parse(text) as Submission['settings'];
  } catch {
    return {};
  }
}

/** Under the ledger's lock: earlier intents are written, and no later one will be. */
export async function stopRun(tx: ServerTx, runId: string, reason: Message): Promise<void> {
  await tx.query(
    'UPDATE submissions SET stopped = coalesce(stopped, $2) WHERE run_id = $1 AND (ended_at IS NULL OR doubts > 0)',
    [runId, packed(reason)],
  );
}

/** Counts rows in doubt by run. Too many of them stop the run. */
export async function countDoubts(tx: ServerTx, byRun: ReadonlyMap<string, number>): Promise<void> {
  for (const [runId, more] of byRun) {
    if (more === 0) continue;
    const [run] = await tx.query<{ doubts: number; most: number }>(
      'UPDATE submissions SET doubts = doubts + $2 WHERE run_id = $1 RETURNING doubts, max_in_doubt AS most',
      [runId, more],
    );
    if (!run || more < 0 || run.doubts < run.most) continue;
    const reason = packed(rowNote('too_many_in_doubt', { rows: run.doubts, most: run.most }));
    await tx.query(
      'UPDATE submissions SET stopped = $2 WHERE run_id = $1 AND stopped IS NULL AND ended_at IS NULL',
      [runId, reason],
    );
  }
}

/** Queues chunks that were done, and have open rows again. */
export async function reopenChunks(
  tx: ServerTx,
  rows: readonly { readonly runId: string; readonly sequence: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `UPDATE chunks c SET state = 'queued' FROM items i JOIN unnest($1::text[], $2::bigint[]) AS o(r, n) ON i.run_id = o.r AND i.sequence = o.n
     WHERE c.run_id = i.run_id AND c.chunk = i.chunk AND c.state = 'done'`,
    [rows.map(({ runId }) => runId), rows.map(({ sequence }) => sequence)],
  );
}
