// Which payments need an approved plan, by the settings of this host.
import { PlanError } from '../approval/plan-error.ts';
import {
  type ApprovalPolicy,
  approvalText,
  isMeantHere,
  isNeeded,
  judgeApproval,
  judgePolicy,
  whyNeeded,
} from '../approval/policy.ts';
import { verifySignatures, withKept } from '../approval/signatures.ts';
import type { JudgeQueued, Queued } from '../batch/plan/approved/approved.ts';
import type { LiveSettings } from '../batch/send/settings.ts';
import { plain, plainPath } from '../files/plain.ts';
import type { Settings } from './settings.ts';

/** What needs an approved plan at this address; `undefined`: nothing. Errors: PlanError for a policy that can't be used. */
export function approvalNeed(settings: Settings, baseUrl: string): LiveSettings['needsApproval'] {
  const policy = settings.policy();
  if (!policy.require) return undefined;
  judgePolicy(policy);
  return (totals) => whyNeeded(policy, baseUrl, totals);
}

/**
 * Whether this host may send what another host has queued. That host's word for an approval is not enough where this one knows
 * the approvers. `notice` hears once of each run that is sent without such a check. Errors: {@link PlanError}.
 */
export function queuedJudge(settings: Settings, notice: (text: string) => void): JudgeQueued {
  const policy = settings.policy();
  judgePolicy(policy);
  const baseUrl = settings.baseUrl();
  const noticed = new Set<string>();
  return ({ runId, file, totals, plan }: Queued) => {
    if (!plan) {
      const why = whyNeeded(policy, baseUrl, totals);
      if (why !== undefined) throw new PlanError('approval', approvalText(plainPath(file), why));
      return;
    }
    verifySignatures(plan.file, plan.name);
    const needed = isNeeded(policy, baseUrl, totals);
    judgeApproval(withKept(plan.file, plan.kept), policy, { name: plan.name, needed });
    if (policy.approvers.length > 0 || noticed.has(runId)) return;
    // A run is judged every second while it lasts.
    noticed.add(runId);
    notice(
      `run ${plain(runId)} is held to ${plainPath(plan.name)}: this host has no approvers in its config (approvers, requireApproval), so it relies on the host that submitted the run`,
    );
  };
}

/** For people: whether payments of this environment need an approved plan. */
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
