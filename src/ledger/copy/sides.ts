// What a copy of a ledger needs of the place that it comes from and of the one that it goes to, whatever keeps them. Types
// alone; the order of things is in copy.ts.
import type { Verified } from '../evidence/verify.ts';
import type { MoveRecord } from '../moved.ts';
import type { Value } from '../store/question.ts';
import type { Tip } from '../tip.ts';

export type StoredRow = Readonly<Record<string, Value>>;

/** What a ledger holds. */
export interface Contents {
  count(table: string): Promise<number>;
  /** By the table's key, some rows at a time. */
  pages(table: string): AsyncIterable<readonly StoredRow[]>;
  tip(): Promise<Tip>;
}

export interface SourceFacts {
  readonly id: string;
  readonly createdAt: number;
  readonly move: MoveRecord | undefined;
  /** Runs that have not ended, in words; empty for none. */
  readonly open: readonly string[];
  /** Requests in doubt whose host hasn't said what became of them. */
  readonly unreported: number;
}

/** A ledger that nobody else can write, from when it was handed over. */
export interface Source extends Contents {
  /** In its one form, for people: a path, or an address without its password. */
  readonly name: string;
  facts(): Promise<SourceFacts>;
  /** What belongs to Postgres alone: tables beside the ledger's own, for another Postgres. */
  beside(): AsyncIterable<{ readonly table: string; readonly rows: string }>;
  /** Writes where it goes; it holds after `commit`. */
  seal(target: string): Promise<MoveRecord>;
  commit(): Promise<void>;
  /** The copy has arrived: it is never made again. */
  heard(move: MoveRecord): Promise<void>;
}

/** What is at the target already. */
export type Found =
  | { readonly kind: 'none' }
  /** A copy that was not finished. `id` is empty where nothing of it is there yet. */
  | { readonly kind: 'unfinished'; readonly id: string; readonly tip: Tip }
  | { readonly kind: 'ledger'; readonly id: string };

/** Where the copy is made; nobody else makes one there meanwhile. */
export interface Target extends Contents {
  readonly name: string;
  look(): Promise<Found>;
  /** Whether this link of the chain is in the ledger that is there. */
  hasLink(tip: Tip): Promise<boolean>;
  /** Begins anew: what an unfinished copy left is gone. */
  begin(facts: SourceFacts): Promise<void>;
  insert(table: string, rows: readonly StoredRow[]): Promise<void>;
  /** False where such tables aren't kept. */
  insertBeside(table: string, rows: string): Promise<boolean>;
  /** What was inserted is durable, and is no ledger yet. */
  filled(): Promise<void>;
  verify(): Promise<Verified>;
  /** From now on it is the ledger. */
  arrive(move: MoveRecord): Promise<Tip>;
}
