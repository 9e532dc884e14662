// Messages to the ledger's thread, and its replies, one for each batch of writes. A batch is sent as one text: to copy
// objects between threads costs several times as much.
import type { Message } from '../../../message.ts';
import type { LedgerErrorCode } from '../../ledger-error.ts';
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
  /** None of these writes is known to be written. */
  | { readonly failed: Message; readonly code: LedgerErrorCode };

export const pack = (writes: readonly RowWrite[]): string => JSON.stringify(writes);

export function unpack(text: string): RowWrite[] {
  const writes = JSON.parse(text) as RowWrite[]; // as pack has written it
  for (const write of writes) {
    if (write.do === 'intend') makeDates(write.intent);
    else if (write.do === 'record') makeDates(write.outcome);
    else if (write.do === 'remember') makeDates(write);
  }
  return writes;
}

/** In place: this runs for each payout. */
function makeDates(one: { at: Date; startedAt?: Date | null }): void {
  one.at = new Date(one.at);
  if (one.startedAt) one.startedAt = new Date(one.startedAt);
}
