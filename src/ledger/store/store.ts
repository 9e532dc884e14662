// What every ledger does alike, whatever database keeps it: reads are questions, the writes of a run go into groups. How a
// question is answered, and how a transaction is made, is the driver's part; who is alive is the store's own.
import type { PaymentHistory } from '../history.ts';
import type { Ledger } from '../ledger.ts';
import type { SharedLimits } from '../limits.ts';
import type { LedgerMatch, Likeness } from '../matches.ts';
import type { PaidRecord } from '../paid.ts';
import type {
  BatchRecord,
  BeginResult,
  Doubt,
  Intent,
  IntentResult,
  LedgerEntry,
  NewRun,
  Outcome,
  RecordResult,
  RowRecord,
  RowStatus,
  RunKind,
  RunRecord,
  RunRow,
  RunRowRecord,
} from '../records.ts';
import type { RunPart } from '../run-part.ts';
import type { Contradiction, HostRecord, Resolution, ResolveResult } from '../said.ts';
import type { SentRow } from '../sent.ts';
import type { Tip } from '../tip.ts';
import { doubts } from './doubts.ts';
import type { Tx } from './group.ts';
import { History } from './history.ts';
import { matches } from './likeness.ts';
import type { Question } from './question.ts';
import * as reads from './reads.ts';
import type { RowWrite, WriteResults } from './row-write.ts';
import { beginRunRows, nextPart, runRowsPage } from './run-rows.ts';
import { accept } from './runs.ts';

export abstract class Store implements Ledger {
  abstract readonly id: string;
  abstract readonly path: string;
  abstract readonly tipSeen: Tip;
  abstract readonly maySend: boolean;
  abstract readonly limits: SharedLimits | undefined;
  protected abstract readonly environment: number;

  #history: History | undefined;

  /** Rejects with LedgerError. */
  abstract read<T>(question: () => Question<T>): Promise<T>;
  /** In a transaction that holds the ledger's lock; it may be asked again from its beginning. */
  protected abstract write<T>(work: (tx: Tx) => Question<T>): Promise<T>;
  protected abstract submit<W extends RowWrite>(write: W): Promise<WriteResults[W['do']]>;

  abstract tip(): Promise<Tip>;
  abstract begin(run: NewRun, keyHashes: BigInt64Array): Promise<BeginResult>;
  abstract finish(...end: Parameters<Ledger['finish']>): Promise<void>;
  abstract recover(at: Date): Promise<number>;
  abstract runs(limit: number): Promise<RunRecord[]>;
  abstract run(id: string): Promise<RunRecord | undefined>;
  abstract hosts(): Promise<HostRecord[]>;
  abstract resolve(resolution: Resolution): Promise<ResolveResult>;
  abstract close(): Promise<void>;

  get history(): PaymentHistory {
    const { environment } = this;
    return (this.#history ??= new History({
      environment,
      read: (question) => this.read(question),
      write: (work) => this.write(work),
    }));
  }

  async sequence(): Promise<number> {
    return (await this.tip()).sequence;
  }

  lastEntryAt(): Promise<Date | null> {
    return this.read(() => reads.lastEntryAt());
  }

  accept(reason: string, at: Date): Promise<void> {
    return this.write((tx) => accept(tx, reason, at));
  }

  wasAccepted(text: string): Promise<boolean> {
    return this.read(() => reads.wasAccepted(text));
  }

  hadTip(tip: Pick<Tip, 'sequence' | 'head'>): Promise<boolean> {
    return this.read(() => reads.hadTip(tip));
  }

  lookup(keys: readonly string[]): Promise<Map<string, RowRecord>> {
    return this.read(() => reads.lookup(this.environment, keys));
  }

  async row(key: string): Promise<RowRecord | undefined> {
    return (await this.lookup([key])).get(key);
  }

  heldByOthers(runId: string, keys: readonly { key: string; hash: bigint }[]): Promise<Map<string, string>> {
    return this.read(() => reads.heldByOthers(this.environment, runId, keys));
  }

  matches(rows: readonly Likeness[]): Promise<LedgerMatch[]> {
    return this.read(() => matches(this.environment, rows));
  }

  paid(keys: readonly string[]): Promise<Map<string, PaidRecord>> {
    return this.read(() => reads.paid(this.environment, keys));
  }

  knows(createdIds: readonly string[]): Promise<Set<string>> {
    return this.read(() => reads.knows(this.environment, createdIds));
  }

  named(createdIds: readonly string[]): Promise<Set<string>> {
    return this.read(() => reads.named(this.environment, createdIds));
  }

  sentSince(since: Date, amounts: readonly string[]): Promise<SentRow[]> {
    return this.read(() => reads.sentSince(this.environment, since, amounts));
  }

  runsOfFile(kind: RunKind, fileHash: string): Promise<string[]> {
    return this.read(() => reads.runsOfFile(this.environment, kind, fileHash));
  }

  batch(kind: RunKind, id: string): Promise<BatchRecord | undefined> {
    return this.read(() => reads.batch(this.environment, kind, id));
  }

  async entries(key: string): Promise<LedgerEntry[]> {
    return (await this.read(() => reads.entriesOf(this.environment, [key]))).get(key) ?? [];
  }

  entriesOf(keys: readonly string[]): Promise<ReadonlyMap<string, readonly LedgerEntry[]>> {
    return this.read(() => reads.entriesOf(this.environment, keys));
  }

  doubts(): Promise<Doubt[]> {
    return this.read(() => doubts(this.environment));
  }

  contradictions(): Promise<Contradiction[]> {
    return this.read(() => reads.contradictions(this.environment));
  }

  upload(sha256: string): Promise<string | undefined> {
    return this.read(() => reads.upload(this.environment, sha256));
  }

  intend(intent: Intent): Promise<IntentResult> {
    return this.submit({ do: 'intend', intent });
  }

  record(outcome: Outcome, row: RunRow): Promise<RecordResult> {
    return this.submit({ do: 'record', outcome, row });
  }

  note(runId: string, rows: readonly RunRow[]): Promise<void> {
    return this.submit({ do: 'note', runId, rows });
  }

  keep(part: RunPart): Promise<void> {
    return this.submit({ do: 'keep', part });
  }

  saveUpload(sha256: string, documentId: string, at: Date): Promise<void> {
    return this.submit({ do: 'saveUpload', sha256, documentId, at });
  }

  forgetUpload(sha256: string): Promise<void> {
    return this.submit({ do: 'forgetUpload', sha256 });
  }

  async runRows(id: string): Promise<RunRowRecord[]> {
    const rows: RunRowRecord[] = [];
    for await (const row of this.eachRunRow(id)) rows.push(row);
    return rows;
  }

  async *eachRunRow(id: string, only?: readonly RowStatus[]): AsyncGenerator<RunRowRecord> {
    const { environment } = this;
    const alive = (await this.run(id))?.alive ?? false;
    const begun = await this.read(() => beginRunRows(environment, id, alive));
    for (let after: number | undefined = -1; after !== undefined;) {
      const from: number = after;
      const page = await this.read(() => runRowsPage(environment, id, begun, { after: from, only }));
      yield* page.rows;
      after = page.last;
    }
  }

  async *eachPart(runId: string, kind: RunPart['kind']): AsyncGenerator<RunPart> {
    for (let last = -1; ;) {
      const after = last;
      const page = await this.read(() => nextPart(runId, kind, after));
      if (!page) return;
      yield page;
      last = page.part;
    }
  }
}
