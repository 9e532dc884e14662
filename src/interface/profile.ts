// Everything that the specification leaves open ("not shown"), one entry each: the default, why it is that, and the
// setting that changes it (section `profile` of the config file). The README's table of assumptions is made from this.
import * as z from 'zod';

import { PAYOUT_FIELDS } from './columns.ts';
import { DEFAULT_CUTOFF_YEAR } from './cutoff.ts';
import { CUSTOMER_PROFILE } from './profile-customers.ts';
import { closable, type Entry, entry, names } from './profile-entry.ts';
import { TRANSFER_PROFILE } from './profile-transfers.ts';
import { GRANT_TYPE_FORM } from './token.ts';

export const PROFILE = {
  requiredTransferFields: entry(
    z.array(z.enum(PAYOUT_FIELDS)),
    'Which transfer fields are required beside receiverAmount (2.3)',
    [
      'customerId',
      'source.currency',
      'source.network',
      'source.walletId',
      'destination.currency',
      'destination.externalAccountId',
      'purposeOfPayment',
    ],
    'Section 1 calls memo, approval and documents optional, and only those',
  ),
  purposeOfPayment: entry(
    closable,
    'The full set of purposeOfPayment (2.3)',
    { values: ['PaymentForGoods'], closed: false },
    'One value appears; an unknown one is sent, with a warning',
  ),
  networks: entry(
    closable,
    'The full set of source.network (2.3)',
    { values: ['ethereum'], closed: false },
    'One value appears; an unknown one is sent, with a warning',
  ),
  closedCurrencies: entry(
    z.boolean(),
    'The full set of currencies (2.3)',
    false,
    'A currency outside ISO 4217, USDC and USDCT is sent, with a warning',
  ),
  quoteFields: entry(
    z.array(z.enum(['customerId', 'source', 'destination', 'purposeOfPayment', 'useDeveloperFunds'])),
    'Request fields of the quote beside receiverAmount and isFirstParty (2.4)',
    ['source', 'destination'],
    'An amount has no price without its two currencies; they are copied from the transfer',
  ),
  defaultIsFirstParty: entry(
    z.boolean().nullable(),
    'Whether isFirstParty is required in a quote (2.4)',
    null,
    'Sent when the row has it, and left out otherwise',
  ),
  grantType: entry(
    z.string().regex(GRANT_TYPE_FORM),
    "The identity provider's domain in the grant type (5.1)",
    'http://auth0.com/oauth/grant-type/password-realm',
    'The form and the field realm are those of that provider',
  ),
  tokenFields: entry(
    names,
    'The field of the token (5.1)',
    ['access_token', 'accessToken', 'token', 'bearerToken'],
    'The usual names, first match',
  ),
  tokenExpiryFields: entry(
    names,
    'The field of the expiry timestamp (5.1)',
    ['expires_at', 'expiresAt', 'expires_on', 'expiresOn', 'expiration', 'expiry', 'expires', 'exp'],
    'ISO 8601, or seconds or milliseconds since 1970',
  ),
  tokenLifetimeFields: entry(
    names,
    'A field with a lifetime in seconds (5.1)',
    ['expires_in', 'expiresIn'],
    "The usual names; after them, a JWT's own exp",
  ),
  tokenLifetimeSeconds: entry(
    z.int().min(1),
    'The token lifetime, where nothing in the answer says (8)',
    300,
    'Short: a new token costs one call, an expired one a refused call',
  ),
  ...TRANSFER_PROFILE,
  quoteIdFields: entry(
    names,
    'The field of the id of a quote (2.4)',
    ['id', 'quoteId', 'quote.id', 'data.id'],
    'For the results only; a quote without one is good',
  ),
  quoteSourceAmountFields: entry(
    names,
    'The field of what a quote debits (2.4)',
    ['sourceAmount', 'senderAmount', 'totalAmount'],
    'For the results only',
  ),
  quoteFeeFields: entry(
    names,
    'The field of the fee of a quote (2.4)',
    ['fee', 'fees', 'totalFee'],
    'For the results only',
  ),
  quoteRateFields: entry(
    names,
    'The field of the rate of a quote (2.4)',
    ['rate', 'exchangeRate'],
    'For the results only',
  ),
  errorMessageFields: entry(
    names,
    'The error body (7)',
    ['message', 'error.message', 'error_description', 'detail', 'title', 'error'],
    'First text found goes into errorMessage; otherwise the start of the answer',
  ),
  errorCodeFields: entry(
    names,
    'The error code (7)',
    ['code', 'error.code', 'errorCode', 'error'],
    'First text found goes into errorCode',
  ),
  ...CUSTOMER_PROFILE,
  maxDocumentBytes: entry(
    z.int().min(1),
    'The size limit of an uploaded file (8)',
    10_000_000,
    'Refused here before it is refused there; raise it when the service says so',
  ),
  cutoffYear: entry(
    z.int().min(2026).max(2100),
    'The year of 30 October (9)',
    DEFAULT_CUTOFF_YEAR,
    'Release 1.30.0 took effect on 31 March 2026',
  ),
  reuseIdleMs: entry(
    z.int().min(0).max(60_000),
    'How long the service keeps an idle connection open (4)',
    1000,
    'Milliseconds a connection may have been idle and still carry a transfer; 0: each transfer gets its own. One that dies all the same is in doubt',
  ),
} as const satisfies Record<string, Entry<z.ZodType>>;

export type ProfileKey = keyof typeof PROFILE;
export type Profile = { readonly [K in ProfileKey]: z.infer<(typeof PROFILE)[K]['schema']> };

const keys = Object.keys(PROFILE) as ProfileKey[]; // Object.keys forgets the key type

export const DEFAULT_PROFILE = Object.fromEntries(keys.map((key) => [key, PROFILE[key].default])) as Profile; // built from the same table

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
