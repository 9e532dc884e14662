// What the ledger can do, whatever stands behind it: asynchronous, and no type of any database in it.
import { PaybatchError } from '../errors.ts';
import type { EntryType, RowState } from './state.ts';

/** `trades` are single calls, never files. */
export type RunKind = 'payouts' | 'customers' | 'trades';

/** How a row of one run ended (README, What each status means). */
export type RowStatus =
  'valid' | 'quoted' | 'created' | 'duplicate' | 'invalid' | 'rejected' | 'failed' | 'not_sent' | 'in_doubt';

export interface NewRun {
  readonly id: string;
  readonly kind: RunKind;
  readonly batchId: string;
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
  readonly counts: Readonly<Partial<Record<RowStatus, number>>> | null;
  /** Whether its process is running now. */
  readonly alive: boolean;
}

/** What the ledger knows of a row by its key, over all runs. */
export interface RowRecord {
  readonly key: string;
  readonly state: RowState;
  readonly reference: string | null;
  /** Run that sent it last, and the batch and line it had there. */
  readonly runId: string;
  readonly batchId: string;
  readonly line: number;
  /** Hash of what the row says, spelling of the amount aside. */
  readonly content: string;
  readonly currency: string;
  readonly amount: string;
  readonly transferId: string | null;
  readonly updatedAt: Date;
}

export interface RowIdentity {
  readonly key: string;
  readonly reference: string | null;
  readonly content: string;
  readonly runId: string;
  readonly batchId: string;
  readonly line: number;
  readonly currency: string;
  readonly amount: string;
}

export interface Attempt {
  readonly operation: string;
  readonly at: string;
  readonly status: number | null;
  readonly note: string;
  readonly answer: string;
}

/** What must be durable before the first byte of a transfer leaves. */
export interface Intent extends RowIdentity {
  readonly at: Date;
  /** The exact bytes, as text, and their SHA-256. */
  readonly body: string;
  readonly bodyHash: string;
  readonly idempotencyKey: string | null;
  /** The service's whole answer to the quote before it. */
  readonly quote: string | null;
  /** Sends an in-doubt row again under its idempotency key. */
  readonly resend: boolean;
}

export type IntentResult = { readonly ok: true } | { readonly ok: false; readonly current: RowRecord };

export type SettledType = Extract<EntryType, 'created' | 'rejected' | 'failed' | 'in_doubt'>;

export interface Settlement extends RowIdentity {
  readonly at: Date;
  readonly type: SettledType;
  readonly transferId: string | null;
  readonly httpStatus: number | null;
  /** The service's whole answer, secrets aside. */
  readonly answer: string | null;
  readonly message: string;
  readonly attempts: readonly Attempt[];
}

/** A row as one run saw it. */
export interface RunRow {
  readonly line: number;
  readonly key: string | null;
  readonly reference: string;
  readonly status: RowStatus;
  readonly transferId: string;
  readonly currency: string;
  readonly amount: string;
  readonly message: string;
}

export interface LedgerEntry {
  readonly type: EntryType;
  readonly resend: boolean;
  readonly at: Date;
  readonly runId: string;
  readonly line: number;
  readonly body: string | null;
  readonly bodyHash: string | null;
  readonly idempotencyKey: string | null;
  readonly httpStatus: number | null;
  readonly answer: string | null;
  readonly data: string;
}

export interface Resolution {
  readonly key: string;
  readonly runId: string;
  readonly line: number;
  readonly at: Date;
  readonly as: 'created' | 'not-created';
  readonly transferId: string | null;
  readonly reason: string;
}

export interface BeginResult {
  /** Keys of this run that another live run holds. */
  readonly held: number;
  readonly holders: readonly RunRecord[];
}

/** The ledger of one environment. Every method may reject with {@link LedgerError}; then nothing is known to be written. */
export interface Ledger {
  /** Registers a run that is alive until `close`, claims its keys, and turns what dead runs left unfinished into in_doubt. */
  begin(run: NewRun, keyHashes: BigInt64Array): Promise<BeginResult>;
  finish(
    runId: string,
    at: Date,
    exitCode: number,
    counts: Readonly<Partial<Record<RowStatus, number>>>,
  ): Promise<void>;
  lookup(keys: readonly string[]): Promise<Map<string, RowRecord>>;
  /** Keys among these that another live run holds, with that run's id. */
  heldByOthers(runId: string, keys: readonly { key: string; hash: bigint }[]): Promise<Map<string, string>>;
  /** Rows of other batches without references, with these contents, that were or may have been paid since. */
  paidAlike(contents: readonly string[], batchId: string, since: Date): Promise<RowRecord[]>;
  /** Durable when it resolves. Conditional: only one run can own a row. */
  intend(intent: Intent): Promise<IntentResult>;
  /** Durable when it resolves. */
  settle(settlement: Settlement, row: RunRow): Promise<void>;
  /** Records how rows ended that were not sent. */
  note(runId: string, rows: readonly RunRow[]): Promise<void>;
  upload(sha256: string): Promise<string | undefined>;
  saveUpload(sha256: string, documentId: string, at: Date): Promise<void>;
  runs(limit: number): Promise<RunRecord[]>;
  run(id: string): Promise<RunRecord | undefined>;
  runRows(id: string): Promise<RunRow[]>;
  row(key: string): Promise<RowRecord | undefined>;
  entries(key: string): Promise<LedgerEntry[]>;
  /** Settles an in-doubt row by a person's word; `false` when it isn't in doubt. */
  resolve(resolution: Resolution): Promise<boolean>;
  close(): Promise<void>;
}

export class LedgerError extends PaybatchError {
  override readonly name = 'LedgerError';

  constructor(message: string, cause?: unknown, code = 'ledger') {
    super(code, message, { cause });
  }
}
