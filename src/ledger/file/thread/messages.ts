// Messages to the ledger's thread, and its replies: one for each batch of writes. Writes go as one text: to copy
// objects between threads costs several times as much.
import type { Message } from '../../../message.ts';
import type { Tip } from '../../records.ts';
import type { RowWrite, WriteResult } from '../../store/row-write.ts';

/** What the thread is started with. */
export interface ThreadStart {
  /** The real file, which this process has opened. */
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
      /** The result of each write; `null` if none was refused. */
      readonly committed: readonly WriteResult[] | null;
      readonly tip: Tip;
    }
  /** Why. None of these writes is known to be written. */
  | { readonly failed: Message }
  /** The file was moved or replaced (location.ts). */
  | { readonly gone: true };

export const pack = (writes: readonly RowWrite[]): string => JSON.stringify(writes);

// as pack has written it
export const unpack = (text: string): RowWrite[] => (JSON.parse(text) as RowWrite[]).map(withDates);

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
