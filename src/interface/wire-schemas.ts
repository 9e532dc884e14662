// The request bodies as they go over the wire, for documents: amounts are JSON numbers, and the forms that are still
// accepted until the cutoff stand beside the current ones, marked as deprecated. Calls are checked by the schemas
// themselves, not by these.
import * as z from 'zod';

import { breakdownSchema, customerSchema } from './customer.ts';
import { CUSTOMER_COLUMNS } from './customer-columns.ts';
import { cutoffDay, lastAcceptedDay, spokenDay } from './cutoff.ts';
import { type Deprecation, entriesAt } from './deprecations.ts';
import { DEFAULT_PROFILE } from './profile.ts';
import { tokenSchema } from './token.ts';
import { DATA_URL, guid, quoteSchema, transferDocumentSchema, transferSchema } from './transfer.ts';

/** Types of the earlier fields, where section 2.1 shows them; for the others nothing is known but the name. */
const EARLIER_TYPES: Readonly<Record<string, z.ZodType>> = {
  businessIndustryOther: z.string(),
  businessIndustryType: z.string(),
  customerBaseBreakdown: z.string(),
  isBusinessRegulated: z.boolean(),
  compliance: z.looseObject({}),
  companySourceOfWealthExplanation: z.string(),
  shareholdersSourceOfWealthExplanation: z.string(),
  fundingSourceExplanation: z.string(),
  transactionTypes: z.array(z.unknown()),
  preferredSettlementCurrencies: z.array(z.unknown()),
};

const amount = z.number().gt(0).meta({ description: 'Amount in the destination currency (2.3)' });

/** `x-sunset` and words for something that ends. */
export function sunset(entry: Deprecation, cutoffYear: number): Record<string, unknown> {
  const date = lastAcceptedDay(entry.end, cutoffDay(cutoffYear));
  if (date === null) {
    return {
      deprecated: true,
      description: `Earlier shape. Its status after ${spokenDay(cutoffDay(cutoffYear))} is not stated (2.1).`,
    };
  }
  const instead = entry.replacement === null ? '' : ` Use ${entry.replacement}.`;
  return { deprecated: true, description: `Supported until ${date}.${instead}`, 'x-sunset': date };
}

function earlierFields(where: Deprecation['where'], cutoffYear: number): Record<string, z.ZodType> {
  return Object.fromEntries(
    entriesAt(where).map((entry) => [
      entry.what,
      (EARLIER_TYPES[entry.what] ?? z.unknown()).optional().meta(sunset(entry, cutoffYear)),
    ]),
  );
}

/** Enumerated fields with the values that appear; the full sets are "not shown". */
function enumerated(prefix: string): Record<string, z.ZodType> {
  return Object.fromEntries(
    CUSTOMER_COLUMNS.flatMap(({ path, type, values }) => {
      const name = path.slice(prefix.length);
      if (values === undefined || !path.startsWith(prefix) || name.includes('.')) return [];
      const one = z
        .string()
        .min(1)
        .meta({
          description: 'Enumerated; the full set of values is not shown.',
          examples: [...DEFAULT_PROFILE[values].values],
        });
      return [[name, (type === 'enumerated-list' ? z.array(one) : one).optional()]];
    }),
  );
}

/** Names as `paybatch spec --json-schema NAME` takes them. */
export function wireSchemas(cutoffYear: number) {
  const [base64] = entriesAt('transfer-documents');
  const dataUrl = z
    .string()
    .regex(DATA_URL)
    .meta(base64 ? sunset(base64, cutoffYear) : {});
  const breakdown = breakdownSchema.extend({
    ...enumerated('transactionBreakdown.'),
    ...earlierFields('customer-breakdown', cutoffYear),
  });
  return {
    transfer: transferSchema
      .extend({
        receiverAmount: amount,
        documents: z
          .array(
            z.union([guid.meta({ description: 'An ID from POST /api/v1/transfers/documents' }), dataUrl]),
          )
          .optional(),
        purposeOfPayment: z
          .string()
          .min(1)
          .meta({
            description: 'Enumerated; the full set of values is not shown.',
            examples: [...DEFAULT_PROFILE.purposeOfPayment.values],
          })
          .optional(),
      })
      .meta({ id: 'Transfer', description: 'Body of 2.3. The field amount was removed by release 1.30.0.' }),
    transferQuote: quoteSchema
      .extend({ receiverAmount: amount })
      .meta({ id: 'TransferQuote', description: 'Body of 2.4. Other request fields are not shown.' }),
    transferDocument: transferDocumentSchema.meta({ id: 'TransferDocument', description: 'Body of 2.5.' }),
    customer: customerSchema
      .extend({
        ...enumerated(''),
        transactionBreakdown: breakdown.optional(),
        ...earlierFields('customer', cutoffYear),
      })
      .meta({ id: 'Customer', description: 'Body of 2.1. Which fields are required is not shown.' }),
    token: tokenSchema.meta({ id: 'TokenRequest', description: 'Body of 5.1.' }),
  };
}

export type WireSchemaName = keyof ReturnType<typeof wireSchemas>;
