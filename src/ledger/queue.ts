// Runs whose rows any host of an environment may take. Only types.
//
// What a store guarantees:
// - A row of a submission is open until the run has reported it (RunRow). A chunk is done when no row of it is open.
// - A chunk has one holder at a time, whose lease is open. A host that loses its lease loses its chunks.
// - After `stop`, no host writes another intent of the run.
import type { Message } from '../message.ts';
import type { RunRowRecord } from './resolution-records.ts';
import type { BeginResult, NewRun, StatusCounts } from './run-records.ts';

export interface NewSubmission {
  /** `major.minor` of the program that checked the rows. Other versions do not send them. */
  readonly version: string;
  /** The settings that decide about a row, as JSON values without secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** So many rows in doubt, over all hosts, stop the run. */
  readonly maxInDoubt: number;
}

export interface Submission
  extends
    Omit<NewSubmission, 'maxInDoubt'>,
    Pick<NewRun, 'kind' | 'batchId' | 'rows' | 'file' | 'startedAt'> {
  readonly runId: string;
  /** Every row that can be paid is queued. */
  readonly isQueued: boolean;
  /** Not all rows are queued, and the host that submitted them is gone. */
  readonly isCutOff: boolean;
  /** Why no more of its rows are sent; `undefined` while they are. */
  readonly stopped: Message | undefined;
  readonly ended: boolean;
  readonly exitCode: number | null;
  /** Its settings were changed in the database since it was submitted. */
  readonly isAltered: boolean;
}

/** A row as the submitting host has read it. Workers need no file. */
export interface QueueItem {
  readonly sequence: number;
  /** `null` for a row that is not sent. */
  readonly chunk: number | null;
  readonly key: string | null;
  /** JSON. The store reads `line`, `reference`, `currency` and `amount`. */
  readonly data: string;
}

/** A row as the database has it now. */
export interface KeptItem extends QueueItem {
  /** It was changed or added in the database since rows were queued, and must not be sent. */
  readonly isAltered: boolean;
}

/** A row of a run, with its present status. */
export interface QueuedRow extends KeptItem {
  readonly row: RunRowRecord;
}

export interface TakenChunk {
  readonly runId: string;
  readonly chunk: number;
  /** The open rows of the chunk. */
  readonly items: readonly KeptItem[];
}

export type ChunkName = Pick<TakenChunk, 'runId' | 'chunk'>;

/** What is still to be done for an environment or for one run. */
export interface RemainingWork {
  /** Chunks that are queued or held, for this version. */
  readonly chunks: number;
  /** Of these, the chunks that another host holds. */
  readonly others: number;
  /** Runs with rows that are queued for another version: their ids and versions. */
  readonly foreign: readonly { readonly runId: string; readonly version: string }[];
}

export interface Maintenance {
  readonly at: Date;
  /** The exit code of a run, by its rows. `held`: possible duplicates among the rows that were not sent. */
  readonly exitOf: (counts: StatusCounts, stopped: boolean, held: number) => number;
}

export interface RunQueue {
  /** The id of this process among the hosts. `renew` changes it. */
  readonly worker: string;
  /** Takes a lease, and returns the id. Errors: LedgerError, also `missing_package`. */
  enter(): Promise<string>;
  /** The lease has expired: this process starts nothing, reports what it knows, and then renews the lease. */
  readonly isFenced: boolean;
  /** Takes a new id and lease. Call it when no request under the old lease is in progress. */
  renew(): Promise<void>;

  /** The run of this file that is not over, if there is one. */
  openRun(file: Pick<NewRun, 'kind' | 'batchId' | 'fileHash'>): Promise<Submission | undefined>;
  submission(runId: string): Promise<Submission | undefined>;
  /**
   * As `Ledger.begin`, but the run is open until all its rows are reported. `other`: the run that submitted this file.
   */
  submit(
    run: NewRun,
    keyHashes: BigInt64Array,
    what: NewSubmission,
  ): Promise<BeginResult | { readonly other: Submission }>;
  /** Ends a submission of which nothing was queued. */
  abandon(runId: string, at: Date, exitCode: number): Promise<void>;
  /** Continues a submission that was cut off. False if another process does so. */
  resume(runId: string): Promise<boolean>;
  /** Queues whole chunks, and keeps rows that are not sent. */
  add(runId: string, items: readonly QueueItem[]): Promise<void>;
  /** Which of these ordinals are kept. */
  kept(runId: string, sequences: readonly number[]): Promise<ReadonlySet<number>>;
  /** Records that every row that can be paid is queued. */
  queued(runId: string): Promise<void>;

  /** A chunk to work on, of this run or of any run; `undefined` while there is none. */
  take(runId?: string): Promise<TakenChunk | undefined>;
  /** Gives a chunk back. It is done if none of its rows is open. */
  release(chunk: ChunkName): Promise<void>;
  left(runId?: string): Promise<RemainingWork>;
  /** Other hosts at work in this environment with its version. */
  othersAtWork(): Promise<number>;

  /** From now on no host starts another row of this run. The first reason stays. */
  stop(runId: string, reason: Message): Promise<void>;
  /** Whether this host may send the probe, the first transfer. `free`: its response has come. */
  claimProbe(runId: string): Promise<'mine' | 'taken' | 'free'>;
  /** The probe is over. `answered`: its response has come. */
  endProbe(runId: string, answered: boolean): Promise<void>;

  /** Closes expired leases, hands out their chunks again, ends complete runs. Any host may do so at any time. */
  maintain(maintenance: Maintenance): Promise<void>;
  /** All rows of a run, in file order, a page at a time. */
  rows(runId: string): AsyncIterable<readonly QueuedRow[]>;
}
