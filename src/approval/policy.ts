// When an approval is needed, and whether a plan has it: the settings `approvers` and `requireApproval`. Pure.
import { compareDecimals, exact, numeralValue, PLAIN_DECIMAL } from '../interface/decimal.ts';
import { canonicalAddress } from '../interface/environment.ts';
import { readText } from '../interface/plain-text.ts';
import { readPublicKey } from './keys.ts';
import { PlanError } from './plan-error.ts';
import type { PlanFile } from './plan-format.ts';
import { type Approver, peopleOf, standingOf } from './signatures.ts';

export interface Requirement {
  /** Base addresses; without them every environment. */
  readonly environments?: readonly string[] | undefined;
  /** The total of a currency from which it is needed; without it every amount. */
  readonly from?: Readonly<Record<string, string>> | undefined;
  readonly signatures?: number | undefined;
}

export interface ApprovalPolicy {
  readonly approvers: readonly Approver[];
  /** `undefined`: none is required. */
  readonly require: Requirement | undefined;
}

/** Errors: {@link PlanError} for settings that nobody could fulfil. */
export function judgePolicy({ approvers, require }: ApprovalPolicy): void {
  const broken = approvers.find(({ publicKey }) => readPublicKey(publicKey) === undefined);
  if (broken) fail(`approvers: "${broken.name}" has no public key (the text of KEY.pub)`);
  const keys = approvers.map(({ publicKey }) => publicKey.trim());
  if (new Set(keys).size < keys.length) fail('approvers: two of them have the same public key');
  const unreadable = approvers.find(({ name }) => readText(name) === '');
  if (unreadable) fail(`approvers: the name "${unreadable.name}" can't be read`);
  if (!require) return;
  const wanted = require.signatures ?? 1;
  if (approvers.length === 0) fail('requireApproval: there are no approvers');
  if (wanted > peopleOf(approvers))
    fail(`requireApproval: ${wanted} signatures are wanted, and there are ${peopleOf(approvers)} approvers`);
  judgeAmounts(require.from ?? {});
  judgeEnvironments(require.environments);
}

function judgeAmounts(from: Readonly<Record<string, string>>): void {
  const seen = new Set<string>();
  for (const [name, amount] of Object.entries(from)) {
    const currency = currencyOf(name);
    if (!PLAIN_DECIMAL.test(amount)) fail(`requireApproval.from: ${name} "${amount}" is not a plain decimal`);
    if (seen.has(currency))
      fail(`requireApproval.from: ${currency} is there twice, spelled differently: write it once`);
    seen.add(currency);
  }
}

/** As currencies are compared. */
const currencyOf = (name: string): string => name.trim().toUpperCase();

/** A list that matches nothing would silently switch approval off. */
function judgeEnvironments(environments: readonly string[] | undefined): void {
  if (environments?.length === 0)
    fail(
      'requireApproval.environments: the list is empty, so that nothing would need approval: name base addresses, or leave it out, which means every environment',
    );
  const wrong = environments?.findIndex((address) => !isBaseAddress(address)) ?? -1;
  if (wrong !== -1)
    fail(
      `requireApproval.environments: entry ${wrong + 1} is not a base address: write it as baseUrl has it, such as https://api.example.com`,
    );
}

function isBaseAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, pathname, search, hash, username } = new URL(address);
  const isPlain = search + hash + username === '' && !/\/api\/v\d+(?:\/|$)/.test(pathname);
  return isPlain && /^https?:$/.test(protocol);
}

/** Whether the policy applies to this environment. */
export const isMeantHere = ({ require }: ApprovalPolicy, baseUrl: string): boolean => {
  const here = canonicalAddress(baseUrl);
  return require?.environments?.some((one) => canonicalAddress(one) === here) ?? require !== undefined;
};

function fail(message: string): never {
  throw new PlanError('approval', message);
}

/** In place of the currency of a trade, which the specification does not show (2.6). */
export const OF_A_TRADE = 'A TRADE';

/** Why an approval is needed, if it is. `totals`: by currency. */
export function whyNeeded(
  { require }: ApprovalPolicy,
  baseUrl: string,
  totals: Readonly<Record<string, string>>,
): string | undefined {
  if (!require || !isMeantHere({ approvers: [], require }, baseUrl)) return undefined;
  const { from } = require;
  if (!from) return 'every payment here needs one';
  const limits = new Map(Object.entries(from).map(([currency, amount]) => [currencyOf(currency), amount]));
  for (const [currency, total] of inCapitals(totals)) {
    const limit = limits.get(currency);
    if (currency === OF_A_TRADE) return 'what a trade moves is not known before it is made';
    if (limit === undefined) return `requireApproval.from names no amount for ${currency}`;
    if (total === undefined) return `an amount in ${currency} can't be read`;
    if (compareDecimals(total, limit) >= 0) return `${total} ${currency} is ${limit} or more`;
  }
  return undefined;
}

/** Sums over the spellings of a currency; `undefined`: an amount can't be read. */
function inCapitals(totals: Readonly<Record<string, string>>): ReadonlyMap<string, string | undefined> {
  const sums = new Map<string, string | undefined>();
  for (const [name, total] of Object.entries(totals)) {
    const currency = currencyOf(name);
    const known = sums.get(currency);
    const value = numeralValue(total);
    if (!sums.has(currency)) sums.set(currency, value && total);
    else sums.set(currency, known && value && new exact(known).plus(value).toFixed());
  }
  return sums;
}

export function approvalText(what: string, why: string): string {
  const needs = `${what}: this needs an approved plan (requireApproval): ${why}`;
  return what === 'createTrade'
    ? `${needs}. A trade cannot be planned. Whether requireApproval applies here is decided in the config`
    : `${needs}. Make one with paybatch plan, have it approved, then paybatch run --plan PLAN`;
}

/** Whether a plan needs signatures: by `requireApproval`, else if there are approvers. */
export function isNeeded(
  policy: ApprovalPolicy,
  baseUrl: string,
  totals: Readonly<Record<string, string>>,
): boolean {
  return policy.require ? whyNeeded(policy, baseUrl, totals) !== undefined : policy.approvers.length > 0;
}

/** Errors: {@link PlanError} if an approver rejected it, or signatures are missing. */
export function judgeApproval(
  file: PlanFile,
  policy: ApprovalPolicy,
  { name, needed }: { readonly name: string; readonly needed: boolean },
): void {
  const { approved, rejected, ignored } = standingOf(file, policy.approvers);
  if (rejected)
    throw new PlanError('plan_signatures', `${name}: rejected by ${rejected.name}: ${rejected.reason}`);
  const wanted = needed ? (policy.require?.signatures ?? 1) : 0;
  if (approved.length >= wanted) return;
  const others = ignored.length === 0 ? '' : `; not counted: ${ignored.join('; ')}`;
  const have = approved.length === 0 ? 'none' : approved.join(', ');
  throw new PlanError(
    'plan_signatures',
    `${name}: it needs ${wanted} ${wanted === 1 ? 'signature' : 'signatures'} of approvers and has ${have}${others}`,
  );
}
