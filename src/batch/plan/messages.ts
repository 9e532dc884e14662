// Messages about a file from other sources: the plan that froze it, the ledger and earlier results, and the
// history of payments. Their sentences are in words/plan.ts.
import { type Message, messagesOf } from '../../message.ts';
import type { Issue } from '../input/row.ts';
import type { DoubtPlace } from '../results/messages.ts';

export interface PlanMessages {
  // Prices.
  row_unpriced: { failure: Message };
  row_unquoted: { line: number; failure: Message };
  // `why`: what the price is, and what was approved.
  row_dearer: { line: number; why: Message };
  prices_moved: { first: Message; more: number };
  pricing_stopped: { reason: Message };

  /** Why no plan was written. `held`: rows that are possible duplicates. */
  nothing_to_plan: { held: number };

  // Why a plan can't be run.
  /** The ledger ends at `height`, or has another entry at `sequence`. `plan`: the file's name. */
  ledger_replaced: { height: number; sequence: number; plan: string };
  /** The clock is behind this time. `name`: who signed; empty for the others. */
  clock_behind: { what: 'plan' | 'signature' | 'ledger'; name: string; at: string; now: string };
  made_elsewhere: { member: 'environment' | 'ledgerId'; was: string; is: string };
  approved_file_changed: { path: string };
  /** Another member of the plan differs from the member that is built today. */
  member_differs: { member: string; file: string };
  row_differs: { line: number; was: string; is: string; issue: Issue | undefined };
  row_known_since: DoubtPlace & { state: string };
  /** A warning that the plan lacks, although it was due when the plan was made. */
  warning_unsaid: { line: number; field: string; value: string; message: Message; rows: number };
  /** `held`, `rejected`: how many of its rows are. */
  plan_used_up: { held: number };

  // Why a run doesn't send a row. `plan`: the file's name.
  held_by_plan: DoubtPlace & { plan: string };
  not_in_plan: { plan: string };
}

export const planMessage = messagesOf<PlanMessages>();

export interface KnownMessages {
  /** `other`: the run that has the rows. `canStop`: on a ledger that several hosts share. */
  rows_at_work: {
    other: { id: string; pid: number; host: string; file: string } | null;
    canStop: boolean;
  };
  read_otherwise: { runId: string };
  customers_not_detached: object;
  customers_unpriced: object;
  cost_unquoted: object;
  not_confirmed: object;

  /** What --accept-ledger accepted. Later runs find the acceptance by `marks`. */
  evidence_accepted: { objections: readonly Message[]; marks: readonly string[] };
  /** Earlier results contradict the ledger. */
  ledger_objection: { why: Message; ledger: string };
  /** `place`: the line of the row in the results. */
  unknown_to_ledger: { file: string; place: number; createdId: string };
  results_unreadable: { fault: Message };
  other_ledger: { file: string; ledgerId: string };
  /** The results are of a time when the ledger had more entries. */
  older_ledger: { file: string; sequence: number; height: number };
  other_copy: { file: string };
}

export const knownMessage = messagesOf<KnownMessages>();

/** How far from the usual: so many times as much, more than that, or a tenth and less. */
export interface Far {
  readonly kind: 'times' | 'more_than' | 'tenth';
  readonly times: string;
}

export interface HistoryMessages {
  payee_column_missing: { name: string };
  payees_not_compared: object;

  // How a value deviates; follows the value in a sentence. `usual`, `last`: amounts with all digits.
  payee_empty: object;
  other_account: { payee: string; account: string; place: DoubtPlace };
  first_payment: { amount: string; currency: string };
  amount_unusual: {
    far: Far;
    of: number;
    account: string;
    usual: string;
    currency: string;
    place: DoubtPlace;
  };
  total_unusual: { far: Far; of: number; usual: string; currency: string; last: string; runId: string };
  /** The same as a warning, at the file's largest row. */
  total_unusual_here: { deviation: Message };
  deviation_accepted: { deviation: Message };
  // Refused. `line`: of the row, or of the file's largest.
  deviation_refused: { value: string; deviation: Message; check: string; line: number };
  total_refused: { value: string; deviation: Message; line: number };
}

export const historyMessage = messagesOf<HistoryMessages>();
