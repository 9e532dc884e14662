// Everything that the specification leaves open ("not shown"), one entry each: the default, why it is that, and the
// setting that changes it (section `profile` of the config file). The README's table of assumptions is made from this.
import * as z from 'zod';

import { PAYOUT_FIELDS } from './columns.ts';
import { DEFAULT_CUTOFF_YEAR } from './cutoff.ts';
import { CUSTOMER_PROFILE } from './profile-customers.ts';
import { type Entry, entry, enumeration, names } from './profile-entry.ts';
import { TRANSFER_PROFILE } from './profile-transfers.ts';
import { GRANT_TYPE_FORM } from './token.ts';

export const PROFILE = {
  requiredTransferFields: entry(
    z.array(z.enum(PAYOUT_FIELDS)),
    'Which transfer fields are required as well as receiverAmount (2.3)',
    [
      'customerId',
      'source.currency',
      'source.network',
      'source.walletId',
      'destination.currency',
      'destination.externalAccountId',
      'purposeOfPayment',
    ],
    'Section 1 calls only memo, approval and documents optional',
  ),
  purposeOfPayment: enumeration('purposeOfPayment (2.3)', 'PaymentForGoods'),
  networks: enumeration('source.network (2.3)', 'ethereum'),
  closedCurrencies: entry(
    z.boolean(),
    'The full set of currencies (2.3)',
    false,
    'paybatch sends a currency outside ISO 4217, USDC and USDCT, and prints a warning',
  ),
  quoteFields: entry(
    z.array(z.enum(['customerId', 'source', 'destination', 'purposeOfPayment', 'useDeveloperFunds'])),
    'Request fields of the quote as well as receiverAmount and isFirstParty (2.4)',
    ['source', 'destination'],
    'A price needs both currencies. paybatch copies them from the transfer',
  ),
  defaultIsFirstParty: entry(
    z.boolean().nullable(),
    'Whether isFirstParty is required in a quote (2.4)',
    null,
    'paybatch sends it if the row has a value',
  ),
  grantType: entry(
    z.string().regex(GRANT_TYPE_FORM),
    "The identity provider's domain in the grant type (5.1)",
    'http://auth0.com/oauth/grant-type/password-realm',
    'The grant type and the field realm have the form of this provider',
  ),
  tokenFields: entry(
    names,
    'The field of the token (5.1)',
    ['access_token', 'accessToken', 'token', 'bearerToken'],
    'Usual names. paybatch takes the first that it finds',
  ),
  tokenExpiryFields: entry(
    names,
    'The field of the expiry timestamp (5.1)',
    ['expires_at', 'expiresAt', 'expires_on', 'expiresOn', 'expiration', 'expiry', 'expires', 'exp'],
    'Usual names. The value is ISO 8601, or seconds or milliseconds since 1970',
  ),
  tokenLifetimeFields: entry(
    names,
    'A field with a lifetime in seconds (5.1)',
    ['expires_in', 'expiresIn'],
    'Usual names. Without any of them, paybatch uses exp of a token that is a JWT',
  ),
  tokenLifetimeSeconds: entry(
    z.int().min(1),
    'The token lifetime in seconds, if the response does not state it (8)',
    300,
    'Short on purpose: a new token costs one call, an expired token causes a refused call',
  ),
  ...TRANSFER_PROFILE,
  quoteIdFields: entry(
    names,
    'The field of the id of a quote (2.4)',
    ['id', 'quoteId', 'quote.id', 'data.id'],
    'Used in the results only. A quote without an id is accepted',
  ),
  quoteSourceAmountFields: entry(
    names,
    'The field of the amount that a quote debits (2.4)',
    ['sourceAmount', 'senderAmount', 'totalAmount'],
    'Used in the results only',
  ),
  quoteFeeFields: entry(
    names,
    'The field of the fee of a quote (2.4)',
    ['fee', 'fees', 'totalFee'],
    'Used in the results only',
  ),
  quoteRateFields: entry(
    names,
    'The field of the rate of a quote (2.4)',
    ['rate', 'exchangeRate'],
    'Used in the results only',
  ),
  errorMessageFields: entry(
    names,
    'The field of the error message (7)',
    ['message', 'error.message', 'error_description', 'detail', 'title', 'error'],
    'paybatch copies the first text that it finds to errorMessage, else the start of the response',
  ),
  errorCodeFields: entry(
    names,
    'The field of the error code (7)',
    ['code', 'error.code', 'errorCode', 'error'],
    'paybatch copies the first text that it finds to errorCode',
  ),
  ...CUSTOMER_PROFILE,
  maxDocumentBytes: entry(
    z.int().min(1),
    'The size limit of an uploaded file (8)',
    10_000_000,
    'paybatch refuses a larger file before it sends anything. Raise the limit if the service accepts more',
  ),
  cutoffYear: entry(
    z.int().min(2026).max(2100),
    'The year of the cutoff, 30 October (9)',
    DEFAULT_CUTOFF_YEAR,
    'Release 1.30.0 took effect on 31 March 2026',
  ),
  reuseIdleMs: entry(
    z.int().min(0).max(60_000),
    'How long the service keeps an idle connection open (4)',
    1000,
    'If a connection was idle for more milliseconds than this, paybatch opens a new one for the next transfer (0: always a new one). If the connection breaks during a transfer, the row is in doubt',
  ),
} as const satisfies Record<string, Entry<z.ZodType>>;

export type ProfileKey = keyof typeof PROFILE;
export type Profile = { readonly [K in ProfileKey]: z.infer<(typeof PROFILE)[K]['schema']> };

const keys = Object.keys(PROFILE) as ProfileKey[]; // Object.keys forgets the key type

// built from the same table
export const DEFAULT_PROFILE = Object.fromEntries(keys.map((key) => [key, PROFILE[key].default])) as Profile;

/** What of it isn't the default, by name. */
export function changedEntries(profile: Profile): Readonly<Partial<Profile>> {
  const changed = keys.filter((key) => JSON.stringify(profile[key]) !== JSON.stringify(DEFAULT_PROFILE[key]));
  return Object.fromEntries(changed.map((key) => [key, profile[key]]));
}

/** Schema of the config file's `profile`: every entry optional, nothing else. */
export const profileSchema = z.strictObject(
  Object.fromEntries(keys.map((key) => [key, PROFILE[key].schema.optional()])) as {
    [K in ProfileKey]: z.ZodOptional<(typeof PROFILE)[K]['schema']>;
  },
);
