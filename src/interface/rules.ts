// The catalogue of what releases 1.30.0 and 1.32.0 ended (section 9): for each rule its dates, its uses, its messages,
// and its place in the order of work. What the specification doesn't state (which new field replaces an old one) stays
// open.
import type { End } from './cutoff.ts';

export type RuleId =
  | 'transfer-amount'
  | 'transfer-documents-base64'
  | 'customer-removed-field'
  | 'customer-removed-breakdown-field'
  | 'customer-unclear-field'
  | 'onboarding-removed-document-type'
  | 'onboarding-missing-bank-statements'
  | 'current-tenant-endpoint';

export type DeprecationWhere =
  | 'transfer'
  | 'transfer-quote'
  | 'transfer-documents'
  | 'customer'
  | 'customer-breakdown'
  | 'onboarding-document'
  | 'onboarding-required'
  | 'path';

/** One field, document type, form or path that ends; for `onboarding-required`, one that is missing. */
export interface Use {
  readonly where: DeprecationWhere;
  readonly what: string;
  /** Its replacement in the specification; `null` if there is none. */
  readonly replacement: string | null;
}

/** The clock that a sentence depends on. */
export interface When {
  /** The last day of the earlier forms, as people write it. */
  readonly last: string;
  readonly isOver: boolean;
}

export interface Rule {
  readonly release: '1.30.0' | '1.32.0';
  readonly end: End;
  /**
   * Place in the order of work: what is refused already, what a command fixes, what needs a programmer or an answer.
   */
  readonly order: number;
  /** What it flags, for lists of rules. */
  readonly flags: string;
  /** The task in a plan of work, and how it is done; what a person has to decide where that isn't certain. */
  readonly task: string;
  readonly how: string;
  /** The same of uses that the specification does not have: nothing takes their place. */
  readonly unstated?: Pick<Rule, 'task' | 'how'>;
  /** One sentence for a place in a file, without any value of it. */
  readonly message: (field: string, use: Pick<Use, 'replacement'>, when: When) => string;
  readonly uses: readonly Use[];
}

const accepted = ({ last, isOver }: When): string => `${isOver ? 'was' : 'is'} accepted until ${last}`;
const TRANSITION: End = { kind: 'transition' };

const gone = (where: DeprecationWhere, names: readonly string[]): Use[] =>
  names.map((what) => ({ where, what, replacement: null }));

const channels = ['Ach', 'DomesticWire', 'InternationalWire'];
const channelFields: readonly string[] = [
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

export const RULES = {
  'transfer-amount': {
    release: '1.30.0',
    end: { kind: 'date', firstRefusedDay: '2026-03-31' },
    order: 1,
    flags: '`amount` in a transfer or transfer-quote body',
    how: 'Send receiverAmount, the amount in the destination currency. Decide what this amount is: the amount that arrives, or the amount that is debited. With two currencies or a fee, they differ.',
    task: 'Send receiverAmount instead of amount',
    message: (field, _use, { isOver }) =>
      `${field} ${isOver ? 'was' : 'is'} removed from transfers and quotes by release 1.30.0: use receiverAmount, the amount in the destination currency`,
    uses: (['transfer', 'transfer-quote'] as const).map((where) => ({
      where,
      what: 'amount',
      replacement: 'receiverAmount',
    })),
  },
  'transfer-documents-base64': {
    release: '1.32.0',
    end: TRANSITION,
    order: 3,
    flags: "a data URL in a transfer's `documents`",
    how: 'Upload each file with POST /api/v1/transfers/documents and send the documentId that comes back. For data files, use paybatch migrate.',
    task: 'Upload documents and send their IDs',
    message: (_field, _use, when) =>
      `a Base64 document in a transfer ${accepted(when)}: upload it with POST /api/v1/transfers/documents and send its documentId`,
    uses: [
      {
        where: 'transfer-documents',
        what: 'data:<media type>;base64,<data>',
        replacement: 'a document ID',
      },
    ],
  },
  'customer-removed-field': {
    release: '1.32.0',
    end: TRANSITION,
    order: 6,
    flags: 'a removed top-level field of customer creation',
    how: 'Remove the field. The specification does not say which field of 1.32, if any, takes its place. Ask somebody who knows the customers for the values of the new fields.',
    task: 'Leave out the removed customer fields',
    message: (field, _, when) => `${field} in customer creation ${accepted(when)}: leave it out`,
    uses: gone('customer', [
      'businessIndustryOther',
      'businessIndustryType',
      'customerBaseBreakdown',
      'isBusinessRegulated',
      'compliance',
      'isNamedAccountRequired',
      'regulatedEntity',
      'notRegulatedReason',
      'sourceOfFunds',
      'companySourceOfWealthExplanation',
    ]),
  },
  'customer-removed-breakdown-field': {
    release: '1.32.0',
    end: TRANSITION,
    order: 7,
    flags: 'a removed field inside `transactionBreakdown`',
    how: 'Remove the counts and averages for each channel. Release 1.32 asks for five ranges: estimatedMonthlyVolumeUsd, averageUsdValueIncomingPayments, averageUsdValueOutgoingPayments, estimatedIncomingPaymentsPerMonth and estimatedOutgoingPaymentsPerMonth. paybatch migrate suggests a range if the counts give one.',
    task: 'Send the five ranges instead of counts for each channel',
    message: (field, _, when) => `${field} in transactionBreakdown ${accepted(when)}: leave it out`,
    uses: gone('customer-breakdown', ['transactionTypes', 'preferredSettlementCurrencies', ...channelFields]),
  },
  'customer-unclear-field': {
    release: '1.32.0',
    end: { kind: 'not-stated' },
    order: 8,
    flags:
      '`fundingSourceExplanation`, `shareholdersSourceOfWealthExplanation`: their status after the cutoff is not stated',
    how: 'Ask the service whether it still takes the field, or leave it out.',
    task: 'Ask the service about two fields',
    message: (field, _, { last }) =>
      `${field} belongs to the earlier customer shape, and its status after ${last} is not stated`,
    uses: gone('customer', ['fundingSourceExplanation', 'shareholdersSourceOfWealthExplanation']),
  },
  'onboarding-removed-document-type': {
    release: '1.32.0',
    end: TRANSITION,
    order: 5,
    flags: 'one of the six removed document types',
    how: 'Stop sending this type of document; BankStatements is required now.',
    task: 'Stop sending the removed document types',
    message: (field, _, when) =>
      `document type ${field} ${accepted(when)}: it is no longer part of onboarding`,
    uses: gone('onboarding-document', [
      'OrganizationChart',
      'OwnershipChart',
      'ComplianceOfficerCV',
      'IndependentAmlAudit',
      'AmlPolicy',
      'RegulatoryLicenses',
    ]),
  },
  'onboarding-missing-bank-statements': {
    release: '1.32.0',
    end: TRANSITION,
    order: 4,
    flags: "a customer's documents without `BankStatements`",
    how: 'Add BankStatements to the documents that are collected and uploaded for a customer. Begin now: customers have to send them.',
    task: 'Collect bank statements of new customers',
    message: () =>
      "a customer's documents are listed without BankStatements, which release 1.32 requires: add it",
    uses: [{ where: 'onboarding-required', what: 'BankStatements', replacement: 'BankStatements' }],
  },
  'current-tenant-endpoint': {
    release: '1.32.0',
    end: TRANSITION,
    order: 2,
    flags: 'a call of, or a path to, `/api/v1/current-tenant...`',
    how: 'Call the same path under /api/v1/developer. paybatch lint --fix replaces the path where it is certain that this is a call of this service.',
    task: 'Call /api/v1/developer instead of /api/v1/current-tenant',
    unstated: {
      task: 'Check the calls of /api/v1/current-tenant paths that the service does not have',
      how: 'The service does not have this path and method. Find out which product the call is for. There is no replacement.',
    },
    message: (field, { replacement }, when) =>
      replacement === null
        ? `${field}: the service has no such endpoint or method: find out which product this is for`
        : `${field} ${accepted(when)}: use ${replacement}`,
    uses: ['', '/webhook-config', '/balances', '/crypto-instruction/{network}/{asset}'].map((tail) => ({
      where: 'path',
      what: `/api/v1/current-tenant${tail}`,
      replacement: `/api/v1/developer${tail}`,
    })),
  },
} as const satisfies Record<RuleId, Rule>;

/** The rules in the contract's order, and in the order of work. */
export const RULE_IDS: readonly RuleId[] = Object.keys(RULES) as RuleId[]; // the keys are the type
export const RULES_BY_WORK: readonly RuleId[] = [...RULE_IDS].sort((a, b) => RULES[a].order - RULES[b].order);

/** Whether it has no replacement, in a rule whose other uses have one. */
export const isUnstated = ({ rule, replacement }: { rule: RuleId; replacement: string | null }): boolean =>
  replacement === null && ruleOf(rule).unstated !== undefined;

/** A rule, with the type that all of them have. */
export const ruleOf = (id: RuleId): Rule => RULES[id];

export const isRuleId = (text: string): text is RuleId => Object.hasOwn(RULES, text);
