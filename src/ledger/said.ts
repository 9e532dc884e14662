// What people say of rows in doubt, and who else may know of them: the hosts that sent them. Types alone.
import type { PutBack, RowRecord } from './records.ts';
import type { RowState } from './state.ts';

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
  /** Takes back a person's earlier word, as long as the row has not been sent again; or what a statement said against it. */
  readonly correct: boolean;
  /** "Not created" is meant although a late execution is still possible ({@link Doubt.earliestNotCreated}). */
  readonly sure: boolean;
  /** Likewise, although the host that sent it hasn't reported back, and may still send it. */
  readonly hostGone?: boolean;
  /** The row's last entry when it was judged or shown: a later one refuses the word, whoever wrote it and wherever the row stands. */
  readonly judgedAt?: number;
}

export type ResolveResult =
  | { readonly ok: true }
  /** The ledger has no such row. */
  | { readonly ok: false; readonly why: 'unknown' }
  /** `resolved`: a person has settled it, and could correct that. `not_in_doubt`: nothing for a person to say. */
  | { readonly ok: false; readonly why: 'resolved' | 'not_in_doubt'; readonly current: RowRecord }
  /** It was sent, or somebody has said something of it, since it was judged. */
  | { readonly ok: false; readonly why: 'changed'; readonly current: RowRecord }
  /** A statement has spoken against "not created" since: to say it once more is to correct that. */
  | { readonly ok: false; readonly why: 'put_back'; readonly current: RowRecord; readonly back: PutBack }
  | { readonly ok: false; readonly why: 'id_taken'; readonly current: RowRecord; readonly other: RowRecord }
  | {
      readonly ok: false;
      /** The host that holds its request was given up, and has not come back to say what became of it. */
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

/** What a host said of a row when it came back, after a person had said something else. */
export interface Contradiction {
  readonly key: string;
  readonly reference: string | null;
  readonly runId: string;
  readonly line: number;
  readonly at: Date;
  /** What was created; `null` for a host that says that nothing was. */
  readonly createdId: string | null;
  /** Where the row stands. */
  readonly state: RowState;
}

/** A process at work on a ledger that several hosts share. */
export interface HostRecord {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly environment: string;
  /** `major.minor` of its paybatch. */
  readonly version: string;
  /** `lost`: not heard of for longer than its lease, and what it held is not reported on. */
  readonly state: 'alive' | 'lost';
  readonly leaseUntil: Date;
  /** Rows that it is sending, or hasn't reported on. */
  readonly rows: number;
}
