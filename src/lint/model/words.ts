// Words that say whether a file is worth parsing, and the vocabulary that rules compare names with; all from the
// interface's own tables. Strong words occur nowhere else; weak ones count only beside strong evidence.
import { PAYOUT_FIELDS } from '../../interface/columns.ts';
import { CUSTOMER_FIELDS } from '../../interface/customer-columns.ts';
import { byName, type Deprecation } from '../../interface/deprecations.ts';
import { REQUIRED_DOCUMENT_TYPE } from '../../interface/document-types.ts';
import { camel } from './model.ts';
import { FOREIGN_NAMES, OWN_COMPANY_NAMES } from './others-names.ts';

export const REMOVED_FIELDS: ReadonlyMap<string, Deprecation> = byName('customer');
export const REMOVED_BREAKDOWN: ReadonlyMap<string, Deprecation> = byName('customer-breakdown');
export const REMOVED_TYPES: ReadonlyMap<string, Deprecation> = byName('onboarding-document');

/** Bounded words. */
export const DOCUMENT_TYPES = new RegExp([...REMOVED_TYPES.keys()].join('|'));

/** Removed fields whose name other interfaces use as well. */
export const COMMON_NAMES: ReadonlySet<string> = new Set([
  'compliance',
  'regulatedEntity',
  'sourceOfFunds',
  'transactionTypes',
  'preferredSettlementCurrencies',
]);

/** Fields of a transfer or quote that hardly anybody else has, those that a few have, and those that many have. */
export const TRANSFER_STRONG: ReadonlySet<string> = new Set([
  'useDeveloperFunds',
  'receiverAmount',
  'isFirstParty',
]);
export const TRANSFER_SHARED: ReadonlySet<string> = new Set([
  'purposeOfPayment',
  'requireApproval',
  'externalAccountId',
]);
export const TRANSFER_WEAK: ReadonlySet<string> = new Set([
  'customerId',
  'source',
  'destination',
  'memo',
  'documents',
  'walletId',
]);

/** The last name of a dotted path. */
export const leaf = (path: string): string => path.split('.').at(-1) ?? path;
const top = (path: string): string => path.split('.')[0] ?? path;

/** Fields of the customer body that many interfaces have. */
const CUSTOMER_COMMON: ReadonlySet<string> = new Set([
  'reference',
  'website',
  'email',
  'contactPerson',
  'businessModel',
  'street1',
  'postalCode',
  'city',
  'state',
  'country',
  'firstName',
  'lastName',
  'phoneNumber',
  'date',
  'ipAddress',
  'naicsCode',
]);
export const CUSTOMER_WEAK: ReadonlySet<string> = new Set([
  'website',
  'email',
  'contactPerson',
  'businessModel',
]);
export const CUSTOMER_STRONG: ReadonlySet<string> = new Set(
  [...CUSTOMER_FIELDS.map(top), ...CUSTOMER_FIELDS.map(leaf)].filter((name) => !CUSTOMER_COMMON.has(name)),
);

/** Parts of the earlier `compliance` object (2.1): they tell whose compliance it is. */
export const COMPLIANCE_PARTS: ReadonlySet<string> = new Set([
  'hasFinancialCrimeHistoryLast5Years',
  'isNegativeNewsAndSanctionsScreeningPerformed',
  'isTransactionMonitoringOrBlockchainAnalyticsPerformed',
  'isKYCPerformed',
  'financialCrimeProceedingsDescription',
  'negativeNewsAndSanctionsVendor',
  'transactionMonitoringOrBlockchainAnalyticsVendor',
  'kycVendor',
]);

/** Every name that a key may have for a rule to care. */
export const INTEREST: ReadonlySet<string> = new Set([
  'amount',
  ...FOREIGN_NAMES,
  ...PAYOUT_FIELDS.map(top),
  ...PAYOUT_FIELDS.map(leaf),
  ...TRANSFER_STRONG,
  ...TRANSFER_SHARED,
  ...TRANSFER_WEAK,
  ...CUSTOMER_STRONG,
  ...CUSTOMER_WEAK,
  ...REMOVED_FIELDS.keys(),
  ...REMOVED_BREAKDOWN.keys(),
  ...COMPLIANCE_PARTS,
  ...REMOVED_TYPES.keys(),
  ...OWN_COMPANY_NAMES,
]);

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const spellings = (names: Iterable<string>): string[] =>
  [...names].flatMap((name) => [...new Set([name, snake(name), pascal(name)])]);

const STRONG = [
  'current-tenant',
  'current_tenant',
  'api/v1/transfers',
  'api/v1/customers',
  'transfers/quote',
  'customers\\/[^\\s"\'`]{1,80}\\/documents',
  ...spellings(
    [...REMOVED_FIELDS.keys(), ...REMOVED_BREAKDOWN.keys()].filter((name) => !COMMON_NAMES.has(name)),
  ),
  ...REMOVED_TYPES.keys(),
  ...spellings([...TRANSFER_STRONG, ...TRANSFER_SHARED]),
  ...spellings([
    'transactionBreakdown',
    'businessLegalName',
    'companySourceOfWealth',
    'accountFundingSource',
  ]),
];
/** What a company shows of itself, as such lists name it. */
export const PAPERS =
  /^(CertificateOf|ProofOf|ArticlesOf|MemorandumOf|RegisterOf|GoodStanding|Incorporation|Shareholder|BusinessRegistration|BusinessLicen[cs]e|TaxCertificate|FinancialStatement|UtilityBill|SourceOf|Passport|TradeLicen[cs]e|Company(?:ProofOf|Registration|Extract|Register)|BusinessProofOf)/;
/** The same anywhere in a text. Bounded words. */
export const ANY_PAPER = new RegExp(`\\b${PAPERS.source.slice(1)}`);
/** A customer's own names: its legal name, or two that hardly anybody else has. */
export function isCustomer(fields: readonly string[]): boolean {
  const own = new Set(fields.map(camel).filter((name) => CUSTOMER_STRONG.has(name)));
  return own.has('businessLegalName') || own.size > 1;
}

/** A company's paper, or a type of this service. */
export const isPaper = (text: string): boolean =>
  REMOVED_TYPES.has(text) || text === REQUIRED_DOCUMENT_TYPE || (PAPERS.test(text) && /^\w+$/.test(text));

const FROM_CAPITALS: ReadonlyMap<string, string> = new Map(
  [...REMOVED_TYPES.keys(), REQUIRED_DOCUMENT_TYPE].map((type) => [type.toUpperCase(), type]),
);

/** The type that a member in capitals is, `OWNERSHIP_CHART`; any other name as it is. */
export function typeNamed(name: string): string {
  if (!/^[A-Z]{2,40}(?:_[A-Z]{1,40}){1,6}$/.test(name)) return name;
  const known = FROM_CAPITALS.get(name.replaceAll('_', ''));
  return known ?? name.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Where a customer's documents are uploaded, written out or joined from its parts. Bounded: 80 characters. */
export const UPLOAD_PATH =
  /customers\/[^\s"'`]{1,80}\/documents|customers["']\s{0,3}[,/+]{1,2}\s{0,3}[^\n]{1,80}["']\/?documents["']|customers\/["'`]\s{0,3}[+.~&<>,]{1,2}[^\n]{1,80}["'`]\/documents\b/;
const SHARED: ReadonlySet<string> = new Set(spellings(TRANSFER_SHARED));
const SERVICE = [
  ...STRONG.filter((word) => !word.startsWith('current') && !SHARED.has(word)),
  // Too seldom to look a file through for.
  'api/v1/trades/quotes',
];
/**
 * What says that a file speaks of this service, and not of another one that serves `/api/v1/current-tenant`. Bounded, like
 * all that follow: words, of which one holds an id of 80 characters.
 */
export const SERVICE_WORDS = new RegExp(['api/v1/developer', ...SERVICE].join('|'));
/** The same without what --fix writes. Bounded words. */
export const SERVICE_BESIDES = new RegExp(SERVICE.join('|'));
/** What nobody else has; the removed document types and these names a few do. Bounded words. */
const SOME =
  /customers|^api\/v1\/transfers$|use_?developer_?funds|is_?first_?party|account_?funding_?source|business_?legal_?name/i;
export const OWN_WORDS = new RegExp(
  SERVICE.filter((word) => !SOME.test(word) && !REMOVED_TYPES.has(word)).join('|'),
);
const WEAK = ['amount', 'Amount', 'documents', ...spellings(COMMON_NAMES)];

/** One expression for each tier, and both in one pass over a file's bytes: most files have neither. Bounded words. */
export const STRONG_WORDS = new RegExp(STRONG.join('|'));
/** The service's resources below a base path that may stand in another file. */
export const ENDPOINT_WORDS = /\/(?:transfers|customers)["'`]/;
export const WEAK_WORDS = new RegExp(`\\b(?:${WEAK.join('|')})\\b|;base64,|readAsDataURL`);
export const ANY_WORDS = new RegExp(`${STRONG_WORDS.source}|${WEAK_WORDS.source}|paybatch-ignore`);
/** What the bytes of a file hold in any case where an expression matches: each alternative's letters up to its first sign. */
const lettersOf = (words: readonly string[]): string[] =>
  words.map((word) => (/^[^[(?*+{]*/.exec(word)?.[0] ?? '').replaceAll('\\', ''));
export const STRONG_LETTERS: readonly string[] = lettersOf([
  ...STRONG,
  '/transfers',
  '/customers',
  'paybatch-ignore',
]);
export const ANY_LETTERS: readonly string[] = [
  ...STRONG_LETTERS,
  ...lettersOf([...WEAK, ';base64,', 'readAsDataURL']),
];

/** The base path alone, or with something behind it that another place knows. Bounded: words and a sign. */
export const BASE_PATH = /\bapi\/v1\/?["'`\s]|\bapi\/v1\/?$|\bapi\/v1\/(?:[#$]?\{|%[sv]|\\\()/m;

/** A file in which a bare `transfers` is this service's. Bounded, as the words are. */
export const SPEAKS = new RegExp(`${BASE_PATH.source}|${SERVICE_WORDS.source}`, 'm');

/** Bounded words, too. What a declaration must hold to matter at all: a word of the interface, or what a path or text is put together from. */
export const RELEVANT = new RegExp(
  `${ANY_WORDS.source}|api|url|base|path|host|http|send|pay|body|quote|transfer|customer|document|tenant|doc`,
  'i',
);

/** A path whose parts were put together, each with slashes of its own; a scheme keeps its two. */
export const oneSlash = (path: string): string => path.replace(/([^:])\/{2,}/g, '$1/');
