// The words that the linter knows, as data: what ended, what only this service has, what others have as well.
// Add a word only with three files by different authors that need it.
import { CUSTOMER_FIELDS, REQUIRED_DOCUMENT_TYPE } from '../../interface/customer-columns.ts';
import { type Deprecation, DEPRECATIONS, ENDED } from '../../interface/deprecations.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** What ended, by name. `REMOVED_FIELDS` has the unclear fields as well. */
export const { customer: REMOVED_FIELDS, breakdown: REMOVED_BREAKDOWN, documentType: REMOVED_TYPES } = ENDED;
export const REMOVED_PATHS: readonly Deprecation[] = DEPRECATIONS.filter(({ where }) => where === 'path');
export const BANK_STATEMENTS = REQUIRED_DOCUMENT_TYPE;
export const TENANT = 'current-tenant';
export const DEVELOPER = 'developer';

/** Removed names that other interfaces use as well: alone they are no evidence. */
export const COMMON_REMOVED = words(
  'compliance regulatedEntity sourceOfFunds transactionTypes preferredSettlementCurrencies',
);

/** Fields of a transfer or its quote: those that hardly anybody else has, that a few have, and that many have. */
export const TRANSFER_OWN = words('useDeveloperFunds receiverAmount isFirstParty');
export const TRANSFER_SHARED = words('purposeOfPayment requireApproval externalAccountId');
export const TRANSFER_WEAK = words('customerId source destination memo documents walletId');

const leaf = (path: string): string => path.split('.').at(-1) ?? path;
const top = (path: string): string => path.split('.')[0] ?? path;

/** Fields of a customer that many interfaces have. */
const CUSTOMER_EVERYBODYS = words(
  'reference website email contactPerson businessModel street1 postalCode city state country ' +
    'firstName lastName phoneNumber date ipAddress naicsCode',
);
export const CUSTOMER_OWN: ReadonlySet<string> = new Set(
  [...CUSTOMER_FIELDS.map(top), ...CUSTOMER_FIELDS.map(leaf)].filter(
    (name) => !CUSTOMER_EVERYBODYS.has(name),
  ),
);
export const CUSTOMER_WEAK = words('website email contactPerson businessModel');
/** Fields of the removed `compliance` object: they show that the object belongs to this service. */
const COMPLIANCE_FIELDS = words(
  'hasFinancialCrimeHistoryLast5Years isNegativeNewsAndSanctionsScreeningPerformed ' +
    'isTransactionMonitoringOrBlockchainAnalyticsPerformed isKYCPerformed ' +
    'financialCrimeProceedingsDescription negativeNewsAndSanctionsVendor ' +
    'transactionMonitoringOrBlockchainAnalyticsVendor kycVendor',
);

const isCommon = (name: string): boolean => COMMON_REMOVED.has(name);
/** Fields, earlier ones too, that only a customer of this service has. */
export const CUSTOMER_TELLING: ReadonlySet<string> = new Set([
  ...CUSTOMER_OWN,
  ...COMPLIANCE_FIELDS,
  ...[...REMOVED_FIELDS.keys(), ...REMOVED_BREAKDOWN.keys()].filter((name) => !isCommon(name)),
]);

/** No transfer of this service has these, and those of several vendors do. */
export const BODIES_OF_OTHERS = words(
  'onBehalfOf paymentRail idempotencyKey transferGroup statementDescriptor counterpartyId targetAccount ' +
    'originatingAccountId receivingAccountId',
);
/** Names that a transfer of this service does not have: evidence against it. */
export const FOREIGN_NAMES: ReadonlySet<string> = new Set([
  ...BODIES_OF_OTHERS,
  ...words(
    'currency paymentMethod paymentMethodId charge lineItems items price quantity sku invoice invoiceId ' +
      'orderId unitAmount captureMethod cardId iban accountNumber from to toAccount fromAccount balance ' +
      'total tax recipient recipientId beneficiary beneficiaryId payee payeeId sourceCurrency ' +
      'targetCurrency',
  ),
]);

/** Every name of a key that a rule looks at. A reader may leave out other keys. */
export const INTEREST: ReadonlySet<string> = new Set([
  'amount',
  'network',
  ...FOREIGN_NAMES,
  ...TRANSFER_OWN,
  ...TRANSFER_SHARED,
  ...TRANSFER_WEAK,
  ...CUSTOMER_TELLING,
  ...CUSTOMER_WEAK,
  ...COMMON_REMOVED,
  ...REMOVED_TYPES.keys(),
]);

/** Documents of a company, as lists of onboarding documents name them: `CertificateOfIncorporation`. */
const COMPANY_DOCUMENT =
  /^(CertificateOf|ProofOf|ArticlesOf|MemorandumOf|RegisterOf|GoodStanding|Incorporation|Shareholder|BusinessRegistration|BusinessLicen[cs]e|TaxCertificate|FinancialStatement|UtilityBill|SourceOf|Passport|TradeLicen[cs]e|Company(?:ProofOf|Registration|Extract|Register)|BusinessProofOf)\w*$/;

const TYPES_IN_CAPITALS: ReadonlyMap<string, string> = new Map(
  [...REMOVED_TYPES.keys(), BANK_STATEMENTS].map((type) => [type.toUpperCase(), type]),
);
/** The document type that `OWNERSHIP_CHART`, `ownership_chart` or `ownershipChart` is; any other name as it is. */
export function typeNamed(written: string): string {
  if (written.length > 60 || !/^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+){0,8}$/.test(written)) return written;
  return TYPES_IN_CAPITALS.get(written.replace(/[_-]/g, '').toUpperCase()) ?? written;
}
export const isDocumentType = (text: string): boolean =>
  REMOVED_TYPES.has(text) || text === BANK_STATEMENTS || COMPANY_DOCUMENT.test(text);

export const isDataUrl = (text: string): boolean => /^\s{0,8}data:[^,\s]{0,150};base64(?:,|$)/i.test(text);

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const kebab = (name: string): string => snake(name).replaceAll('_', '-');
const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const spellings = (names: Iterable<string>): string[] =>
  [...names].flatMap((name) => [
    ...new Set([name, snake(name), kebab(name), pascal(name), snake(name).toUpperCase()]),
  ]);

const OWN_NAMES: readonly string[] = spellings([
  ...[...REMOVED_FIELDS.keys(), ...REMOVED_BREAKDOWN.keys()].filter((name) => !isCommon(name)),
  ...TRANSFER_OWN,
  ...TRANSFER_SHARED,
  'transactionBreakdown',
  'businessLegalName',
  'companySourceOfWealth',
  'accountFundingSource',
]);
const TYPE_NAMES: readonly string[] = [...REMOVED_TYPES.keys()].flatMap((type) => [
  type,
  type.charAt(0).toLowerCase() + type.slice(1),
  snake(type).slice(1),
  snake(type).slice(1).toUpperCase(),
]);
/** Paths that only this service has, and the endings that follow a base address. */
const PATHS: readonly string[] = [
  TENANT,
  'current_tenant',
  'CURRENT_TENANT',
  'api/v1/transfers',
  'api/v1/customers',
  '/transfers',
  '/customers',
];

/** For the sieve over bytes: a file that holds none of these is clean. */
export const STRONG_WORDS: readonly string[] = [
  ...new Set([...PATHS, ...OWN_NAMES, ...TYPE_NAMES, 'paybatch-ignore']),
];
