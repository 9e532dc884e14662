// Messages about rows, and about ledgers in a file and on Postgres alike. Their sentences are in words/ledger.ts.
import { type Message, messagesOf } from '../message.ts';

export interface RowNotes {
  /** Its run ended, or its host stopped reporting, while the request was in progress. */
  unreported: object;
  row_in_progress: object;
  /** Of a run that does not have the outcome. `runId`: the run that is sending the row now. */
  row_sent_elsewhere: { runId: string };
  /** Rows of a run of several hosts were deleted in the database. */
  queued_rows_gone: object;
  run_stopped_first: { reason: Message };
  /** `most`: --max-in-doubt. */
  too_many_in_doubt: { rows: number; most: number };
}

export const rowNote = messagesOf<RowNotes>();

export interface LedgerMessages {
  ledger_cannot: { ledger: string; be: 'opened' | 'used' | 'copied' | 'reached' | 'trusted'; why: Message };
  ledger_unwritten: { why: Message };
  /** `objection`: the end of a sentence about the ledger. */
  ledger_objected: { ledger: string; objection: Message };
  /** `code`: of the error without --accept-ledger. */
  objection_accepted: { code: string; objection: Message };
  no_ledger_at: { ledger: string; isEmptyFile: boolean };
  file_taken: { path: string };
  other_schema: { ledger: string; version: number; own: number };
  /** By the ledger's own last move. `at`: in ISO 8601. `hasArrived`: else the move was interrupted. */
  moved_away: { ledger: string; source: string; target: string; at: string; hasArrived: boolean };
  package_missing: { name: 'pg' | 'pg-boss'; version: string };
  /** A row differs from what its entries say. */
  row_lost: { key: string };
  /** A page of a report was changed in the ledger. */
  page_altered: { runId: string };
  lease_lost: object;

  // Objections, each the end of a sentence about the ledger.
  objections: { objections: readonly Message[] };
  other_id: { id: string; pinned: string };
  /** `by`: the kind of mark that has seen more; `mark`: the mark's file. */
  other_than_seen: { id: string; seen: string; by: Seer; mark: string };
  /** The ledger ends before an entry, or before a link, that was seen. */
  ends_at_entry: { entry: number; seen: number; by: Seer };
  ends_before_link: { link: number; by: Seer };
  is_fork: { link: number; by: Seer };
}

/** The mark next to a ledger's file, or one in this host's state folder. */
export type Seer = 'mark' | 'host';

export const ledgerMessage = messagesOf<LedgerMessages>();
