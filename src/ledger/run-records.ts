// Runs, their rows as they report them, and the hosts that work on them, as plain values.
import type { Message } from '../message.ts';

/** `trades` are single calls, never files. */
export type RunKind = 'payouts' | 'customers' | 'trades';

/** How a row of one run ended (manual, statuses), in the order of summary, status, report and metrics. */
export const ROW_STATUSES = [
  'valid',
  'quoted',
  'created',
  'duplicate',
  'invalid',
  'rejected',
  'failed',
  'not_sent',
  'in_doubt',
  // In a run of several hosts: queued, or being sent.
  'pending',
] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

export const inStatusOrder = <T>(values: ReadonlyMap<RowStatus, T>): Map<RowStatus, T> =>
  new Map(ROW_STATUSES.flatMap((status) => (values.has(status) ? [[status, values.get(status) as T]] : []))); // has it

export type StatusCounts = Readonly<Partial<Record<RowStatus, number>>>;

export interface NewRun {
  readonly id: string;
  readonly kind: RunKind;
  readonly batchId: string;
  /** SHA-256 (hex) of the input's bytes; `null` for a single call. */
  readonly fileHash: string | null;
  /** The batch that this one retries. */
  readonly parent: string | null;
  /** The settings that shaped its requests, as JSON values without secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly file: string;
  readonly rows: number;
  readonly startedAt: Date;
}

export interface RunRecord extends NewRun {
  readonly environment: string;
  readonly host: string;
  readonly pid: number;
  readonly finishedAt: Date | null;
  readonly exitCode: number | null;
  /** Rows by status; `null` until the run has finished. */
  readonly counts: StatusCounts | null;
  /** Whether its process is running now, or it is open to other hosts. */
  readonly alive: boolean;
  /** Of a run that is open to several hosts. */
  readonly open?: OpenRun;
}

export interface OpenRun {
  /**
   * `submitting`: its rows are still being queued. `cut_off`: the host that queued them is gone before it was done.
   * `stopping`: no more of its rows start.
   */
  readonly state: 'submitting' | 'cut_off' | 'queued' | 'stopping';
  readonly version: string;
}

export interface BeginResult {
  /** Keys of this run that another live run holds. */
  readonly keysOfOthers: number;
  readonly holders: readonly RunRecord[];
}

/** A row as one run reports it, by run and sequence. `code`: why it was not created; else empty. */
export interface RunRow {
  readonly sequence: number;
  readonly line: number;
  readonly key: string | null;
  readonly reference: string;
  readonly status: RowStatus;
  readonly createdId: string;
  readonly currency: string;
  readonly amount: string;
  readonly message: Message | undefined;
  readonly code: string;
}

/**
 * What a report shows of a run in addition to its rows, in pages of JSON text. `facts`: facts about the run. `plan`: its plan
 * with the signatures. `rejection`: of a plan, whose id takes the place of the run's id. `cells`: the input's cells,
 * by the ordinal of the page's first row.
 */
export interface RunPart {
  readonly runId: string;
  readonly kind: 'facts' | 'cells' | 'plan' | 'rejection';
  readonly part: number;
  readonly data: string;
}

/** A process at work on a ledger that several hosts share. */
export interface HostRecord {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly environment: string;
  /** `major.minor` of its paybatch. */
  readonly version: string;
  /** `lost`: its lease has expired, and some rows that it held are not reported. */
  readonly state: 'alive' | 'lost';
  readonly leaseUntil: Date;
  /** Rows that it is sending, or hasn't reported on. */
  readonly rows: number;
}

/** What all hosts of an environment may do together. */
export interface HostLimits {
  /** Requests started in a second; `null` for no limit. */
  readonly rate: number | null;
  /** Requests in progress; `null` for no limit. */
  readonly concurrency: number | null;
}

/** A missing limit stays as it is. */
export type NewLimits = Partial<HostLimits>;

/** The part of this process in them (client/gate.ts explains the figures). */
export interface SharedLimits {
  readonly isHeld: boolean;
  ask(asked: { readonly turns: number; readonly underWay: number; readonly wanted: number }): Promise<
    HostLimits & {
      readonly places: number;
      readonly nowMs: number;
      readonly turnsAtMs: readonly number[];
      readonly againInMs: number;
    }
  >;
  read(): Promise<HostLimits>;
  set(limits: NewLimits): Promise<HostLimits>;
}
