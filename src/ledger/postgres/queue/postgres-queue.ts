// The runs that any host may work on, in the ledger's tables. pg-boss only hands out chunks.
import type { Message } from '../../../message.ts';
import type {
  ChunkName,
  Maintenance,
  NewSubmission,
  QueueItem,
  RunQueue,
  Submission,
  TakenChunk,
} from '../../queue.ts';
import type { BeginResult, NewRun } from '../../run-records.ts';
import { register } from '../../store/runs.ts';
import type { Lease } from '../lease.ts';
import type { OpenedStore } from '../open.ts';
import { end } from '../runs.ts';
import type { Access, ServerTx } from '../transactions.ts';
import { Boss } from './boss.ts';
import { HeldChunks } from './held-chunks.ts';
import { chainItem, keptSequences } from './items.ts';
import { closeChunks, endRuns, reportStopped, stopIncomplete, sweepHosts } from './maintenance.ts';
import { stopRun, Submissions } from './submissions.ts';

/** Every so many rounds of maintenance, all chunks are checked whether they are done. */
const DONE_ROUNDS = 5;

export interface QueueParts {
  readonly opened: OpenedStore;
  readonly access: Access;
  readonly lease: Lease;
  /** Registers a run and claims its keys. */
  readonly claim: (
    run: NewRun,
    keyHashes: BigInt64Array,
    begin: (tx: ServerTx) => Promise<boolean>,
  ) => Promise<BeginResult>;
}

export class PostgresQueue extends Submissions implements RunQueue {
  readonly #parts: QueueParts;
  #boss: Promise<Boss> | undefined;
  readonly #chunks: HeldChunks;
  #rounds = 0;

  constructor(parts: QueueParts) {
    super(parts.access, parts.opened.options.host.version, parts.lease);
    this.#parts = parts;
    this.#chunks = new HeldChunks(parts.access, parts.lease, () => this.#opened());
  }

  async enter(): Promise<string> {
    await this.#opened();
    return this.#parts.lease.open();
  }

  get isFenced(): boolean {
    return this.#parts.lease.isLost;
  }

  async renew(): Promise<void> {
    this.#chunks.forget();
    await this.#parts.lease.renew();
  }

  #opened(): Promise<Boss> {
    return (this.#boss ??= Boss.open(
      (text, values) => this.query(text, values),
      this.#parts.opened.options.address.schema,
      this.access.environment,
      this.version,
    ));
  }

  async submit(
    run: NewRun,
    keyHashes: BigInt64Array,
    what: NewSubmission,
  ): Promise<BeginResult | { readonly other: Submission }> {
    const worker = await this.enter();
    let other: Submission | undefined;
    const begun = await this.#parts.claim(run, keyHashes, async (tx) => {
      other = await this.openRun(run, tx.query);
      if (other) return false;
      const { name: host, pid } = this.#parts.opened.options.host;
      register(tx, this.access.environment, { host, pid }, run);
      const { id, kind, batchId } = run;
      await tx.query('INSERT INTO submissions (run_id, submitter) VALUES ($1, $2)', [id, worker]);
      tx.changes.chainRow('submissions', {
        ...{
          run_id: id,
          environment: this.access.environment,
          kind,
          batch_id: batchId,
          version: what.version,
        },
        ...{ settings: JSON.stringify(what.settings), max_in_doubt: what.maxInDoubt },
      });
      return true;
    });
    return other ? { other } : begun;
  }

  abandon(runId: string, at: Date, exitCode: number): Promise<void> {
    return this.access.write(async (tx) => {
      await end(tx, runId, at, exitCode, {});
      await tx.query('UPDATE submissions SET ended_at = clock_timestamp() WHERE run_id = $1', [runId]);
    });
  }

  /** A chunk that exists is complete: no row is added to it. */
  async add(runId: string, items: readonly QueueItem[]): Promise<void> {
    const chunks = [...new Set(items.flatMap(({ chunk }) => (chunk === null ? [] : [chunk])))];
    const sequences = items.map(({ sequence }) => sequence);
    await this.access.write(async (tx) => {
      const made = await tx.query<{ chunk: number }>(
        `INSERT INTO chunks (run_id, chunk, state) SELECT $1, n, 'queued' FROM unnest($2::bigint[]) AS n
         ON CONFLICT DO NOTHING RETURNING chunk`,
        [runId, chunks],
      );
      const isNew = new Set(made.map(({ chunk }) => chunk));
      const there = await keptSequences(tx.query, runId, sequences);
      for (const item of items) {
        const isOwn = item.chunk === null || isNew.has(item.chunk);
        if (isOwn && !there.has(item.sequence)) chainItem(tx, runId, item);
      }
    });
  }

  take(runId?: string): Promise<TakenChunk | undefined> {
    return this.#chunks.take(runId);
  }

  release(chunk: ChunkName): Promise<void> {
    return this.#chunks.release(chunk);
  }

  stop(runId: string, reason: Message): Promise<void> {
    return this.access.write((tx) => stopRun(tx, runId, reason));
  }

  async maintain(maintenance: Maintenance): Promise<void> {
    const { access, lease, opened } = this.#parts;
    lease.refuseReplaced();
    opened.marks.raise(await opened.transactions.look());
    const isFreed = await sweepHosts(access, maintenance.at);
    if (this.worker !== '') await this.#chunks.compare();
    if (isFreed || this.#rounds++ % DONE_ROUNDS === 0) await closeChunks(access);
    await stopIncomplete(access);
    await reportStopped(access);
    await endRuns(access, maintenance);
  }

  async close(): Promise<void> {
    if (this.#boss) await this.#boss.then((boss) => boss.stop()).catch(() => undefined);
  }
}
