// The catalogue as entries, to look up a field, a document type or a path by name.
import type { End } from './cutoff.ts';
import { type DeprecationWhere, RULE_IDS, type RuleId, ruleOf, RULES, type Use } from './rules.ts';

export type { DeprecationWhere, RuleId } from './rules.ts';

export interface Deprecation extends Use {
  readonly rule: RuleId;
  /** Release that deprecated it. */
  readonly since: '1.30.0' | '1.32.0';
  readonly end: End;
}

const ENTRIES: readonly Deprecation[] = RULE_IDS.flatMap((rule) => {
  const { release: since, end, uses } = ruleOf(rule);
  return uses.map((use): Deprecation => ({ ...use, rule, since, end }));
});

/** What ends. What has become required is not among it. */
export const DEPRECATIONS: readonly Deprecation[] = ENTRIES.filter(
  ({ where }) => where !== 'onboarding-required',
);

const STATEMENTS: RuleId = 'onboarding-missing-bank-statements';
const { release, end, uses } = RULES[STATEMENTS];

/** What is required now: the one rule that looks for something missing. */
export const MISSING_STATEMENTS: Deprecation = { ...uses[0], rule: STATEMENTS, since: release, end };

const byName = (where: DeprecationWhere): ReadonlyMap<string, Deprecation> =>
  new Map(DEPRECATIONS.filter((entry) => entry.where === where).map((entry) => [entry.what, entry]));

/** What ends, by its name. Fields whose end is not stated are among those of a customer. */
export const ENDED = {
  transfer: byName('transfer'),
  customer: byName('customer'),
  breakdown: byName('customer-breakdown'),
  documentType: byName('onboarding-document'),
} as const;
