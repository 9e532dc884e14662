// The columns of a customer file (README, Customers): the fields of section 2.1 of the interface specification by
// their dotted path, and one column for each type of onboarding document.
import type { Column, ColumnType } from './columns.ts';

export interface CustomerColumn extends Column {
  readonly type: Exclude<ColumnType, 'verbatim' | 'id' | 'currency' | 'amount' | 'documents'>;
  readonly values?: EnumerationKey;
}

/**
 * Profile entries that hold the values of an enumerated customer field (who looks one up there is held to it by
 * types).
 */
export const ENUMERATIONS = [
  'businessIndustries',
  'estimatedMonthlyVolumeUsd',
  'averageUsdValuePayments',
  'estimatedIncomingPaymentsPerMonth',
  'estimatedOutgoingPaymentsPerMonth',
  'companySourceOfWealth',
  'accountFundingSource',
] as const;
export type EnumerationKey = (typeof ENUMERATIONS)[number];

const texts = (...paths: readonly string[]): CustomerColumn[] =>
  paths.map((path) => ({ path, type: 'text' }));
const countries = (path: string): CustomerColumn => ({ path, type: 'countries' });
const enumerated = (path: string, values: EnumerationKey): CustomerColumn => ({
  path,
  type: 'enumerated',
  values,
});
const address = (name: string): CustomerColumn[] => [
  ...texts(`${name}.street1`, `${name}.postalCode`, `${name}.city`, `${name}.state`),
  { path: `${name}.country`, type: 'country' },
];

export const CUSTOMER_COLUMNS: readonly CustomerColumn[] = [
  { path: 'reference', type: 'reference', to: 'key' },
  ...texts(
    'businessLegalName',
    'businessTradeName',
    'taxIdentificationNumber',
    'website',
    'incorporationDate',
  ),
  { path: 'countryOfIncorporation', type: 'country' },
  ...texts('companyRegistrationNumber'),
  ...address('registeredAddress'),
  ...address('operationalAddress'),
  ...texts('contactPerson.firstName', 'contactPerson.lastName'),
  { path: 'contactPerson.phoneNumber', type: 'phone' },
  ...texts('contactPerson.email'),
  { path: 'businessIndustries', type: 'enumerated-list', values: 'businessIndustries' },
  { path: 'withLivenessCheck', type: 'boolean' },
  ...texts('businessModel', 'termsOfServiceAcceptance.date', 'termsOfServiceAcceptance.ipAddress'),
  countries('customerJurisdictions'),
  ...texts('accountPurpose', 'email'),
  countries('transactionOriginCountries'),
  countries('transactionDestinationCountries'),
  enumerated('transactionBreakdown.estimatedMonthlyVolumeUsd', 'estimatedMonthlyVolumeUsd'),
  enumerated('transactionBreakdown.averageUsdValueIncomingPayments', 'averageUsdValuePayments'),
  enumerated('transactionBreakdown.averageUsdValueOutgoingPayments', 'averageUsdValuePayments'),
  enumerated('transactionBreakdown.estimatedIncomingPaymentsPerMonth', 'estimatedIncomingPaymentsPerMonth'),
  enumerated('transactionBreakdown.estimatedOutgoingPaymentsPerMonth', 'estimatedOutgoingPaymentsPerMonth'),
  ...texts('naicsCode'),
  enumerated('companySourceOfWealth', 'companySourceOfWealth'),
  ...texts('companySourceOfWealthOther'),
  enumerated('accountFundingSource', 'accountFundingSource'),
  ...texts('accountFundingSourceOther'),
];

export const CUSTOMER_FIELDS: readonly string[] = CUSTOMER_COLUMNS.map((column) => column.path);

/** Document type that release 1.32 introduced and requires (2.2). */
export const REQUIRED_DOCUMENT_TYPE = 'BankStatements';

/** Beginning of a column with onboarding documents; its type follows. */
const DOCUMENT_COLUMN_PREFIX = 'documents.';

/** The document type of a column, or `undefined`. */
export function documentTypeOf(column: string): string | undefined {
  const type = column.toLowerCase().startsWith(DOCUMENT_COLUMN_PREFIX)
    ? column.slice(DOCUMENT_COLUMN_PREFIX.length)
    : '';
  return /^[A-Za-z][A-Za-z0-9]*$/.test(type) ? type : undefined;
}
