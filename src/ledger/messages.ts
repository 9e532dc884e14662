// What the ledger itself tells of a row. The sentences are in words/ledger.ts.
import { type Message, messagesOf } from '../message.ts';

export interface RowNotes {
  /** Its run ended, or its host fell silent, while the request was in progress. */
  unreported: object;
  in_progress: object;
  /** Rows of a run of several hosts were deleted in the database. */
  queued_rows_gone: object;
  run_stopped_first: { reason: Message };
  /** `most`: --max-in-doubt. */
  too_many_in_doubt: { rows: number; most: number };
}

export const rowNote = messagesOf<RowNotes>();
