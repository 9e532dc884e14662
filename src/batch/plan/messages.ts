// What is told of a plan and of the rows that it froze. The sentences are in words/plan.ts.
import { type Message, messagesOf } from '../../message.ts';
import type { Issue } from '../input/row.ts';

export interface PlanMessages {
  row_unpriced: { failure: Message };
  row_unquoted: { line: number; failure: Message };
  // `why`: what the price is, and what was approved.
  row_dearer: { line: number; why: Message };
  sum_dearer: { currency: string; why: Message };
  prices_moved: { first: Message; more: number };
  pricing_stopped: { reason: Message };
  row_differs: { line: number; was: string; is: string; issue: Issue | undefined };
  /** A warning that was due when the plan was made, and that it does not have. */
  warning_unsaid: { line: number; field: string; value: string; message: Message; rows: number };
}

export const planMessage = messagesOf<PlanMessages>();
