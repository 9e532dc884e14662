// The store's contract: what the ledger can do, whatever stands behind it. No type of any database in here.
//
// What every store must hold:
// - Entries are only ever added, and numbered upwards over the whole ledger. A row's state is the fold of its entries
//   (state.ts); a store that caches it writes both in one transaction and takes its conditions from the same table.
// - When `intend`, `record`, `note`, `resolve` or `saveUpload` resolves, it survives a power cut. When it rejects with
//   LedgerError, nothing is known to be written, and nothing may be sent on the strength of it.
// - `intend` is one conditional write: of all runs on all hosts at most one has an open intent for a key. In the same
//   transaction it looks for a payment that looks like this one under another key (`alikeSince`), or whose reference only
//   looks another.
// - `record` refuses an id that another row of the kind has, over all runs; the caller records the row as in doubt.
// - An outcome that comes after its host was given up settles the row if it is still in doubt; after a person's word it
//   changes nothing, and is kept as a contradiction.
// - Liveness is told by something that ends with the process (a lock, a lease), never by a clock of this machine. An
//   intent whose run is dead becomes in_doubt (`begin`, `recover`, `resolve`) and is never free again by itself.
// - Nothing replaces a row silently: a run's rows are kept by their ordinal in the file, and a second row under the same
//   ordinal is a defect, not an update.
// - The ledger has a random id and a height (the highest entry's number). Some witness outside it remembers both, and
//   opening refuses a ledger that is another one or lower, unless a person accepts it, which is recorded.
// - Everything but id, path, sequence and acceptances is scoped by the environment that it was opened for.
import type { PaymentHistory } from './history.ts';
import type { RunQueue } from './queue.ts';
import type {
  Intent,
  IntentResult,
  LedgerEntry,
  LedgerMatch,
  Likeness,
  Outcome,
  RecordResult,
  RowRecord,
  SentRow,
} from './records.ts';
import type { Contradiction, Doubt, Resolution, ResolveResult, RunRowRecord } from './resolution-records.ts';
import type {
  BatchRecord,
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
import type { PaidRecord } from './sendings.ts';
import type { Tip } from './tip.ts';

export { LedgerError, type LedgerErrorCode } from './ledger-error.ts';
export type * from './queue.ts';
export type * from './records.ts';
export { isHeldBy } from './records.ts';
export type * from './resolution-records.ts';
export type * from './run-records.ts';
export { inStatusOrder, ROW_STATUSES, UNPAID } from './run-records.ts';
export type { PaidRecord } from './sendings.ts';
export type { Tip } from './tip.ts';

/** The ledger of one environment. Every method may reject with {@link LedgerError}; then nothing is known to be written. */
export interface Ledger {
  /** Random, made with the ledger; it never changes. */
  readonly id: string;
  /** Where it is, in its one canonical form; for people. */
  readonly path: string;
  /** The highest entry's number, 0 for none: the ledger's height, over all environments. */
  sequence(): Promise<number>;
  /** The end of its hash chain that it had at least, as far as this process has been told: by `tip` and by its own writes. */
  readonly tipSeen: Tip;
  /** Where its hash chain ends now. */
  tip(): Promise<Tip>;
  /** The latest time that it tells of, by its writers' clocks: now must be later before anything is sent again. */
  lastEntryAt(): Promise<Date | null>;

  /** Records that a person went on although something spoke against this ledger. */
  accept(reason: string, at: Date): Promise<void>;
  /** Whether a person did, for a reason in which this text stands. */
  wasAccepted(text: string): Promise<boolean>;
  /** Whether its hash chain had this head when it was so high: else that was said of another course of it. */
  hadTip(tip: Pick<Tip, 'sequence' | 'head'>): Promise<boolean>;

  /** Registers a run that is alive until `close`, claims its keys, and does what `recover` does. */
  begin(run: NewRun, keyHashes: BigInt64Array): Promise<BeginResult>;
  /** `paid`: what was created of its file, by currency. */
  finish(
    runId: string,
    at: Date,
    exitCode: number,
    counts: StatusCounts,
    paid?: Readonly<Record<string, string>>,
  ): Promise<void>;
  /** Turns what dead runs left unfinished into in_doubt; returns how many rows. For whoever looks without a run. */
  recover(at: Date): Promise<number>;

  lookup(keys: readonly string[]): Promise<Map<string, RowRecord>>;
  /** Keys among these that another live run holds, with that run's id. */
  heldByOthers(runId: string, keys: readonly { key: string; hash: bigint }[]): Promise<Map<string, string>>;
  /** Rows that were or may have been paid and may be the same payment as one of these: one look-up for a page. */
  matches(rows: readonly Likeness[]): Promise<LedgerMatch[]>;
  /** How the payments of these rows went, of those that were made; the run that made each. */
  paid(keys: readonly string[]): Promise<Map<string, PaidRecord>>;
  /** Which of these ids of created things some row has. */
  knows(createdIds: readonly string[]): Promise<Set<string>>;
  /** Which of these ids a person has given to some row, also where that was taken back since. Walks the entries. */
  named(createdIds: readonly string[]): Promise<Set<string>>;

  /**
   * Payouts of these amounts (by value, perhaps some more) that were or may have been made, of which anything was heard
   * since; what a person called not created, and what other environments paid, too.
   */
  sentSince(since: Date, amounts: readonly string[]): Promise<SentRow[]>;

  /**
   * Whether a request whose intent is durable may still start: false where another host may have given this one up. To be
   * asked as late as possible, just before the first byte leaves.
   */
  readonly maySend: boolean;
  /** Conditional: only one run can own a row. */
  intend(intent: Intent): Promise<IntentResult>;
  /** The outcome, and the row as its run saw it, in one. */
  record(outcome: Outcome, row: RunRow): Promise<RecordResult>;
  /** Records how rows ended that were not sent. */
  note(runId: string, rows: readonly RunRow[]): Promise<void>;
  /** Keeps a page of what reports tell of a run. The same page again is a defect. */
  keep(part: RunPart): Promise<void>;

  upload(sha256: string): Promise<string | undefined>;
  saveUpload(sha256: string, documentId: string, at: Date): Promise<void>;

  /** Runs that any host may work on; only where a ledger has several hosts. */
  readonly queue?: RunQueue;
  /** What was paid before, for checks across runs. */
  readonly history: PaymentHistory;

  /** Answers that contradict what a person had said when they came, oldest first; until that is corrected. */
  contradictions(): Promise<Contradiction[]>;
  /** Who is at work in this environment, or was lost; nobody where a ledger has one host. */
  hosts(): Promise<HostRecord[]>;
  /** What all hosts of this environment may do together; `undefined` where a ledger has one host. */
  readonly limits: SharedLimits | undefined;
  /** Newest first. */
  runs(limit: number): Promise<RunRecord[]>;
  run(id: string): Promise<RunRecord | undefined>;
  /** Ids of those that have read a file of these bytes (SHA-256, hex), newest first. */
  runsOfFile(kind: RunKind, fileHash: string): Promise<string[]>;
  batch(kind: RunKind, id: string): Promise<BatchRecord | undefined>;
  /** In file order. Two rows may share a line. */
  runRows(id: string): Promise<RunRowRecord[]>;
  /** The same, a page at a time: a run may have a million. `only`: rows with another status may be left out. */
  eachRunRow(id: string, only?: readonly RowStatus[]): AsyncIterable<RunRowRecord>;
  /** The pages of one kind that were kept of a run, in their order. */
  eachPart(runId: string, kind: RunPart['kind']): AsyncIterable<RunPart>;
  row(key: string): Promise<RowRecord | undefined>;
  entries(key: string): Promise<LedgerEntry[]>;
  /** The same of many rows at once. */
  entriesOf(keys: readonly string[]): Promise<ReadonlyMap<string, readonly LedgerEntry[]>>;

  /** Rows in doubt of all runs, oldest first. Call `recover` before. */
  doubts(): Promise<Doubt[]>;
  /** A person settles a row in doubt, or corrects what a person said of it. */
  resolve(resolution: Resolution): Promise<ResolveResult>;
  close(): Promise<void>;
}
