// What the ledger's thread is told, and what it answers: one answer for each batch of writes, in order. Writes go as one text: to
// copy an object between threads costs several times what a text does.
import type { RowWrite, WriteResult } from '../../store/row-write.ts';
import type { Tip } from '../../tip.ts';

/** What the thread is started with. */
export interface ThreadStart {
  /** The real file, that the owner has opened and judged. */
  readonly path: string;
  readonly ledgerId: string;
  readonly environment: number;
}

export type ToThread =
  /** As {@link pack} makes it. */
  | { readonly writes: string }
  /** Close, and end. */
  | { readonly end: true };

export type FromThread =
  | {
      /** What came of each write; `null` where none was refused. */
      readonly committed: readonly WriteResult[] | null;
      /** Where the chain ends with them. */
      readonly tip: Tip;
    }
  /** Why: nothing of these writes is known to be there. */
  | { readonly failed: string }
  /** The file isn't where it was opened any more (same-file.ts). */
  | { readonly gone: true };

export const pack = (writes: readonly RowWrite[]): string => JSON.stringify(writes);

export const unpack = (text: string): RowWrite[] => (JSON.parse(text) as RowWrite[]).map(withDates); // as pack has written it

function withDates(write: RowWrite): RowWrite {
  switch (write.do) {
    case 'intend':
      return { do: 'intend', intent: { ...write.intent, at: new Date(write.intent.at) } };
    case 'record': {
      const { at, startedAt } = write.outcome;
      const began = startedAt === null ? null : new Date(startedAt);
      return { ...write, outcome: { ...write.outcome, at: new Date(at), startedAt: began } };
    }
    case 'saveUpload':
      return { ...write, at: new Date(write.at) };
    default:
      return write;
  }
}
