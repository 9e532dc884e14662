// The content of a payout, a customer or a trade, as hashes: rows of a file and single calls with the same content are
// the same payment, whatever their reference, settings, file or spelling. Documents, funding and approval are not
// content. Pure.
import { hash } from 'node:crypto';

import { isLosslessNumber } from 'lossless-json';

import { canonicalDecimal, numeralValue } from './decimal.ts';
import { readMemo, readText } from './plain-text.ts';

/** The first 132 bits of a SHA-256, in 22 letters: every row of a ledger has one. */
export const hashOf = (values: readonly string[]): string =>
  hash('sha256', JSON.stringify(values), 'base64url').slice(0, 22);

type Fields = Readonly<Record<string, unknown>>;

/** An object that holds further values, neither a list nor a number with its digits. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

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

/** Who is paid, from where, to where, why, how much, and the memo, each in one spelling. */
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

/** By what a tax office or a register knows a business; the first that is there. */
const NUMBERS = ['taxIdentificationNumber', 'companyRegistrationNumber'] as const;

export const isRegisteredNumber = (field: string): boolean => NUMBERS.some((name) => name === field);

/** All fields of a customer (2.1), as a hash. */
export const customerContent = (body: unknown): string => hashOf(['customers', customerText(body)]);

/** Who a customer is: its legal name with its number. Without either, all its fields. */
export function customerFingerprint(body: unknown): string {
  const fields = isFields(body) ? body : {};
  const name = lettersAndDigits(fields['businessLegalName']);
  for (const field of NUMBERS) {
    const number = lettersAndDigits(fields[field]).replace(/^0+/, '');
    // People without a number write "n/a" or "none".
    if (name !== '' && /\d/.test(number)) return hashOf(['customers', field, name, number]);
  }
  return customerContent(body);
}

const TRADED = /currency|amount|asset/i;

/** The currencies and the amount of a trade. Its fields are not shown (2.6): where none is called so, all of them. */
export function tradeFingerprint(body: unknown): string {
  const fields = isFields(body) ? body : {};
  const traded = Object.fromEntries(Object.entries(fields).filter(([name]) => TRADED.test(name)));
  const said = Object.keys(traded).length > 0 ? traded : fields;
  return hashOf(['trades', tradeText(said)]);
}

function lettersAndDigits(value: unknown): string {
  return typeof value === 'string' ? readText(value).replace(/[^\p{L}\p{N}]+/gu, '') : '';
}

/** One text for equal values. Every list of a customer (2.1) is a set: countries, industries. */
function customerText(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(customerText))].sort().join()}]`;
  if (isFields(value)) return fieldsText(value, customerText);
  return typeof value === 'string' ? JSON.stringify(readText(value)) : scalarText(value);
}

/** A number may be one or text. */
function tradeText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tradeText).join()}]`;
  if (isFields(value)) return fieldsText(value, tradeText);
  if (typeof value !== 'string') return scalarText(value);
  const text = readText(value);
  return numeralValue(text) ?? JSON.stringify(text);
}

/** Fields in the order of their names, without those that are absent, empty or false. */
function fieldsText(fields: Fields, textOf: (value: unknown) => string): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`);
  return `{${parts.join()}}`;
}

function scalarText(value: unknown): string {
  if (!isLosslessNumber(value) && typeof value !== 'number') return JSON.stringify(value ?? null);
  const digits = value.toString();
  return numeralValue(digits) ?? digits;
}
