// The 1.32 body of customer creation (section 2.1). Which fields are required and the full sets of the enumerated
// values are "not shown": everything is optional here and the enumerations are open.
import * as z from 'zod';

const text = z.string().min(1);
const country = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code');

const address = z.strictObject({
  street1: text.optional(),
  postalCode: text.optional(),
  city: text.optional(),
  state: text.optional(),
  country: country.optional(),
});

/** Body of `POST /api/v1/customers` (2.1). */
export const customerSchema = z.strictObject({
  businessLegalName: text.optional(),
  businessTradeName: text.optional(),
  taxIdentificationNumber: text.optional(),
  website: z.httpUrl().optional(),
  incorporationDate: z.iso.date().optional(),
  countryOfIncorporation: country.optional(),
  companyRegistrationNumber: text.optional(),
  registeredAddress: address.optional(),
  operationalAddress: address.optional(),
  contactPerson: z
    .strictObject({
      firstName: text.optional(),
      lastName: text.optional(),
      phoneNumber: z.string().startsWith('+').optional(),
      email: z.email().optional(),
    })
    .optional(),
  businessIndustries: z.array(text).optional(),
  withLivenessCheck: z.boolean().optional(),
  businessModel: text.optional(),
  termsOfServiceAcceptance: z
    .strictObject({
      date: z.iso.datetime({ offset: true }).optional(),
      ipAddress: z.union([z.ipv4(), z.ipv6()]).optional(),
    })
    .optional(),
  customerJurisdictions: z.array(country).optional(),
  accountPurpose: text.optional(),
  email: z.email().optional(),
  transactionOriginCountries: z.array(country).optional(),
  transactionDestinationCountries: z.array(country).optional(),
  transactionBreakdown: z
    .strictObject({
      estimatedMonthlyVolumeUsd: text.optional(),
      averageUsdValueIncomingPayments: text.optional(),
      averageUsdValueOutgoingPayments: text.optional(),
      estimatedIncomingPaymentsPerMonth: text.optional(),
      estimatedOutgoingPaymentsPerMonth: text.optional(),
    })
    .optional(),
  naicsCode: text.optional(),
  companySourceOfWealth: text.optional(),
  companySourceOfWealthOther: text.optional(),
  accountFundingSource: text.optional(),
  accountFundingSourceOther: text.optional(),
});
