// What a payment looks like, as one versioned hash: shared by the rows of a file (from their cells), by single calls and
// by ledgers of an earlier schema (from the bodies that they stored). Pure; no setting, default, flag, reference or file
// name may come in here.
//
// `f1:` and 64 hexadecimal digits: 32 of what any body tells (who, from where, to where, why, how much, the memo), 32 of
// what only a row's own cells tell (its documents as written, its own developer-funds and first-party cells). Of a
// stored body the second half is unknown, and written as zeros.
import { createHash } from 'node:crypto';

import { isLosslessNumber, parse } from 'lossless-json';

import { canonicalDecimal, PLAIN_DECIMAL } from './decimal.ts';

const VERSION = 'f1:';
const HALF = 32;
const UNKNOWN = '0'.repeat(HALF);
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
  readonly requireApproval?: boolean | undefined;
}

/** What a payout's own cells say beyond that; never what a flag or the profile adds. */
export interface PayoutDetails {
  readonly useDeveloperFunds?: boolean | undefined;
  readonly isFirstParty?: boolean | undefined;
  /** As written: paths, IDs or data URLs. */
  readonly documents?: readonly string[] | undefined;
}

/** `details: null` where they can't be known any more. */
export function payoutFingerprint(fields: PayoutFields, details: PayoutDetails | null): string {
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
    plain(fields.memo),
    fields.requireApproval ?? '',
  ];
  return VERSION + half(JSON.stringify(told)) + detailsHalf(details);
}

const NO_DETAILS = half(JSON.stringify(['', '', []]));

function detailsHalf(details: PayoutDetails | null): string {
  if (details === null) return UNKNOWN;
  const { useDeveloperFunds = '', isFirstParty = '', documents = [] } = details;
  if (useDeveloperFunds === '' && isFirstParty === '' && documents.length === 0) return NO_DETAILS;
  return half(JSON.stringify([useDeveloperFunds, isFirstParty, documents.map(plain)]));
}

/** Of a customer or a trade: everything that its body says, in whatever order. */
export function bodyFingerprint(kind: 'customers' | 'trades', body: unknown): string {
  return VERSION + half(`${kind}${ordered(body)}`) + NO_DETAILS;
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
  const source = isFields(body['source']) ? body['source'] : {};
  const destination = isFields(body['destination']) ? body['destination'] : {};
  const approval = body['requireApproval'];
  return payoutFingerprint(
    {
      customerId: textOf(body['customerId']),
      source: {
        currency: textOf(source['currency']),
        network: textOf(source['network']),
        walletId: textOf(source['walletId']),
      },
      destination: {
        currency: textOf(destination['currency']),
        externalAccountId: textOf(destination['externalAccountId']),
      },
      purposeOfPayment: textOf(body['purposeOfPayment']),
      receiverAmount: textOf(body['receiverAmount']),
      memo: textOf(body['memo']),
      requireApproval: typeof approval === 'boolean' ? approval : undefined,
    },
    null,
  );
}

/**
 * The fingerprints under which a payment like this one may be known: its own, and the one that a stored body gives.
 * Empty for an empty fingerprint, which looks like nothing.
 */
export function fingerprintsLike(fingerprint: string): readonly string[] {
  if (!fingerprint.startsWith(VERSION)) return fingerprint === '' ? [] : [fingerprint];
  const known = fingerprint.slice(0, VERSION.length + HALF) + UNKNOWN;
  return known === fingerprint ? [fingerprint] : [fingerprint, known];
}

function half(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HALF);
}

/** Text by value: composed, without spaces around it; ids in lower case, however a spreadsheet wrote them. */
function plain(text: string | undefined): string {
  if (text === undefined) return '';
  const trimmed = text.normalize('NFC').trim();
  return ID.test(trimmed) ? trimmed.toLowerCase() : trimmed;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.toString() : undefined;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** One text for equal values: keys in order, absent and empty fields left out, numbers by value. */
function ordered(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(plain(value));
  if (isLosslessNumber(value) || typeof value === 'number') {
    const digits = value.toString();
    return PLAIN_DECIMAL.test(digits) ? canonicalDecimal(digits) : digits;
  }
  if (Array.isArray(value)) return `[${value.map(ordered).join()}]`;
  if (!isFields(value)) return JSON.stringify(value ?? null);
  const parts = Object.entries(value)
    .filter(([, one]) => one !== undefined && one !== null && one !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${JSON.stringify(name)}:${ordered(one)}`);
  return `{${parts.join()}}`;
}
