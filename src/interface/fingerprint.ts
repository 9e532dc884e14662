// What a payout says, as one hash: rows of a file and single calls that say the same are the same payment, whatever their
// reference, settings, file or spelling. Pure. How a payment is processed (its documents, who funds it, whether it wants
// approval) makes it no other payment. Customers and trades: body-fingerprint.ts.
import { isLosslessNumber } from 'lossless-json';

import { hashOf, isFields } from './body-fingerprint.ts';
import { canonicalDecimal } from './decimal.ts';
import { readMemo, readText } from './plain-text.ts';

/** A payout's own fields. An empty text is an absent field; amounts are decimal text, in any spelling. */
export interface PayoutFields {
  readonly customerId?: string | undefined;
  readonly source?:
    Readonly<Partial<Record<'currency' | 'network' | 'walletId', string | undefined>>> | undefined;
  readonly destination?:
    Readonly<Partial<Record<'currency' | 'externalAccountId', string | undefined>>> | undefined;
  readonly purposeOfPayment?: string | undefined;
  readonly receiverAmount?: string | undefined;
  readonly memo?: string | undefined;
}

/** A hash of who is paid, from where, to where, why, how much, and the memo. */
export function payoutFingerprint(fields: PayoutFields): string {
  const { source, destination } = fields;
  return hashOf([
    'payouts',
    plain(fields.customerId),
    plain(source?.currency).toUpperCase(),
    plain(source?.network).toUpperCase(),
    plain(source?.walletId),
    plain(destination?.currency).toUpperCase(),
    plain(destination?.externalAccountId),
    plain(fields.purposeOfPayment),
    canonicalDecimal((fields.receiverAmount ?? '').trim()),
    readMemo(fields.memo ?? ''),
  ]);
}

/** A hash of the account that is paid, the amount and its currency; empty without an account. */
export function payoutTarget({ destination, receiverAmount = '' }: PayoutFields): string {
  const account = plain(destination?.externalAccountId);
  if (account === '') return '';
  const currency = plain(destination?.currency).toUpperCase();
  return hashOf(['target', account, currency, canonicalDecimal(receiverAmount.trim())]);
}

/** What identifies a payout, of a body. */
export function payoutFields(body: unknown): PayoutFields {
  const fields = isFields(body) ? body : {};
  const source = isFields(fields['source']) ? fields['source'] : {};
  const destination = isFields(fields['destination']) ? fields['destination'] : {};
  return {
    customerId: textOf(fields['customerId']),
    source: {
      currency: textOf(source['currency']),
      network: textOf(source['network']),
      walletId: textOf(source['walletId']),
    },
    destination: {
      currency: textOf(destination['currency']),
      externalAccountId: textOf(destination['externalAccountId']),
    },
    purposeOfPayment: textOf(fields['purposeOfPayment']),
    receiverAmount: textOf(fields['receiverAmount']),
    memo: textOf(fields['memo']),
  };
}

const plain = (text: string | undefined): string => (text === undefined ? '' : readText(text));

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.toString() : undefined;
}
