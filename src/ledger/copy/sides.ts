// What a copy of a ledger needs of its source and of its target, each a file or on Postgres. Only types: copy.ts has
// the order of the steps.
import type { Verified } from '../evidence/verify.ts';
import type { Ledger } from '../ledger.ts';
import type { Tip } from '../records.ts';
import type { Tx } from '../store/changes.ts';
import type { Question, RawRow } from '../store/question.ts';
import type { LedgerTable } from '../store/tables.ts';

/** A file answers at once. */
type Soon<T> = T | Promise<T>;

interface CopySide {
  /** For people: a path, or an address without its password. */
  readonly name: string;
  /** The tables that both sides have are copied. */
  readonly tables: Readonly<Record<string, LedgerTable>>;
  read<T>(question: Question<T>): Soon<T>;
}

/** A ledger that nobody else can write from `hold` to `commit`. */
export interface CopySource extends CopySide {
  /** As a run opens it. */
  open(environment: string): Soon<Ledger>;
  /** Begins a transaction. */
  hold(): Soon<void>;
  /** Chains and writes in that transaction. */
  write<T>(work: (tx: Tx) => Question<T>): Soon<T>;
  /** Ends the transaction, and this host remembers where the chain ended. */
  commit(): Soon<void>;
}

/** The place of the copy. It becomes a ledger with `arrive`; until then no other copy can be made there. */
export interface CopyTarget extends CopySide {
  /** The id of the ledger that is there already. */
  look(): Soon<string | undefined>;
  /** Makes the tables. What an interrupted copy left there is removed. */
  begin(id: string, createdAt: number): Soon<void>;
  insert(table: string, rows: readonly RawRow[]): Soon<void>;
  verify(): Soon<Verified>;
  /** Writes that the move has arrived. From now on the copy is the ledger. */
  arrive(work: (tx: Tx) => Question<void>): Soon<Tip>;
}
