// Messages about costs and balances. Their sentences are in words/funds.ts.
import { type Message, messagesOf } from '../../message.ts';

/** Amounts as decimal text. */
export interface Shortfall {
  readonly needed: string;
  readonly balance: string;
  readonly missing: string;
  readonly currency: string;
}

export interface FundsMessages {
  customers_cost_nothing: { file: string };
  /** An invalid row. */
  row_left_out: object;
  no_balance: object;
  /** `fields`: profile.quoteSourceAmountFields. */
  no_debit: { fields: readonly string[] };
  not_quoted: { reason: Message };
  cost_unknown: { file: string; rows: number; problem: Message | undefined };
  balances_unreadable: { file: string; why: Message };
  balance_short: { file: string; short: readonly Shortfall[] };
}

export const fundsMessage = messagesOf<FundsMessages>();
