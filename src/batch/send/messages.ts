// Messages about rows that were sent, or not, and why a run stops. Their sentences are in words/sending.ts.
import { type Message, messagesOf } from '../../message.ts';
import type { DoubtPlace } from '../results/messages.ts';

/** The owner of the wallet that a payout takes money from. `id`: `undefined` for the developer's own wallet. */
export interface Wallet {
  readonly id: string | undefined;
  readonly currency: string;
  readonly network: string;
}

export interface SendingMessages {
  // For a log.
  run_started: { run: string; batch: string; rows: number; file: string };
  /** With the number of rows of each status. */
  run_ended: Readonly<Record<string, string | number>>;

  /** The identity provider gave none, for another reason than the credentials. */
  sign_in_failed: { why: Message };

  // Why a run stops.
  signal: object;
  /** Systemic failures in a row. `after`: --halt-after. */
  halted: { failures: number; after: number; last: Message };
  service_unreached: { last: Message };
  wallet_short: { wallet: Wallet; refusals: number; after: number; last: Message };
  foreign_id: object;
  file_unreadable: { file: string; why: Message };
  results_unwritable: { path: string; why: Message; runId: string };
  retry_unwritable: { path: string; why: Message; runId: string };

  // How a row ended.
  /** The service returned the id of another row. */
  id_of_other: DoubtPlace & { createdId: string };
  /** `createdId`: empty if the service returned none. */
  outcome_unwritten: { createdId: string; failure: Message };
  intent_unwritten: { failure: Message };
  /** Of a row whose state the ledger could not tell. */
  row_unasked: { reason: Message };
  resend_unsafe: object;
  document_missing: { customerId: string; type: string; why: Message; hasReference: boolean };
  document_unreadable: { where: string; name: string; why: Message };
  too_dear: { why: Message };
}

export const sendingMessage = messagesOf<SendingMessages>();
