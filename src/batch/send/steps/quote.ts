// Step: the quote of a transfer. Repeatable.
import { paymentText } from '../../../client/body-text.ts';
import type { ServiceClient } from '../../../client/client.ts';
import { parseAnswer, pick } from '../../../client/json.ts';
import type { CallOutcome } from '../../../client/outcome.ts';
import type { Profile } from '../../../interface/profile.ts';
import type { QuoteBody } from '../../../interface/transfer.ts';
import type { PayoutRow } from '../../input/row.ts';

export interface QuoteFigures {
  readonly quoteId: string;
  readonly quoteSourceAmount: string;
  readonly quoteFee: string;
  readonly quoteRate: string;
}

/** Longer values are ignored. */
const LONGEST = 200;

export const NO_FIGURES: QuoteFigures = { quoteId: '', quoteSourceAmount: '', quoteFee: '', quoteRate: '' };

/** Body of the quote for a row (2.4), with the transfer's fields that the profile says to copy. */
export function quoteBody(row: PayoutRow, profile: Profile): QuoteBody {
  const { body } = row;
  const out: QuoteBody = { receiverAmount: body.receiverAmount };
  if (row.isFirstParty !== undefined) out.isFirstParty = row.isFirstParty;
  for (const field of profile.quoteFields) {
    if (body[field] !== undefined) out[field] = body[field];
  }
  return out;
}

export function quote(client: ServiceClient, row: PayoutRow): Promise<CallOutcome> {
  return client.send('quoteTransfer', paymentText(quoteBody(row, client.profile)));
}

export function quoteFigures(text: string, profile: Profile): QuoteFigures {
  const answer = parseAnswer(text);
  const figure = (paths: readonly string[]): string => {
    const found = pick(answer, paths) ?? '';
    return found.length > LONGEST ? '' : found;
  };
  return {
    quoteId: figure(profile.quoteIdFields),
    quoteSourceAmount: figure(profile.quoteSourceAmountFields),
    quoteFee: figure(profile.quoteFeeFields),
    quoteRate: figure(profile.quoteRateFields),
  };
}
