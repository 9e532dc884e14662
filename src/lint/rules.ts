// The rules, derived from the deprecations: one catalogue for messages, help and the README. A rule has one or more
// entries (fields, types, paths), each with its own replacement.
import { DEPRECATIONS } from '../interface/deprecations.ts';
import { type Hit, MISSING_STATEMENTS } from './finding.ts';

export type Entry = Hit['entry'];

interface RuleText {
  /** What it flags, for lists of rules. */
  readonly flags: string;
  /** How to mend it; what a person has to decide where that isn't certain. */
  readonly how: string;
}

export const RULE_TEXTS: Readonly<Record<string, RuleText>> = {
  'transfer-amount': {
    flags: '`amount` in a transfer or transfer-quote body',
    how: 'Send receiverAmount, the amount in the destination currency. Decide whether this amount already is that one: between two currencies, or with a fee in between, it is another figure.',
  },
  'transfer-documents-base64': {
    flags: "a data URL in a transfer's `documents`",
    how: 'Upload each file with POST /api/v1/transfers/documents and send the documentId that comes back.',
  },
  'customer-removed-field': {
    flags: 'a removed top-level field of customer creation',
    how: 'Remove the field; where one takes its place, decide which of its values is meant.',
  },
  'customer-removed-breakdown-field': {
    flags: 'a removed field inside `transactionBreakdown`',
    how: 'Send the five ranges of 1.32 (estimatedMonthlyVolumeUsd and its neighbours) instead of counts and averages for each channel.',
  },
  'customer-unclear-field': {
    flags:
      '`fundingSourceExplanation`, `shareholdersSourceOfWealthExplanation`: their status after the cutoff is not stated',
    how: 'Ask the service whether it still takes the field, or leave it out.',
  },
  'onboarding-removed-document-type': {
    flags: 'one of the six removed document types',
    how: 'Stop sending this type of document; BankStatements is required now.',
  },
  'onboarding-missing-bank-statements': {
    flags: "a customer's documents without `BankStatements`",
    how: 'Add BankStatements to the documents that are collected and uploaded for a customer.',
  },
  'current-tenant-endpoint': {
    flags: 'a call of, or a path to, `/api/v1/current-tenant...`',
    how: 'Call the same path under /api/v1/developer. --fix does it.',
  },
};

export const RULES: readonly string[] = Object.keys(RULE_TEXTS);

export const ENTRIES: readonly Entry[] = [...DEPRECATIONS, MISSING_STATEMENTS];

/** One sentence for a finding, without any value of the source. */
export function messageOf(entry: Entry, field: string): string {
  const until = entry.until === 'cutoff' ? '30 October' : entry.until;
  const instead = entry.replacement === null ? 'nothing replaces it' : `use ${entry.replacement}`;
  switch (entry.rule) {
    case 'transfer-amount':
      return `${field} was removed from transfers and quotes by release 1.30.0: use receiverAmount, the amount in the destination currency`;
    case 'transfer-documents-base64':
      return `a Base64 document in a transfer ends on ${until}: upload it and send its documentId`;
    case 'customer-unclear-field':
      return `${field} belongs to the earlier customer shape, and its status after 30 October is not stated`;
    case 'onboarding-removed-document-type':
      return `document type ${field} ends on ${until}: it is no longer part of onboarding`;
    case 'onboarding-missing-bank-statements':
      return 'the documents of a customer are listed without BankStatements, which release 1.32 requires';
    case 'current-tenant-endpoint':
      return `${field} ends on ${until}: ${instead}`;
    default:
      return `${field} is removed from customer creation on ${until}: ${instead}`;
  }
}
