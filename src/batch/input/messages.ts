// Messages about a file and its rows before anything is sent. Their sentences are in words/input.ts.
import { type Message, messagesOf } from '../../message.ts';

export interface InputMessages {
  ledger_lost: { why: Message; runId: string };
  /** --accept-ledger. */
  ledger_accepted: { why: Message };
  /** This machine's clock against the service's, in milliseconds. */
  clock_off: { offMs: number };
  clock_off_warning: { offMs: number };
  no_identity_provider: { why: Message };
  credentials_refused: { why: Message };
  /** Of a single call. */
  reference_refused: { operation: string; why: Message };

  /** --accept. */
  accept_malformed: { text: string; checks: readonly string[] };
  stopped_checking: object;
  thread_died: { file: string; why: string };
  last_row_cut: { cells: number; names: number };
  retry_and_references: { column: string };
  /** No row is the one at which the profile ends the table. */
  no_end: { stopAt: string };

  // Of a lookup file.
  lookup_contradicts: { key: string; column: string; line: number };
}

export const inputMessage = messagesOf<InputMessages>();
