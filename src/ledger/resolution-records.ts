// Rows in doubt and their resolutions, as plain values.
import type { Message } from '../message.ts';
import type { LedgerEntry, RowRecord } from './records.ts';
import type { HostRecord, RunRow } from './run-records.ts';

/** A row that is or was in doubt, with what a person needs to find out about it. */
export interface Doubt
  extends RowRecord, Pick<LedgerEntry, 'idempotencyKey' | 'idempotencyHeader' | 'httpStatus' | 'answer'> {
  /** The exact bytes that may have been sent, as text: payee, amount and memo are in them. */
  readonly body: string | null;
  /** The payee, as written in the file; empty if there is none. */
  readonly payee: string;
  readonly file: string;
  readonly message: Message | undefined;
  /** The service's id for it, as a later run of the same file read it in the results; empty for none. */
  readonly answeredId: string;
  /** Why it is in doubt again after it was resolved as not created. */
  readonly putBack: PutBack | null;
  /** When each of its requests began. */
  readonly requestedAt: readonly Date[];
  readonly lastAttemptAt: Date;
  /** Before this, a late execution could still contradict "not created". */
  readonly earliestNotCreated: Date;
  /**
   * The number of the row's last entry. A resolution that was decided on it holds as long as there is no later one.
   */
  readonly lastEntry: number;
}

export interface Resolution {
  readonly key: string;
  readonly runId: string;
  readonly line: number;
  readonly at: Date;
  /** `in-doubt`: only as a correction of "not created". */
  readonly as: 'created' | 'not-created' | 'in-doubt';
  readonly createdId: string | null;
  readonly reason: string;
  readonly by: string;
  /** Replaces an earlier resolution, if the row has not been sent again. */
  readonly correct: boolean;
  /** Allows "not created" although a late execution is still possible ({@link Doubt.earliestNotCreated}). */
  readonly sure: boolean;
  /** Allows it although the host that sent the row hasn't reported back, and may still send it. */
  readonly hostGone?: boolean;
  /** The row's last entry when it was shown to the person: a later one refuses the resolution. */
  readonly judgedAt?: number;
  /** Only finds out whether it would be refused: writes nothing. */
  readonly dryRun?: boolean;
}

/** A resolution as the ledger has it. */
export interface Resolved {
  readonly as: 'created' | 'not-created';
  readonly createdId: string | null;
  readonly by: string | null;
  readonly at: Date;
  readonly reason: string;
  readonly corrected: boolean;
}

/** A row as one run reports it, with its resolution since. */
export interface RunRowRecord extends RunRow {
  readonly resolved: Resolved | null;
}

/** A statement contradicted "not created". */
export interface PutBack {
  readonly at: Date;
  readonly by: string | null;
  readonly reason: string;
}

export type ResolveResult =
  | { readonly ok: true }
  /** The ledger has no such row. */
  | { readonly ok: false; readonly why: 'unknown' }
  /** `not_in_doubt`: nothing to resolve, or only to correct. `changed`: it was sent or resolved since it was shown. */
  | { readonly ok: false; readonly why: 'not_in_doubt' | 'changed'; readonly current: RowRecord }
  /** A statement has contradicted "not created" since: to repeat it is a correction. */
  | { readonly ok: false; readonly why: 'put_back'; readonly current: RowRecord; readonly back: PutBack }
  | { readonly ok: false; readonly why: 'id_taken'; readonly current: RowRecord; readonly other: RowRecord }
  /** The host that holds its request lost its lease, and has not reported back. */
  | {
      readonly ok: false;
      readonly why: 'host_not_back';
      readonly current: RowRecord;
      readonly host: HostRecord;
    }
  | {
      readonly ok: false;
      readonly why: 'too_soon';
      readonly current: RowRecord;
      readonly earliestNotCreated: Date;
    };

/** What a host reported of a row when it came back, after a person had resolved the row otherwise. */
export interface Contradiction extends Pick<RowRecord, 'key' | 'reference' | 'runId' | 'line' | 'state'> {
  readonly at: Date;
  /** What was created; `null` if nothing was. */
  readonly createdId: string | null;
}
