// What release 1.30.0 and 1.32.0 renamed or removed (section 9), as data: the linter, the migrator, the sandbox and
// the checks all read this one list. The cutoff's year is left open there: the profile holds it.

export type DeprecationWhere =
  | 'transfer'
  | 'transfer-quote'
  | 'transfer-documents'
  | 'customer'
  | 'customer-breakdown'
  | 'onboarding-document'
  | 'path';

export interface Deprecation {
  /** Rule name of the linter (CONTRACT, Lint). */
  readonly rule: string;
  readonly where: DeprecationWhere;
  /** The field, document type, value form or path that ends. */
  readonly what: string;
  /** Release that deprecated it. */
  readonly since: '1.30.0' | '1.32.0';
  /** Date `YYYY-MM-DD` from which it is refused, or `cutoff` for the end of the transition, or `unclear`. */
  readonly until: string;
  /** What takes its place; `null` where nothing does. */
  readonly replacement: string | null;
}

const removedCustomerFields: readonly [string, string | null][] = [
  ['businessIndustryOther', 'businessIndustries'],
  ['businessIndustryType', 'businessIndustries'],
  ['customerBaseBreakdown', null],
  ['isBusinessRegulated', null],
  ['compliance', null],
  ['isNamedAccountRequired', null],
  ['regulatedEntity', null],
  ['notRegulatedReason', null],
  ['sourceOfFunds', 'accountFundingSource'],
  ['companySourceOfWealthExplanation', 'companySourceOfWealth'],
];

const channels = ['Ach', 'DomesticWire', 'InternationalWire'];
const removedBreakdownFields: readonly string[] = [
  'transactionTypes',
  'preferredSettlementCurrencies',
  'stablecoinTxCountMonthly',
  'incomingStablecoinAvgUsdValue',
  'outgoingStablecoinTxCountMonthly',
  'outgoingStablecoinAvgUsdValue',
  ...channels.flatMap((channel) =>
    ['incoming', 'outgoing'].flatMap((way) => [
      `${way}${channel}TxCountMonthly`,
      `${way}${channel}AvgUsdValue`,
    ]),
  ),
];

const breakdownReplacement = (field: string): string | null => {
  const way = field.startsWith('outgoing') ? 'Outgoing' : 'Incoming';
  if (field.endsWith('TxCountMonthly')) return `transactionBreakdown.estimated${way}PaymentsPerMonth`;
  if (field.endsWith('AvgUsdValue')) return `transactionBreakdown.averageUsdValue${way}Payments`;
  return null;
};

const cutoff = (
  rule: string,
  where: DeprecationWhere,
  what: string,
  replacement: string | null,
): Deprecation => ({
  rule,
  where,
  what,
  since: '1.32.0',
  until: 'cutoff',
  replacement,
});

export const DEPRECATIONS: readonly Deprecation[] = [
  ...(['transfer', 'transfer-quote'] as const).map((where) => ({
    rule: 'transfer-amount',
    where,
    what: 'amount',
    since: '1.30.0' as const,
    until: '2026-03-31',
    replacement: 'receiverAmount',
  })),
  cutoff(
    'transfer-documents-base64',
    'transfer-documents',
    'data:<media type>;base64,<data>',
    'a document ID',
  ),
  ...removedCustomerFields.map(([what, replacement]) =>
    cutoff('customer-removed-field', 'customer', what, replacement),
  ),
  ...removedBreakdownFields.map((what) =>
    cutoff('customer-removed-breakdown-field', 'customer-breakdown', what, breakdownReplacement(what)),
  ),
  ...['fundingSourceExplanation', 'shareholdersSourceOfWealthExplanation'].map((what) => ({
    ...cutoff('customer-unclear-field', 'customer', what, null),
    until: 'unclear',
  })),
  ...[
    'OrganizationChart',
    'OwnershipChart',
    'ComplianceOfficerCV',
    'IndependentAmlAudit',
    'AmlPolicy',
    'RegulatoryLicenses',
  ].map((what) => cutoff('onboarding-removed-document-type', 'onboarding-document', what, null)),
  ...['', '/webhook-config', '/balances', '/crypto-instruction/{network}/{asset}'].map((tail) =>
    cutoff('current-tenant-endpoint', 'path', `/api/v1/current-tenant${tail}`, `/api/v1/developer${tail}`),
  ),
];

/** Month and day after which the earlier forms are refused (section 9); the year is the profile's. */
export const CUTOFF_MONTH_DAY = '10-30';
