// The settings `approvers` and `requireApproval`: whether an approval is needed, and whether a plan has it. Pure.
import { currencyOf } from '../interface/currencies.ts';
import { compareDecimals, exact, numeralValue, PLAIN_DECIMAL } from '../interface/decimal.ts';
import { canonicalAddress } from '../interface/environment.ts';
import { readText } from '../interface/plain-text.ts';
import type { Message } from '../message.ts';
import { readPublicKey } from './keys.ts';
import { approvalMessage } from './messages.ts';
import { PlanError } from './plan-error.ts';
import type { PlanFile } from './plan-format.ts';
import { approvalState, type Approver, isMaker, peopleOf } from './signatures.ts';

export interface Requirement {
  /** Base addresses; without them every environment. */
  readonly environments?: readonly string[] | undefined;
  /** By currency, the total from which an approval is needed. By default, every amount needs one. */
  readonly from?: Readonly<Record<string, string>> | undefined;
  readonly signatures?: number | undefined;
}

export interface ApprovalPolicy {
  readonly approvers: readonly Approver[];
  /** `undefined`: none is required. */
  readonly require: Requirement | undefined;
}

/** Errors: {@link PlanError} for unusable settings. */
export function validatePolicy({ approvers, require }: ApprovalPolicy): void {
  const broken = approvers.find(({ publicKey }) => readPublicKey(publicKey) === undefined);
  if (broken) fail(approvalMessage('approver_without_key', { name: broken.name }));
  const keys = approvers.map(({ publicKey }) => publicKey.trim());
  if (new Set(keys).size < keys.length) fail(approvalMessage('approvers_share_key'));
  const unreadable = approvers.find(({ name }) => readText(name) === '');
  if (unreadable) fail(approvalMessage('approver_unreadable', { name: unreadable.name }));
  if (!require) return;
  const wanted = require.signatures ?? 1;
  if (approvers.length === 0) fail(approvalMessage('no_approvers'));
  const people = peopleOf(approvers);
  if (wanted > people) fail(approvalMessage('too_few_approvers', { signatures: wanted, approvers: people }));
  validateLimits(require.from ?? {});
  validateEnvironments(require.environments);
}

function validateLimits(from: Readonly<Record<string, string>>): void {
  const seen = new Set<string>();
  for (const [name, amount] of Object.entries(from)) {
    const currency = currencyOf(name);
    if (!PLAIN_DECIMAL.test(amount)) fail(approvalMessage('limit_not_decimal', { currency: name, amount }));
    if (seen.has(currency)) fail(approvalMessage('limit_twice', { currency }));
    seen.add(currency);
  }
}

/** A list that matches nothing would silently switch approval off. */
function validateEnvironments(environments: readonly string[] | undefined): void {
  if (environments?.length === 0) fail(approvalMessage('no_environments'));
  const wrong = environments?.findIndex((address) => !isBaseAddress(address)) ?? -1;
  if (wrong !== -1) fail(approvalMessage('environment_not_address', { entry: wrong + 1 }));
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

function fail(message: Message): never {
  throw new PlanError('approval', message);
}

/** In place of the currency of a trade, which the specification does not show (2.6). */
export const OF_A_TRADE = 'A TRADE';

/** Why an approval is needed, or `undefined`. `totals`: by currency. */
export function whyNeeded(
  { require }: ApprovalPolicy,
  baseUrl: string,
  totals: Readonly<Record<string, string>>,
): Message | undefined {
  if (!require || !isMeantHere({ approvers: [], require }, baseUrl)) return undefined;
  const { from } = require;
  if (!from) return approvalMessage('all_need_approval');
  const limits = new Map(Object.entries(from).map(([currency, amount]) => [currencyOf(currency), amount]));
  for (const [currency, total] of inCapitals(totals)) {
    const limit = limits.get(currency);
    if (currency === OF_A_TRADE) return approvalMessage('trades_need_approval');
    if (limit === undefined) return approvalMessage('no_limit', { currency });
    if (total === undefined) return approvalMessage('total_unreadable', { currency });
    if (compareDecimals(total, limit) >= 0)
      return approvalMessage('limit_reached', { total, currency, limit });
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

/** `what`: a file, or the name of a single call. `why`: as {@link whyNeeded} has it. */
export const approvalNeeded = (what: string, why: Message): PlanError =>
  new PlanError('approval', approvalMessage('approval_needed', { what, why }));

/** Whether a plan needs signatures: by `requireApproval`, else if there are approvers. */
export function isNeeded(
  policy: ApprovalPolicy,
  baseUrl: string,
  totals: Readonly<Record<string, string>>,
): boolean {
  return policy.require ? whyNeeded(policy, baseUrl, totals) !== undefined : policy.approvers.length > 0;
}

/** Errors: {@link PlanError} if an approver rejected it, or signatures are missing. */
export function requireSignatures(
  file: PlanFile,
  policy: ApprovalPolicy,
  { name, needed }: { readonly name: string; readonly needed: boolean },
): void {
  const { approved, rejected, ignored } = approvalState(file, policy.approvers);
  if (rejected)
    throw PlanError.of(
      'plan_signatures',
      name,
      approvalMessage('plan_rejected', { by: rejected.name, reason: rejected.reason }),
    );
  const wanted = needed ? (policy.require?.signatures ?? 1) : 0;
  if (approved.length >= wanted) return;
  const able = policy.approvers
    .map((one) => one.name)
    .filter((one) => !approved.includes(one) && !isMaker(file.plan, one));
  const others = [...new Set(able)];
  const missing = approvalMessage('signatures_missing', { plan: name, wanted, approved, others, ignored });
  throw PlanError.of('plan_signatures', name, missing);
}
