// The ledger's questions that one connection answers by itself, or that have one answer where a ledger has one host. Nothing
// here writes.
import type {
  BatchRecord,
  BodiesAsked,
  Contradiction,
  Doubt,
  ForeignRow,
  HostRecord,
  LedgerEntry,
  PaidRecord,
  RowBody,
  RowRecord,
  RunKind,
  SentRow,
} from '../ledger.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Tip } from '../tip.ts';
import { hadTip } from './chain/chain.ts';
import { words } from './connection.ts';
import { wasAccepted } from './height.ts';
import type { Reads } from './reads.ts';

export class Lookups {
  /** Of the ledger's file. */
  readonly path: string;
  protected readonly reads: Reads;

  constructor(path: string, reads: Reads) {
    this.path = path;
    this.reads = reads;
  }

  lookup(keys: readonly string[]): Promise<Map<string, RowRecord>> {
    return this.guard(() => this.reads.lookup(keys));
  }

  heldByOthers(runId: string, keys: readonly { key: string; hash: bigint }[]): Promise<Map<string, string>> {
    return this.guard(() => this.reads.heldByOthers(runId, keys));
  }

  referencesLike(kind: RunKind, references: readonly string[]): Promise<RowRecord[]> {
    return this.guard(() => this.reads.referencesLike(kind, references));
  }

  runsOfFile(kind: RunKind, fileHash: string): Promise<string[]> {
    return this.guard(() => this.reads.runsOfFile(kind, fileHash));
  }

  alike(fingerprints: readonly string[]): Promise<RowRecord[]> {
    return this.guard(() => this.reads.alike(fingerprints));
  }

  alikeElsewhere(fingerprints: readonly string[]): Promise<ForeignRow[]> {
    return this.guard(() => this.reads.alikeElsewhere(fingerprints));
  }

  paid(keys: readonly string[]): Promise<Map<string, PaidRecord>> {
    return this.guard(() => this.reads.paid(keys));
  }

  knows(createdIds: readonly string[]): Promise<Set<string>> {
    return this.guard(() => this.reads.knows(createdIds));
  }

  named(createdIds: readonly string[]): Promise<Set<string>> {
    return this.guard(() => this.reads.named(createdIds));
  }

  wasAccepted(text: string): Promise<boolean> {
    return this.guard(() => wasAccepted(this.reads.db, text));
  }

  hadTip(tip: Pick<Tip, 'sequence' | 'head'>): Promise<boolean> {
    return this.guard(() => hadTip(this.reads.db, tip));
  }

  sentSince(since: Date, amounts: readonly string[]): Promise<SentRow[]> {
    return this.guard(() => this.reads.sentSince(since, amounts));
  }

  bodiesSince(asked: BodiesAsked, after: string): Promise<RowBody[]> {
    return this.guard(() => this.reads.bodiesSince(asked, after));
  }

  batch(kind: RunKind, id: string): Promise<BatchRecord | undefined> {
    return this.guard(() => this.reads.batch(kind, id));
  }

  entries(key: string): Promise<LedgerEntry[]> {
    return this.guard(() => this.reads.entries(key));
  }

  entriesOf(keys: readonly string[]): Promise<ReadonlyMap<string, readonly LedgerEntry[]>> {
    return this.guard(() => this.reads.entriesOf(keys));
  }

  doubts(): Promise<Doubt[]> {
    return this.guard(() => this.reads.doubts());
  }

  /** Nobody gives this process up while it holds its lock. */
  get maySend(): boolean {
    return true;
  }

  hosts(): Promise<HostRecord[]> {
    return Promise.resolve([]);
  }

  contradictions(): Promise<Contradiction[]> {
    return Promise.resolve([]);
  }

  /** Synchronous work as a promise that rejects with {@link LedgerError}. */
  protected guard<T>(work: () => T): Promise<T> {
    try {
      return Promise.resolve(work());
    } catch (error) {
      if (error instanceof LedgerError) return Promise.reject(error);
      return Promise.reject(new LedgerError(`the ledger ${this.path} can't be used: ${words(error)}`, error));
    }
  }
}
