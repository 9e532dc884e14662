// The 1.32 bodies of transfers, quotes and supporting documents (sections 2.3 to 2.5). Amounts are decimal text here:
// they become a JSON number, digit for digit, only when the bytes are made.
import * as z from 'zod';

import { isZero, PLAIN_DECIMAL } from './decimal.ts';

/** The service issues the IDs: their form is checked, not the version bits that RFC 9562 reserves. */
export const guid = z.guid('must be an ID like 16fd2706-8baf-433b-82eb-8c7fada847da');

const text = z.string().min(1);

/** A positive plain decimal, as text. */
export const amountText = z
  .string()
  .regex(
    PLAIN_DECIMAL,
    'must be a number like 1250.00, without a sign, thousands marks, an exponent (1e3) or a leading zero (01.00)',
  )
  // A text that is not a number has only that issue.
  .refine((value) => !PLAIN_DECIMAL.test(value) || !isZero(value), 'must be above zero');

const sourceSchema = z.strictObject({
  currency: text.optional(),
  network: text.optional(),
  walletId: guid.optional(),
});

const destinationSchema = z.strictObject({
  currency: text.optional(),
  externalAccountId: guid.optional(),
});

/** Body of `POST /api/v1/transfers` (2.3). Required beyond `receiverAmount`: the profile decides. */
export const transferSchema = z.strictObject({
  customerId: guid.optional(),
  source: sourceSchema.optional(),
  destination: destinationSchema.optional(),
  purposeOfPayment: text.optional(),
  receiverAmount: amountText,
  memo: z.string().optional(),
  useDeveloperFunds: z.boolean().optional(),
  requireApproval: z.boolean().optional(),
  documents: z.array(guid).optional(),
});
export type TransferBody = z.infer<typeof transferSchema>;

/**
 * Body of `POST /api/v1/transfers/quote` (2.4). Further fields are left open there: the profile names those to copy.
 */
export const quoteSchema = z.looseObject({
  receiverAmount: amountText,
  isFirstParty: z.boolean().optional(),
  /** Removed by release 1.30.0: its presence fails validation, whatever other fields there are. */
  amount: z.never().optional(),
});
export type QuoteBody = z.infer<typeof quoteSchema>;

/** `data:<media type>;base64,<data>` of 2.5, whole. */
export const DATA_URL = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w.+-]+=[^;,]*)*;base64,[A-Za-z0-9+/]+={0,2}$/;

/** Body of `POST /api/v1/transfers/documents` (2.5). */
export const transferDocumentSchema = z.strictObject({
  fileBlob: z.string().regex(DATA_URL, 'must be a data URL: data:<media type>;base64,<data>'),
});
