// The 1.32 body of customer creation (section 2.1). Which fields are required and the full sets of the enumerated
// values are "not shown": everything is optional here and the enumerations are open.
import { iso31661 } from 'iso-3166/1.js';
import * as z from 'zod';

/** Codes of ISO 3166-1 (alpha-2). */
const COUNTRIES: ReadonlySet<string> = new Set(iso31661.map(({ alpha2 }) => alpha2));

const text = z.string().min(1);
const enumerated = text;
const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be a two-letter country code', abort: true })
  .refine((code) => COUNTRIES.has(code), 'is not an ISO 3166-1 country code');
const email = z.email('is not an e-mail address');

const address = z.strictObject({
  street1: text.optional(),
  postalCode: text.optional(),
  city: text.optional(),
  state: text.optional(),
  country: country.optional(),
});

/** `transactionBreakdown` of 2.1: five enumerated ranges. */
export const breakdownSchema = z.strictObject({
  estimatedMonthlyVolumeUsd: enumerated.optional(),
  averageUsdValueIncomingPayments: enumerated.optional(),
  averageUsdValueOutgoingPayments: enumerated.optional(),
  estimatedIncomingPaymentsPerMonth: enumerated.optional(),
  estimatedOutgoingPaymentsPerMonth: enumerated.optional(),
});

/** Body of `POST /api/v1/customers` (2.1). Whether a phone number can exist is checked apart, in phone.ts. */
export const customerSchema = z.strictObject({
  businessLegalName: text.optional(),
  businessTradeName: text.optional(),
  taxIdentificationNumber: text.optional(),
  website: z.httpUrl('is not an http or https address').optional(),
  incorporationDate: z.iso.date('is not a real date written YYYY-MM-DD').optional(),
  countryOfIncorporation: country.optional(),
  companyRegistrationNumber: text.optional(),
  registeredAddress: address.optional(),
  operationalAddress: address.optional(),
  contactPerson: z
    .strictObject({
      firstName: text.optional(),
      lastName: text.optional(),
      phoneNumber: z.string().regex(/^\+/, 'must be international and begin with +').optional(),
      email: email.optional(),
    })
    .optional(),
  businessIndustries: z.array(enumerated).optional(),
  withLivenessCheck: z.boolean().optional(),
  businessModel: text.optional(),
  termsOfServiceAcceptance: z
    .strictObject({
      date: z.iso
        .datetime({
          offset: true,
          error: 'must be an ISO 8601 date-time with offset, like 2026-03-31T09:30:00Z',
        })
        .optional(),
      ipAddress: z.union([z.ipv4(), z.ipv6()], 'is not an IP address (v4 or v6)').optional(),
    })
    .optional(),
  customerJurisdictions: z.array(country).optional(),
  accountPurpose: text.optional(),
  email: email.optional(),
  transactionOriginCountries: z.array(country).optional(),
  transactionDestinationCountries: z.array(country).optional(),
  transactionBreakdown: breakdownSchema.optional(),
  naicsCode: z
    .string()
    .regex(/^\d{2,6}$/, 'must be a NAICS code of 2 to 6 digits, like 522320')
    .optional(),
  companySourceOfWealth: enumerated.optional(),
  companySourceOfWealthOther: text.optional(),
  accountFundingSource: enumerated.optional(),
  accountFundingSourceOther: text.optional(),
});
export type CustomerBody = z.infer<typeof customerSchema>;

/** Free-text fields that mean something only with their enumerated field. */
export const OTHER_FIELDS: readonly (readonly [other: string, beside: string])[] = [
  ['companySourceOfWealthOther', 'companySourceOfWealth'],
  ['accountFundingSourceOther', 'accountFundingSource'],
];

/** Fields that release 1.32 introduced, by dotted path (section 9). */
export const INTRODUCED_CUSTOMER_FIELDS: readonly string[] = [
  'naicsCode',
  'companySourceOfWealth',
  'companySourceOfWealthOther',
  'accountFundingSource',
  'accountFundingSourceOther',
  ...Object.keys(breakdownSchema.shape).map((name) => `transactionBreakdown.${name}`),
];

/** Codes that are used elsewhere (traffic, tax, top-level domains) or were withdrawn. */
const MISTAKEN: Readonly<Record<string, string>> = {
  UK: 'GB',
  EL: 'GR',
  EN: 'GB',
  SP: 'ES',
  SU: 'RU',
  AN: 'CW',
};

const BY_NAME = new Map(
  iso31661.flatMap(({ name, alpha2, alpha3 }) => [
    [name.toUpperCase(), alpha2],
    [alpha3, alpha2],
  ]),
);

/** The code that was probably meant, or `undefined`. */
export function countryMeant(text: string): string | undefined {
  const upper = text.trim().toUpperCase();
  return COUNTRIES.has(upper) ? upper : (MISTAKEN[upper] ?? BY_NAME.get(upper));
}
