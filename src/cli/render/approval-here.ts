// Whether payments of this environment need an approved plan, in words: a list of environments without this one means no.
import { type ApprovalPolicy, isMeantHere } from '../../approval/policy.ts';
import { plain } from '../../files/plain.ts';

export function approvalHere(policy: ApprovalPolicy, baseUrl: string): string {
  const { require } = policy;
  if (!require) return 'nothing needs an approved plan (requireApproval is not set)';
  const named = plain(require.environments?.join(', ') ?? 'every environment', 500);
  const here = plain(baseUrl);
  if (!isMeantHere(policy, baseUrl))
    return `payments at ${here} need no approved plan: requireApproval.environments names ${named}, and not this one`;
  const from = Object.entries(require.from ?? {}).map(([currency, amount]) => `${amount} ${currency}`);
  const limit = from.length === 0 ? '' : ` from ${plain(from.join(', '))} on`;
  return `payments at ${here}${limit} need an approved plan (requireApproval: ${named})`;
}
