// The exact text of request bodies.
import { amountOf } from '../interface/decimal.ts';
import type { Profile } from '../interface/profile.ts';
import type { QuoteBody, TransferBody } from '../interface/transfer.ts';
import { CallError } from './address.ts';
import { clientMessage } from './messages.ts';

/**
 * Of a transfer (2.3) or a quote (2.4): the amount is a JSON number with the same digits. Errors: {@link CallError}.
 */
export function paymentText({ receiverAmount, ...rest }: TransferBody | QuoteBody): string {
  const amount = amountOf(receiverAmount);
  if (amount === undefined) {
    const shown = JSON.stringify(receiverAmount).slice(0, 40);
    throw new CallError('amount', 'receiverAmount', clientMessage('no_amount', { shown }));
  }
  const tail = JSON.stringify(rest).slice(1);
  return `{"receiverAmount":${amount}${tail === '}' ? '' : ','}${tail}`;
}

/**
 * The JSON before and after the data URL of an upload. A document may be large, so its body is put together from
 * parts.
 */
export interface DocumentAround {
  readonly before: string;
  readonly after: string;
}

const around = (fields: Readonly<Record<string, string>>): DocumentAround => ({
  before: JSON.stringify(fields).slice(0, -2),
  after: '"}',
});

/** Of a transfer's document (2.5). */
export const TRANSFER_DOCUMENT = around({ fileBlob: '' });

/** Of an onboarding document (2.2), its fields by the profile's names. */
export const customerDocument = (type: string, { customerDocumentFields: fields }: Profile): DocumentAround =>
  around({ [fields.type]: type, [fields.file]: '' });
