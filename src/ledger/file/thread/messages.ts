// Messages to the ledger's thread, and its replies: one for each batch of writes.
import type { Message } from '../../../message.ts';
import type { Tip } from '../../records.ts';
import type { WriteResult } from '../../store/row-write.ts';

/** What the thread is started with. */
export interface ThreadStart {
  /** The real file, which this process has opened. */
  readonly path: string;
  readonly ledgerId: string;
  readonly environment: number;
}

export type ToThread =
  /** As a packer makes it (packing.ts). */
  | { readonly writes: string }
  /** Close, and end. */
  | { readonly end: true };

export type FromThread =
  | {
      /** The result of each write; `null` if none was refused. */
      readonly committed: readonly WriteResult[] | null;
      readonly tip: Tip;
    }
  /** Why. None of these writes is known to be written. */
  | { readonly failed: Message }
  /** The file was moved or replaced (same-file.ts). */
  | { readonly gone: true };
