// What the ledger's thread and its owner say to each other. Each batch of writes is one transaction and has one answer, in
// order.
import type { RowWrite, WriteResults } from '../../store/row-write.ts';
import type { Tip } from '../../tip.ts';

/** What the thread is started with. */
export interface ThreadStart {
  /** The real file, that the owner has opened and judged. */
  readonly path: string;
  readonly ledgerId: string;
  readonly environment: number;
}

export type ToThread =
  /** As pack.ts has it. */
  | { readonly writes: string }
  /** Close, and end. */
  | { readonly end: true };

export type FromThread =
  | {
      /** What came of each write; `null` where none was refused. */
      readonly committed: readonly WriteResults[RowWrite['do']][] | null;
      /** Where the chain ends with them. */
      readonly tip: Tip;
    }
  /** Why: nothing of these writes is known to be there. */
  | { readonly failed: string }
  /** The file isn't where it was opened any more (same-file.ts). */
  | { readonly gone: true };
