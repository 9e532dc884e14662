// Rows of the ledger and their entries, as plain values.
import type { Message } from '../message.ts';
import type { RowStatus } from './run-records.ts';
import type { EntryType, RowState } from './state.ts';

export interface RowIdentity {
  /** Begins with the row's kind and a colon (keys.ts). */
  readonly key: string;
  readonly reference: string | null;
  /** Hash of the row's content. */
  readonly content: string;
  /** Hash by which possible duplicates are found; empty where it is not known. */
  readonly fingerprint: string;
  /** Hash of account, currency and amount; empty where they are not known. */
  readonly target: string;
  readonly runId: string;
  readonly batchId: string;
  /** Physical line of the record, and its ordinal among the file's records (0, 1, ...): lines may be shared. */
  readonly line: number;
  readonly sequence: number;
  readonly currency: string;
  readonly amount: string;
}

/** A row over all runs. Run, batch, line and sequence are those of the last time that it was sent. */
export interface RowRecord extends RowIdentity {
  readonly state: RowState;
  /** Whether the state is a person's resolution, and nothing was sent since. */
  readonly byPerson: boolean;
  /** The service's id of the created transfer, customer or trade. */
  readonly createdId: string | null;
  readonly updatedAt: Date;
  /** The last entry that put it in doubt or corrected it to paid; `null` if it never was in doubt. */
  readonly doubtEntry: number | null;
  /** Of a refused intent: the id that a host has reported since, which no person has answered. */
  readonly contradictedBy?: string | undefined;
}

export interface Attempt {
  readonly operation: string;
  readonly at: string;
  readonly status: number | null;
  readonly note: string;
  readonly answer: string;
}

/** What must be durable before the first byte of a request leaves. */
export interface Intent extends RowIdentity {
  readonly at: Date;
  /** The exact bytes, as text. */
  readonly body: string;
  /** The key, and the name of the header that carries it: a resend needs both as they were. */
  readonly idempotencyKey: string | null;
  readonly idempotencyHeader: string | null;
  /** The service's whole response to the quote before it. */
  readonly quote: string | null;
  /** Sends a row in doubt again under its idempotency key. */
  readonly resend: boolean;
  /** The account that is paid, and the payee by its column; absent where the row has none. */
  readonly account?: string | undefined;
  readonly payee?: string | undefined;
  /** Whether a possible duplicate under another reference, sent by another run since, also holds it. */
  readonly alikeReferenced: boolean;
  /** Refused if another run sent a possible duplicate after this entry, or put one in doubt; `null`: not checked. */
  readonly alikeSince: number | null;
}

export type IntentResult =
  | { readonly ok: true }
  /**
   * `owned`: another run has the row, or it is paid. `alike`: `current` is a possible duplicate. `reference_like`:
   * `current` was or may have been paid under a reference that only looks different. `contradicted`: a late response
   * says that the row was paid, against a person's resolution.
   */
  | {
      readonly ok: false;
      readonly why: 'owned' | 'alike' | 'reference_like' | 'contradicted';
      readonly current: RowRecord;
    }
  /** The run of several hosts was stopped. */
  | { readonly ok: false; readonly why: 'stopped'; readonly reason: Message };

export type OutcomeType = Extract<EntryType, 'created' | 'rejected' | 'failed' | 'in_doubt'>;

export interface Outcome extends RowIdentity {
  readonly at: Date;
  readonly type: OutcomeType;
  /** Kept only with the outcome `created`. */
  readonly createdId: string | null;
  readonly httpStatus: number | null;
  /** The service's whole response, without secrets. */
  readonly answer: string | null;
  readonly message: Message | undefined;
  /**
   * How the run reports the row: one that is `failed` here may be `not_sent`. `code`: why; empty if it was created.
   */
  readonly status: RowStatus;
  readonly code: string;
  /** When work on the row began; `null` where that is not known. */
  readonly startedAt: Date | null;
  readonly attempts: readonly Attempt[];
}

export type RecordResult =
  | { readonly ok: true }
  /** Another row of this kind has the created id already: nothing was written. Record the row as in doubt. */
  | { readonly ok: false; readonly why: 'id_taken'; readonly current: RowRecord };

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
  /** Of an intent: the response to the quote. */
  readonly answer: string | null;
  /** The person, of a resolution or correction. */
  readonly by: string | null;
  readonly data: EntryData;
}

/** For people and reports. Nothing here decides whether something may be sent. */
export interface EntryData {
  /** Of an intent: the payee, as written in the file. */
  readonly payee?: string;
  readonly message?: Message | undefined;
  readonly attempts?: readonly Attempt[];
  /** When work on the row began, ISO 8601. */
  readonly startedAt?: string | undefined;
  readonly reason?: string;
  readonly createdId?: string | null;
}

/** A row for which the ledger is searched for possible duplicates. */
export type ComparedRow = Pick<RowIdentity, 'key' | 'reference' | 'fingerprint' | 'target' | 'batchId'>;

/**
 * A row of this environment, under another key, that was or may have been paid. `content`: it has the same
 * fingerprint. `reference`: its reference only looks different. `target`: the same target, and it is or was in doubt.
 * Two rows of one batch without references do not match: a batch counts its equal rows.
 */
export interface LedgerMatch {
  readonly key: string;
  readonly by: 'content' | 'reference' | 'target';
  readonly row: RowRecord;
}

/** Whether a row that another run has sent since holds an intent (DECISIONS 10, rule 2). */
export function isHeldBy(
  { reference, alikeReferenced }: Pick<Intent, 'reference' | 'alikeReferenced'>,
  { by, row }: Pick<LedgerMatch, 'by' | 'row'>,
): boolean {
  if (by !== 'content') return by === 'target';
  return alikeReferenced || reference === null || row.reference === null || row.state === 'in_doubt';
}

/** A row of any environment that was or may have been paid, as a statement's lines are compared with it. */
export interface SentRow extends RowRecord {
  /** Whether it is of the environment that the ledger was opened for. */
  readonly here: boolean;
  /** The last bytes that were sent, as text. */
  readonly body: string;
  /** Of its first request. */
  readonly firstAt: Date;
}

/** The end of the ledger's hash chain. */
export interface Tip {
  /** The number of the last link; 0 for none. */
  readonly link: number;
  /** The number of the last entry. */
  readonly sequence: number;
  /** SHA-256 (hex) over the whole chain. */
  readonly head: string;
}

export const NO_TIP: Tip = { link: 0, sequence: 0, head: '' };

export function later(a: Tip, b: Tip): Tip {
  return b.link > a.link || (b.link === a.link && a.head === '') ? b : a;
}
