// What a payout looks like, as one versioned hash: shared by the rows of a file (from their cells), by single calls and
// by ledgers of an earlier schema (from the bodies that they stored). Pure; no setting, default, flag, reference or file
// name may come in here. Customers and trades: body-fingerprint.ts.
//
// `f1:` and 64 hexadecimal digits of who is paid, from where, to where, why, how much, and the memo. How a payment is
// processed (its documents, who funds it, whether it wants approval, whether it is first-party) makes it no other payment:
// a scan that moved to another folder, or a column of `false`, must not pay a supplier twice.
import { hash } from 'node:crypto';

import { isLosslessNumber, parse } from 'lossless-json';

import { bodyFingerprint, isFields } from './body-fingerprint.ts';
import { canonicalDecimal } from './decimal.ts';
import { readMemo, readText } from './plain-text.ts';

const VERSION = 'f1:';

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

export function payoutFingerprint(fields: PayoutFields): string {
  const { source, destination } = fields;
  const told = [
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
  ];
  return VERSION + sha256(JSON.stringify(told));
}

/** Of a body as the ledger stored it; empty where it can't be read. */
export function storedFingerprint(kind: string, text: string): string {
  let body: unknown;
  try {
    body = parse(text);
  } catch {
    return '';
  }
  if (!isFields(body)) return '';
  if (kind === 'customers' || kind === 'trades') return bodyFingerprint(kind, body);
  if (kind !== 'payouts') return '';
  return payoutFingerprint(payoutFields(body));
}

/** What tells a payout, of a body. */
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

function sha256(text: string): string {
  return hash('sha256', text);
}

const plain = (text: string | undefined): string => (text === undefined ? '' : readText(text));

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.toString() : undefined;
}
