// Runs whose rows any host of an environment may take: what is still to be done, and who does it. Types alone.
//
// What a store must hold:
// - A row of a submission is open until the run has reported it (RunRow). A chunk is done when none of its rows is
// open.
// - A chunk has one holder at a time, whose lease is open. A host that loses its lease loses its chunks.
// - After `stop`, no host writes another intent of the run.
import type { Message } from '../message.ts';
import type { RunRowRecord } from './resolution-records.ts';
import type { BeginResult, NewRun, StatusCounts } from './run-records.ts';

export interface NewSubmission {
  /** `major.minor` of the program that checked the rows: others leave them. */
  readonly version: string;
  /** What decides about a row, as JSON values; no secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Rows in doubt that stop the run, over all hosts. */
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

/** A row as the submitting host has read it: a worker needs no file. */
export interface Item {
  readonly sequence: number;
  /** `null` for a row that nobody sends. */
  readonly chunk: number | null;
  readonly key: string | null;
  /** JSON. The store reads `line`, `reference`, `currency` and `amount`. */
  readonly data: string;
}

/** A row as the database has it now. */
export interface KeptItem extends Item {
  /** It is not what was queued: it was changed or added in the database, and must not be sent. */
  readonly isAltered: boolean;
}

/** A row of a run that is going on or over, as it stands now. */
export interface QueuedRow extends KeptItem {
  readonly row: RunRowRecord;
}

export interface Taken {
  readonly runId: string;
  readonly chunk: number;
  /** Those that are open. */
  readonly items: readonly KeptItem[];
}

export type ChunkName = Pick<Taken, 'runId' | 'chunk'>;

/** What is left to do, of an environment or of one run. */
export interface Left {
  /** Chunks that are queued or held, for this version. */
  readonly chunks: number;
  /** Of these, those that somebody else holds. */
  readonly others: number;
  /** Runs with rows that are queued for another version: their ids and versions. */
  readonly foreign: readonly { readonly runId: string; readonly version: string }[];
}

export interface Tending {
  readonly at: Date;
  /** What a run ends with, by its rows. `held`: possible duplicates among those that were not sent. */
  readonly exitOf: (counts: StatusCounts, stopped: boolean, held: number) => number;
}

export interface RunQueue {
  /** This process's own id among the hosts; it changes with `renew`. */
  readonly worker: string;
  /** Its id, with a lease from now on. Errors: LedgerError, `missing_package` too. */
  enter(): Promise<string>;
  /** Its lease has expired: it starts nothing, reports what it knows, and renews itself. */
  readonly isFenced: boolean;
  /** A new id and lease, when no request of the old one is in progress. */
  renew(): Promise<void>;

  /** The run of this file that is not over, if there is one. */
  openRun(file: Pick<NewRun, 'kind' | 'batchId' | 'fileHash'>): Promise<Submission | undefined>;
  submission(runId: string): Promise<Submission | undefined>;
  /**
   * As `Ledger.begin`; the run is open until all its rows are reported. `other`: that run has submitted the same file.
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
  /** Adds rows; those that are there stay as they are. `ready`: chunks that are queued with them. */
  add(runId: string, items: readonly Item[], ready: readonly number[]): Promise<void>;
  /** Which of these ordinals are kept. */
  kept(runId: string, sequences: readonly number[]): Promise<ReadonlySet<number>>;
  /** The chunks of a run that wait for their documents, with their items. */
  waiting(runId: string): Promise<number[]>;
  itemsOf(runId: string, chunk: number): Promise<KeptItem[]>;
  /** Queues a chunk that has waited, with its items as they are now. Altered ones stay as they are. */
  ready(runId: string, chunk: number, items: readonly KeptItem[]): Promise<void>;
  /** All that can be paid is queued. */
  queued(runId: string): Promise<void>;

  /** A chunk to work on, of this run or of whichever; `undefined` while there is none. */
  take(runId?: string): Promise<Taken | undefined>;
  /** Gives a chunk back; if none of its rows is open, it is done. */
  release(chunk: ChunkName): Promise<void>;
  left(runId?: string): Promise<Left>;
  /** Other hosts at work in this environment with its version. */
  othersAtWork(): Promise<number>;

  /** Nobody starts another row of this run. The first reason stays. */
  stop(runId: string, reason: Message): Promise<void>;
  /** Whether a creation may go alone, since none was answered yet: `free` when one was. */
  alone(runId: string): Promise<'mine' | 'taken' | 'free'>;
  /** The creation that went alone is over. */
  answered(runId: string, answered: boolean): Promise<void>;

  /** What any host may do at any time: closes expired leases, hands chunks out again, ends complete runs. */
  tend(tending: Tending): Promise<void>;
  /** All rows of a run, in file order, a page at a time. */
  rows(runId: string): AsyncIterable<readonly QueuedRow[]>;
}
