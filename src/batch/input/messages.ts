// What is told of a file and its rows before anything is sent. The sentences are in words/input.ts.
import { type Message, messagesOf } from '../../message.ts';

export interface InputMessages {
  submission_cut_off: { why: Message };
  /** --accept-ledger. */
  ledger_accepted: { why: Message };
  /** This machine's clock against the service's, in milliseconds. */
  clock_off: { offMs: number };
  clock_off_warning: { offMs: number };
  no_identity_provider: { why: Message };
  credentials_refused: { why: Message };
  /** Of a single call. */
  reference_refused: { operation: string; why: Message };
}

export const inputMessage = messagesOf<InputMessages>();
