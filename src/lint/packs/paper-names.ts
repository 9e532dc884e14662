// Whether a name in the service's own spelling, `CertificateOfIncorporation`, is a paper that a business shows of itself. The
// interface leaves the list of types open (2.2): so no list of names, but what sort of paper it is, and what it is about.
import { REQUIRED_DOCUMENT_TYPE } from '../../interface/document-types.ts';
import { PAPERS, REMOVED_TYPES } from '../model/words.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Sorts of paper that are hardly anything else in a program. */
const SORTS = setOf(`
  Certificate Certification Articles Memorandum Proof Register Registry Extract Bylaws Deed License Licence Licenses
  Licences Resolution Declaration Constitution Charter Statutes Bill Permit Minutes Incumbency Mandate Passport
`);
/** Those that classes and columns are called by, too: they count beside others. */
const LOOSE_SORTS = setOf(`
  Registration Document Documents List Letter Structure Statement Statements Return Returns Id Identification Form
  Report Confirmation Evidence Verification Authorization Authorisation Agreement Accounts Policy Filing Record Identity
  Reference Card Number Contract Information
`);
const ABOUT = setOf(`
  Incorporation Association Address Shareholder Shareholders Shareholding Director Directors Tax Vat Business Company
  Corporate Commercial Trade Trading Ubo Beneficial Owner Owners Ownership Funds Wealth Standing Signatory Signatories
  Board Bank Formation Organization Organisation Partnership Operating Financial Financials Entity Legal Registered
  Office Existence Utility Aml Incorporated Registration Articles Memorandum Chamber Licence License Regulatory Officers
  Members Management Activity Revenue Premises Lease Control Representative Signing Power
`);

/** Bounded: names of 80 letters. */
const WORDS = /[A-Z]+(?![a-z])|[A-Z][a-z]*|\d+/g;

export type Certainty = 'certain' | 'loose';

/** `undefined`: no paper of a business. `loose`: only beside one that is certain. */
export function paperNamed(name: string): Certainty | undefined {
  if (name.length > 80 || name === REQUIRED_DOCUMENT_TYPE) return undefined;
  if (REMOVED_TYPES.has(name)) return 'certain';
  const words = name.match(WORDS) ?? [];
  if (words.length < 2) return undefined;
  if (PAPERS.test(name) && words.length < 6 && !CODE.test(name)) return 'certain';
  const has = (set: ReadonlySet<string>, but: string): boolean =>
    words.some((word) => word !== but && set.has(word));
  const sort = words.find((word) => SORTS.has(word));
  if (sort !== undefined && has(ABOUT, sort)) return 'certain';
  const loose = words.find((word) => LOOSE_SORTS.has(word));
  return loose !== undefined && has(ABOUT, loose) ? 'loose' : undefined;
}

/** What a class of a program ends in. */
const CODE =
  /(?:Controller|Service|Repository|Factory|Handler|Type|Types|Status|Error|Exception|Request|Response|Component|View|Page|Model|Entity|Test|Spec|Dto|Mapper|Validator|Event|Props|Icon|Uploader|Upload|Provider|Client|Manager|Builder)$/;

/** `BANK_STATEMENTS`, `bank statement`, `BankStatement`, as people and programs write it. */
export const STATEMENTS = /bank[\s_-]?statements?(?![a-z])/gi;

export const ANY_STATEMENTS = /bank[\s_-]?statements?(?![a-z])/i;

/** What a file holds that has a list of papers. Letters, as the look at the bytes searches them. */
export const PAPER_LETTERS: readonly string[] = [
  ...[
    'CertificateOf',
    'ProofOf',
    'ArticlesOf',
    'MemorandumOf',
    'RegisterOf',
    'OfIncorporation',
    'IncorporationC',
  ],
  ...[
    'Shareholder',
    'CommercialReg',
    'CompanyReg',
    'BusinessReg',
    'TradeLic',
    'BusinessLic',
    'TaxReg',
    'TaxCert',
  ],
  ...[
    'AddressProof',
    'BusinessProof',
    'CompanyProof',
    'BeneficialOwner',
    'GoodStanding',
    'OfFormation',
    'UboDecl',
  ],
  ...['TradeReg', 'CorporateReg', 'UtilityBill', 'OfDirectors'],
];

/** Names in capitals and small letters. Bounded: 80 letters, and what doesn't begin one is passed at once. */
export const NAMES_OF_PAPERS = /(?<![A-Za-z\d])[A-Z][a-z]{1,30}(?:[A-Z][a-z\d]{0,30}){1,10}(?![A-Za-z\d])/g;

export interface Name {
  readonly text: string;
  readonly at: number;
  readonly certainty: Certainty;
}

/** A file with more is generated. */
const MAX_NAMES = 2_000;

/** Every paper that a text names, whatever stands around it. */
export function papersIn(text: string): Name[] {
  const found: Name[] = [];
  const known = new Map<string, Certainty | undefined>();
  for (const match of text.matchAll(NAMES_OF_PAPERS)) {
    const [name] = match;
    if (!known.has(name)) known.set(name, paperNamed(name));
    const certainty = known.get(name);
    if (certainty) found.push({ text: name, at: match.index, certainty });
    if (found.length > MAX_NAMES) return [];
  }
  return found;
}

/** Two papers at least, and one of them certain. */
export const isPack = (names: readonly { readonly text: string; readonly certainty: Certainty }[]): boolean =>
  names.some(({ certainty }) => certainty === 'certain') && new Set(names.map(({ text }) => text)).size > 1;
