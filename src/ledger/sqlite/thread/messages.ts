// What the ledger's thread and its owner say to each other. Writes and answers go in order: an answer is to the oldest
// writes that have none yet.
import type { RowWrite, WriteResults } from '../row-write.ts';

/** What the thread is started with. */
export interface ThreadStart {
  /** The real file, that the owner has opened and judged. */
  readonly path: string;
  readonly ledgerId: string;
  readonly environment: number;
}

export type ToThread =
  | { readonly writes: readonly RowWrite[] }
  /** Commit what there is, close, and end. */
  | { readonly end: true };

/** About one group, which is one transaction. */
export type FromThread =
  | {
      readonly committed: readonly WriteResults[RowWrite['do']][];
      /** Number of the last entry written so far. */
      readonly lastEntry: number;
    }
  /** Nothing of these writes is known to be there. */
  | { readonly failed: number; readonly why: string };
