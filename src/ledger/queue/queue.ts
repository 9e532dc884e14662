// The runs that any host may work on, over our own tables; pg-boss says only where to look. This process claims one chunk
// after the other, so that what it holds by the table and what it knows to hold can be compared.
import { randomUUID } from 'node:crypto';

import type { Connections, Session } from '../postgres/connections.ts';
import type { Lease } from '../postgres/lease.ts';
import type { Opened } from '../postgres/open.ts';
import { end, register } from '../postgres/runs.ts';
import type { Tx } from '../postgres/transactions.ts';
import type {
  ChunkName,
  Item,
  KeptItem,
  Left,
  NewSubmission,
  RunQueue,
  Submission,
  Taken,
  Tending,
} from '../queue.ts';
import type { BeginResult, NewRun } from '../run-records.ts';
import { Boss } from './boss.ts';
import { leftOf, othersAtWork } from './chunks.ts';
import { addChunks, readyChunk, waitingChunks } from './filling.ts';
import { Holding } from './holding.ts';
import { keptSequences, openItems, standingOf } from './items.ts';
import {
  allQueued,
  goAlone,
  openRunOf,
  openToAll,
  readSubmissions,
  stopRun,
  takeOver,
  wentAlone,
} from './submissions.ts';
import {
  closeChunks,
  endRuns,
  giveJobs,
  type Shared,
  stopIncomplete,
  sweepHosts,
  tellStopped,
  type Unhanded,
  unhanded,
} from './tending.ts';

/** Rounds of tending between two in which all chunks are looked at. */
const WHOLE_EVERY = 5;

export interface QueueParts {
  readonly opened: Opened;
  readonly lease: Lease;
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Claims a run's keys, once it is registered. */
  readonly claim: (
    run: NewRun,
    keyHashes: BigInt64Array,
    begin: (tx: Tx) => Promise<boolean>,
  ) => Promise<BeginResult>;
}

export class PostgresQueue implements RunQueue {
  readonly #parts: QueueParts;
  readonly #db: Connections;
  readonly #query: Session['query'];
  readonly #environment: number;
  readonly #version: string;
  readonly #shared: Shared;
  #boss: Promise<Boss> | undefined;
  readonly #holding: Holding;
  #rounds = 0;

  constructor(parts: QueueParts) {
    const { connections, environment, options } = parts.opened;
    [this.#parts, this.#db, this.#environment] = [parts, connections, environment];
    this.#query = connections.query;
    this.#version = options.host.version;
    this.#shared = { connections, environment, schema: options.address.schema, write: parts.write };
    this.#holding = new Holding({
      query: this.#query,
      boss: () => this.#opened(),
      queue: this.#queueOf(this.#version),
      worker: () => parts.lease.open(),
    });
  }

  get worker(): string {
    return this.#parts.lease.id;
  }

  async enter(): Promise<string> {
    await this.#opened();
    return this.#parts.lease.open();
  }

  get fenced(): RunQueue['fenced'] {
    return this.#parts.lease.fenced;
  }

  async renew(): Promise<void> {
    this.#holding.forget();
    await this.#parts.lease.renew();
  }

  #queueOf(version: string): string {
    return `e${this.#environment}-v${version}`;
  }

  #opened(): Promise<Boss> {
    return (this.#boss ??= Boss.open((text, values) => this.#query(text, values), this.#shared.schema));
  }

  openRun(file: Pick<NewRun, 'kind' | 'batchId' | 'fileHash'>): Promise<Submission | undefined> {
    return openRunOf(this.#query, this.#environment, file);
  }

  async submission(runId: string): Promise<Submission | undefined> {
    return (await readSubmissions(this.#query, this.#environment, 'AND s.run_id = $2', runId))[0];
  }

  async submit(
    run: NewRun,
    keyHashes: BigInt64Array,
    what: NewSubmission,
  ): Promise<BeginResult | { readonly other: Submission }> {
    const worker = await this.enter();
    let other: Submission | undefined;
    const begun = await this.#parts.claim(run, keyHashes, async (tx) => {
      other = await openRunOf(tx.query, this.#environment, run);
      if (other) return false;
      await register(tx, this.#environment, this.#parts.opened.options.host, run);
      await openToAll(tx, this.#environment, worker, run, what);
      return true;
    });
    return other ? { other } : begun;
  }

  abandon(runId: string, at: Date, exitCode: number): Promise<void> {
    return this.#parts.write(async (tx) => {
      await end(tx, runId, at, exitCode, {});
      await tx.query('UPDATE submissions SET ended_at = clock_timestamp() WHERE run_id = $1', [runId]);
    });
  }

  async resume(runId: string): Promise<boolean> {
    return takeOver(this.#query, runId, await this.#parts.lease.open());
  }

  async add(runId: string, items: readonly Item[], ready: readonly number[]): Promise<void> {
    const jobs = ready.map((chunk) => ({ runId, chunk, version: this.#version, job: randomUUID() }));
    await this.#parts.write((tx) => addChunks(tx, runId, items, jobs));
    await this.#send(jobs, false);
  }

  async #send(jobs: readonly (Unhanded & { readonly job: string })[], again: boolean): Promise<void> {
    for (const version of new Set(jobs.map((job) => job.version))) {
      const own = jobs.filter((job) => job.version === version);
      const boss = await this.#opened();
      await boss.send(
        this.#queueOf(version),
        own.map(({ job, runId, chunk }) => ({ job, runId, chunk, again })),
      );
    }
  }

  kept(runId: string, sequences: readonly number[]): Promise<ReadonlySet<number>> {
    return keptSequences(this.#query, runId, sequences);
  }

  waiting(runId: string): Promise<number[]> {
    return waitingChunks(this.#query, runId);
  }

  itemsOf(runId: string, chunk: number): Promise<KeptItem[]> {
    return openItems(this.#query, runId, chunk);
  }

  async ready(runId: string, chunk: number, items: readonly KeptItem[]): Promise<void> {
    const job = { runId, chunk, version: this.#version, job: randomUUID() };
    await this.#parts.write((tx) => readyChunk(tx, job, items));
    await this.#send([job], false);
  }

  queued(runId: string): Promise<void> {
    return allQueued(this.#query, runId);
  }

  take(runId?: string): Promise<Taken | undefined> {
    return this.#holding.take(runId);
  }

  release(chunk: ChunkName): Promise<void> {
    return this.#holding.release(chunk);
  }

  left(runId: string | null = null): Promise<Left> {
    return leftOf(this.#query, this.#environment, this.worker, this.#version, runId);
  }

  othersAtWork(version = this.#version): Promise<number> {
    return othersAtWork(this.#query, this.#environment, this.worker, version);
  }

  stop(runId: string, reason: string): Promise<void> {
    return this.#parts.write((tx) => stopRun(tx, runId, reason));
  }

  alone(runId: string): Promise<'mine' | 'taken' | 'free'> {
    return goAlone(this.#query, runId, this.worker);
  }

  answered(runId: string, answered: boolean): Promise<void> {
    return wentAlone(this.#query, runId, this.worker, answered);
  }

  async tend(tending: Tending): Promise<void> {
    this.#parts.lease.refuseReplaced();
    this.#parts.opened.witness.raise(await this.#parts.opened.transactions.look());
    await sweepHosts(this.#shared, tending.at);
    if (this.worker !== '') await this.#holding.compare();
    const whole = this.#rounds++ % WHOLE_EVERY === 0;
    await closeChunks(this.#shared, whole);
    await stopIncomplete(this.#shared);
    await tellStopped(this.#shared);
    for (const { version, jobs } of await endRuns(this.#shared, tending))
      await (await this.#opened()).forget(this.#queueOf(version), jobs);
    const chunks = await unhanded(this.#shared, whole);
    if (chunks.length === 0) return;
    const jobs = chunks.map((chunk) => ({ ...chunk, job: randomUUID() }));
    await giveJobs(this.#query, jobs);
    await this.#send(jobs, true);
  }

  rows(runId: string): ReturnType<RunQueue['rows']> {
    return standingOf(this.#db, this.#environment, runId);
  }

  async close(): Promise<void> {
    if (this.#boss) await this.#boss.then((boss) => boss.stop()).catch(() => undefined);
  }
}
