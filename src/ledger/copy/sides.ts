// What a copy of a ledger needs of the place that it comes from and of the one that it goes to, whatever keeps them.
// Types alone; the order of things is in copy.ts.
import type { Verified } from '../evidence/verify.ts';
import type { Ledger } from '../ledger.ts';
import type { Tip } from '../records.ts';
import type { Tx } from '../store/group.ts';
import type { Question, Raw } from '../store/question.ts';
import type { Table } from '../store/tables.ts';

interface Side {
  /** In its one form, for people: a path, or an address without its password. */
  readonly name: string;
  /** Those that both sides have are copied. */
  readonly tables: Readonly<Record<string, Table>>;
  read<T>(question: Question<T>): Promise<T>;
}

/** A ledger that nobody else can write from `hold` to `commit`. */
export interface Source extends Side {
  /** As a run opens it. */
  open(environment: string): Promise<Ledger>;
  /** Begins a transaction. Returns how many requests in doubt are of hosts that haven't reported back. */
  hold(): Promise<number>;
  /** Chains and writes in that transaction. */
  write<T>(work: (tx: Tx) => Question<T>): Promise<T>;
  /** Ends the transaction, and this host remembers where the chain ended. */
  commit(): Promise<void>;
}

/** What is at the target already. */
export type Found =
  | { readonly kind: 'none' }
  /** A copy that was not finished. `id` is empty where it isn't known. */
  | { readonly kind: 'unfinished'; readonly id: string }
  | { readonly kind: 'ledger'; readonly id: string };

/** Where the copy is made; nobody else makes one there meanwhile. */
export interface Target extends Side {
  look(): Promise<Found>;
  /** Begins anew: what an unfinished copy left is gone. */
  begin(id: string, createdAt: number): Promise<void>;
  insert(table: string, rows: readonly Raw[]): Promise<void>;
  /** What was inserted is durable, and is no ledger yet. */
  filled(): Promise<void>;
  verify(): Promise<Verified>;
  /** Writes that the move has arrived: from now on it is the ledger. */
  arrive(work: (tx: Tx) => Question<void>): Promise<Tip>;
}
