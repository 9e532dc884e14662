// The effort of a change, as a range of hours for each rule and file. Uses of one rule in one file are changed
// together. Pure.
import type { RuleId } from '../interface/rules.ts';

export interface Effort {
  readonly low: number;
  readonly high: number;
}

interface PerFile extends Effort {
  readonly why: string;
}

const HOURS = {
  'transfer-amount': {
    low: 0.5,
    high: 8,
    why: 'if `amount` is the amount that arrives, rename it (minutes); if `amount` is the amount that is debited, compute receiverAmount or ask for it',
  },
  'current-tenant-endpoint': {
    low: 0.1,
    high: 0.5,
    why: 'the same call under another path; the responses are the same as far as the specification shows them',
  },
  'transfer-documents-base64': {
    low: 2,
    high: 8,
    why: 'one request becomes two: upload first, keep the ID, and decide what happens if the second request fails',
  },
  'onboarding-missing-bank-statements': {
    low: 2,
    high: 16,
    why: 'your forms have to ask for the document and upload it, and customers have to send it',
  },
  'onboarding-removed-document-type': {
    low: 0.2,
    high: 1,
    why: 'leave the type out; the higher figure is for forms that ask customers for it',
  },
  'customer-removed-field': {
    low: 0.5,
    high: 4,
    why: 'leaving a field out takes minutes; somebody has to collect the values that 1.32 asks for',
  },
  'customer-removed-breakdown-field': {
    low: 1,
    high: 6,
    why: 'counts for each channel become five ranges, which somebody has to choose or compute',
  },
  'customer-unclear-field': {
    low: 0.1,
    high: 1,
    why: 'ask the service; perhaps leave the field out',
  },
} as const satisfies Record<RuleId, PerFile>;

export const whyOf = (rule: RuleId): string => HOURS[rule].why;

/** `files`: by rule. */
export function effortOf(files: ReadonlyMap<RuleId, ReadonlySet<string>>): Effort {
  let low = 0;
  let high = 0;
  for (const [rule, paths] of files) {
    low += HOURS[rule].low * paths.size;
    high += HOURS[rule].high * paths.size;
  }
  return { low: rounded(low), high: rounded(high) };
}

/** Estimates are not more exact. */
const rounded = (hours: number): number => Math.round(hours * 10) / 10;
