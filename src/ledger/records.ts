// What goes into the ledger and what comes out: plain values, whatever store is behind it.
import type { RowStatus, StatusCounts } from './row-status.ts';
import type { EntryType, RowState } from './state.ts';

export type { RowStatus, StatusCounts } from './row-status.ts';

/** `trades` are single calls, never files. */
export type RunKind = 'payouts' | 'customers' | 'trades';

export interface NewRun {
  readonly id: string;
  readonly kind: RunKind;
  readonly batchId: string;
  /** SHA-256 (hex) of the input's bytes; `null` for a single call. */
  readonly fileHash: string | null;
  /** The batch that this one retries. */
  readonly parent: string | null;
  /** What shaped its requests, as JSON values; no secrets. */
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
   * `submitting`: its rows are still being queued. `cut_off`: whoever queued them is gone, and nobody waits for the rest.
   * `stopping`: no more of its rows start.
   */
  readonly state: 'submitting' | 'cut_off' | 'queued' | 'stopping';
  readonly version: string;
}

/** A batch as its first run had it. */
export interface BatchRecord {
  readonly id: string;
  readonly kind: RunKind;
  readonly fileHash: string | null;
  readonly parent: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

export interface RowIdentity {
  /** Begins with the row's kind and a colon (keys.ts). */
  readonly key: string;
  readonly reference: string | null;
  /** Hash of what the row says. */
  readonly content: string;
  /** What the payment looks like (interface/fingerprint.ts); empty where that is not known. */
  readonly fingerprint: string;
  /** Whom it pays how much: a hash of account, currency and amount; empty where that is not known. */
  readonly target: string;
  readonly runId: string;
  readonly batchId: string;
  /** Physical line of the record, and its ordinal among the file's records (0, 1, ...): lines may be shared. */
  readonly line: number;
  readonly sequence: number;
  readonly currency: string;
  readonly amount: string;
}

/** What the ledger knows of a row by its key, over all runs; run, batch, line and sequence are the last that sent it. */
export interface RowRecord extends RowIdentity {
  readonly state: RowState;
  /** Whether the state rests on a person's word, and nothing was sent since. */
  readonly byPerson: boolean;
  /** The service's id of what was created: a transfer, a customer or a trade. */
  readonly createdId: string | null;
  readonly updatedAt: Date;
  /** The entry that last put it in doubt, or said afterwards that it was paid after all; `null`: it never was in doubt. */
  readonly doubtEntry: number | null;
  /** Where a host has said since that it was created, and nobody has corrected the word against that: the service's id. */
  readonly contradictedBy?: string | undefined;
}

export interface Attempt {
  readonly operation: string;
  readonly at: string;
  readonly status: number | null;
  readonly note: string;
  readonly answer: string;
}

/** What must be durable before the first byte of a creation leaves. */
export interface Intent extends RowIdentity {
  readonly at: Date;
  /** The exact bytes, as text. */
  readonly body: string;
  /** The key, and the name of the header that carries it: a resend needs both as they were. */
  readonly idempotencyKey: string | null;
  readonly idempotencyHeader: string | null;
  /** The service's whole answer to the quote before it. */
  readonly quote: string | null;
  /** Sends an in-doubt row again under its idempotency key. */
  readonly resend: boolean;
  /** The account that is paid, and who by the column that says so; absent where nothing does. */
  readonly account?: string | undefined;
  readonly payee?: string | undefined;
  /** Whether a payment under another reference, sent by another run since this one looked, holds it as well. */
  readonly alikeReferenced: boolean;
  /** Refused if another run sent a payment that looks like this one after this entry, or it came to be in doubt since; `null`: not checked. */
  readonly alikeSince: number | null;
}

export type IntentResult =
  | { readonly ok: true }
  /**
   * `owned`: the row is another's, or settled. `alike`: `current` is the other payment that looks like this one.
   * `reference_like`: `current` was or may have been paid under a reference that only looks another.
   */
  | { readonly ok: false; readonly why: 'owned' | 'alike' | 'reference_like'; readonly current: RowRecord }
  /** Of a run that is open to several hosts: nobody starts another of its rows. */
  | { readonly ok: false; readonly why: 'stopped'; readonly reason: string };

export type OutcomeType = Extract<EntryType, 'created' | 'rejected' | 'failed' | 'in_doubt'>;

export interface Outcome extends RowIdentity {
  readonly at: Date;
  readonly type: OutcomeType;
  /** Of what was created; not kept with any other outcome. */
  readonly createdId: string | null;
  readonly httpStatus: number | null;
  /** The service's whole answer, secrets aside. */
  readonly answer: string | null;
  readonly message: string;
  /** When work on the row began; `null` where that is not known. */
  readonly startedAt: Date | null;
  readonly attempts: readonly Attempt[];
}

export type RecordResult =
  | { readonly ok: true }
  /** Another row of this kind has the created id already: nothing was written. Record the row as in doubt. */
  | { readonly ok: false; readonly why: 'id_taken'; readonly current: RowRecord };

/** A row as one run saw it, kept by run and sequence. `code`: what ended it, in a word; empty where all went well. */
export interface RunRow {
  readonly sequence: number;
  readonly line: number;
  readonly key: string | null;
  readonly reference: string;
  readonly status: RowStatus;
  readonly createdId: string;
  readonly currency: string;
  readonly amount: string;
  readonly message: string;
  readonly code: string;
}

/** The same with what a person has said since. */
export interface RunRowRecord extends RunRow {
  readonly resolved: Resolved | null;
}

export interface LedgerEntry {
  /** Its number in the whole ledger: 1, 2, ... */
  readonly number: number;
  readonly type: EntryType;
  readonly resend: boolean;
  readonly at: Date;
  readonly runId: string;
  readonly line: number;
  readonly body: string | null;
  readonly idempotencyKey: string | null;
  readonly idempotencyHeader: string | null;
  readonly httpStatus: number | null;
  /** Of an intent: the quote's answer. */
  readonly answer: string | null;
  /** Who said it, of a resolution or correction. */
  readonly by: string | null;
  readonly data: EntryData;
}

/** What people read. Nothing here says whether something may be sent. */
export interface EntryData {
  /** Of an intent: who is paid, as the file says it. */
  readonly payee?: string;
  readonly message?: string;
  readonly attempts?: readonly Attempt[];
  /** When work on the row began, ISO 8601. */
  readonly startedAt?: string;
  readonly reason?: string;
  readonly createdId?: string | null;
}

/** A person's word. */
export interface Resolved {
  readonly as: 'created' | 'not-created';
  readonly createdId: string | null;
  readonly by: string | null;
  readonly at: Date;
  readonly reason: string;
  readonly corrected: boolean;
}

/** That a statement spoke against a person's "not created". */
export interface PutBack {
  readonly at: Date;
  readonly by: string | null;
  readonly reason: string;
}

/** A row in doubt with what a person needs to find out about it. */
export interface Doubt extends RowRecord {
  /** The exact bytes that may have been sent, as text: payee, amount and memo stand there. */
  readonly body: string | null;
  /** Who is paid, as the file says it; empty where it doesn't. */
  readonly payee: string;
  readonly file: string;
  readonly idempotencyKey: string | null;
  readonly idempotencyHeader: string | null;
  readonly httpStatus: number | null;
  readonly answer: string | null;
  readonly message: string;
  /** The id that the service gave it, as a later run of the same file read it in the results; empty for none. */
  readonly answeredId: string;
  /** Why it is in doubt again, where a person had called it not created; else `null`. */
  readonly putBack: PutBack | null;
  readonly lastAttemptAt: Date;
  /** Before this, "not created" could be overtaken by a late execution. */
  readonly earliestNotCreated: Date;
  /** The number of the last entry that changed the row: what is judged of it holds as long as there is no later one. */
  readonly lastEntry: number;
}

export interface BeginResult {
  /** Keys of this run that another live run holds. */
  readonly held: number;
  readonly holders: readonly RunRecord[];
}
