// The ledger's contract, in a file and on Postgres alike. This file has no type of any database.
//
// What every store guarantees:
// - Entries are only added. Their numbers go up over the whole ledger. A row's state is the fold of its entries
//   (state.ts).
// - When `intend`, `record`, `note`, `resolve` or `remember` resolves, what it wrote survives a power cut. When it
//   rejects with LedgerError, it is not known whether anything was written, and nothing may be sent because of it.
// - `intend` is one conditional write: of all runs on all hosts, at most one has an open intent for a key. The same
//   transaction looks for possible duplicates.
// - `record` refuses an id that another row of the kind has. An outcome that comes after its host lost its lease
//   resolves a row that is in doubt. After a person's resolution it changes nothing, and is kept as a contradiction.
// - A lock or a lease shows whether a run is alive, never a clock of this machine. An intent of a dead run becomes
//   in_doubt (`begin`, `recover`, `resolve`), and is never free again by itself.
// - A second row under the same ordinal of a run is a defect, not an update.
// - The ledger has a random id and a last entry. High-water marks outside of it remember both. A ledger with another
//   id, or with fewer entries, is refused unless a person accepts it, which is recorded.
// - Everything except id, path, sequence and acceptances belongs to the environment that the ledger was opened for.
import type { Message } from '../message.ts';
import type { PaymentHistory } from './history.ts';
import type { RunQueue } from './queue.ts';
import type {
  ComparedRow,
  Intent,
  IntentResult,
  LedgerEntry,
  LedgerMatch,
  Outcome,
  RecordResult,
  RowRecord,
  SentRow,
  Tip,
} from './records.ts';
import type { PaidRecord } from './requests.ts';
import type { Contradiction, Doubt, Resolution, ResolveResult, RunRowRecord } from './resolution-records.ts';
import type {
  BeginResult,
  HostRecord,
  NewRun,
  RowStatus,
  RunKind,
  RunPart,
  RunRecord,
  RunRow,
  SharedLimits,
  StatusCounts,
} from './run-records.ts';

export { LedgerError, type LedgerErrorCode } from './ledger-error.ts';
export type * from './queue.ts';
export type * from './records.ts';
export type { PaidRecord } from './requests.ts';
export type * from './resolution-records.ts';
export type * from './run-records.ts';
export { inStatusOrder, ROW_STATUSES } from './run-records.ts';

/** The ledger of one environment. If a method rejects, nothing is known to be written. */
export interface Ledger {
  readonly id: string;
  /** Its canonical path or address, for people. */
  readonly path: string;
  /** The number of its last entry, over all environments; 0 for none. */
  sequence(): Promise<number>;
  /** The last end of its hash chain that this process has seen, from `tip` and from its own writes. */
  readonly tipSeen: Tip;
  /** Where its hash chain ends now. */
  tip(): Promise<Tip>;
  /** The latest time in it, by its writers' clocks. Nothing is sent again before that time. */
  lastEntryAt(): Promise<Date | null>;

  /** Records that a person accepted the ledger in spite of an objection. */
  accept(reason: Message, at: Date): Promise<void>;
  /** Whether a person accepted it with a reason that contains this text. */
  wasAccepted(text: string): Promise<boolean>;
  /** Whether its hash chain has this head at this entry. */
  hadTip(tip: Pick<Tip, 'sequence' | 'head'>): Promise<boolean>;

  /** Registers a run, which is alive until `close`, and claims its keys. Calls `recover` first. */
  begin(run: NewRun, keyHashes: BigInt64Array): Promise<BeginResult>;
  /** `paid`: the totals of created rows, by currency. */
  finish(
    runId: string,
    at: Date,
    exitCode: number,
    counts: StatusCounts,
    paid?: Readonly<Record<string, string>>,
  ): Promise<void>;
  /** Puts the open intents of dead runs in doubt; returns how many. */
  recover(at: Date): Promise<number>;

  lookup(keys: readonly string[]): Promise<Map<string, RowRecord>>;
  /** Those of these keys that another live run holds, with the id of that run. */
  heldByOthers(runId: string, keys: readonly string[]): Promise<Map<string, string>>;
  /** Possible duplicates of a page of rows. */
  matches(rows: readonly ComparedRow[]): Promise<LedgerMatch[]>;
  /** How rows that were created were paid. */
  paid(keys: readonly string[]): Promise<Map<string, PaidRecord>>;
  /** Those of these ids that a row has. */
  knows(createdIds: readonly string[]): Promise<Set<string>>;
  /** Whether a response to another row, of any environment, contains this text. Reads all responses. */
  isInOtherResponse(key: string, text: string): Promise<boolean>;
  /** Those of these ids that a resolution names, even one that was corrected since. Reads all resolutions. */
  named(createdIds: readonly string[]): Promise<Set<string>>;

  /** Payouts of any environment with one of these amounts that may have been paid, or were resolved, since then. */
  sentSince(since: Date, amounts: readonly string[]): Promise<SentRow[]>;

  /** Whether a request with a durable intent may still start. Ask just before the request. */
  readonly maySend: boolean;
  intend(intent: Intent): Promise<IntentResult>;
  record(outcome: Outcome): Promise<RecordResult>;
  /** Reports rows that were not sent. */
  note(runId: string, rows: readonly RunRow[]): Promise<void>;
  /** To keep a page twice is a defect. */
  keep(part: RunPart): Promise<void>;

  /** A text that was remembered under this key (SHA-256, hex), such as the id of an uploaded document. */
  recall(key: string): Promise<string | undefined>;
  remember(key: string, text: string, at: Date): Promise<void>;

  /** On a ledger of several hosts: runs that any host may work on. */
  readonly queue?: RunQueue;
  readonly history: PaymentHistory;

  /** Responses that contradict a resolution, and were not corrected since; oldest first. */
  contradictions(): Promise<Contradiction[]>;
  /** The hosts of this environment; none on a ledger of one host. */
  hosts(): Promise<HostRecord[]>;
  /** `undefined` on a ledger of one host. */
  readonly limits: SharedLimits | undefined;
  /** Newest first. */
  runs(limit: number): Promise<RunRecord[]>;
  run(id: string): Promise<RunRecord | undefined>;
  /** Ids of runs of a file with these bytes (SHA-256, hex), newest first. */
  runsOfFile(kind: RunKind, fileHash: string): Promise<string[]>;
  /** SHA-256 (hex) of the input of a batch's first run. */
  batchFile(kind: RunKind, batchId: string): Promise<string | undefined>;
  /** In file order. Two rows may share a line. */
  runRows(id: string): Promise<RunRowRecord[]>;
  /** The same without holding all rows. `only`: rows with another status may be left out. */
  eachRunRow(id: string, only?: readonly RowStatus[]): AsyncIterable<RunRowRecord>;
  eachPart(runId: string, kind: RunPart['kind']): AsyncIterable<RunPart>;
  row(key: string): Promise<RowRecord | undefined>;
  entries(key: string): Promise<LedgerEntry[]>;
  entriesOf(keys: readonly string[]): Promise<ReadonlyMap<string, readonly LedgerEntry[]>>;

  /** Rows in doubt of all runs, or the rows with these keys in whatever state; oldest first. Call `recover` before. */
  doubts(keys?: readonly string[]): Promise<Doubt[]>;
  /** Resolves a row in doubt, or corrects its resolution. */
  resolve(resolution: Resolution): Promise<ResolveResult>;
  close(): Promise<void>;
}
